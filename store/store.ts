// The store, open: what the doors work with.
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { refuseHalfRestored } from './backup/restoring.ts'
import { openEngine, type Engine } from './engine/engine.ts'
import { makeWritable } from './folder.ts'
import { openLedger, type Ledger } from './issues/issue-cache.ts'
import { createLive, type Live } from './occurrences/live-occurrences.ts'
import { tellOfOthers } from './occurrences/remote-occurrences.ts'
import { createGroup, type Group } from './receive/group.ts'
import { openIntents } from './receive/intent.ts'
import { openMemory } from './receive/memory.ts'
import { openMerges, type MergeBook } from './issues/issue-merges.ts'
import { loadRegister } from './occurrences/memory/load.ts'
import { Register } from './occurrences/memory/occurrence-index.ts'
import { openRefused, type Refused } from './receive/refused.ts'
import { watchRetention, type Retention } from './retention.ts'
import { createAgents, type Agents } from './rows/agent.ts'
import type { Occurrence } from './rows/occurrence.ts'
import { applySchema } from './tables/schema.ts'

export type Store = {
  engine: Engine
  /** Absolute path of what it keeps on disk beside a server's tables. */
  folder: string
  group: Group
  refused: Refused
  agents: Agents
  live: Live
  merges: MergeBook
  ledger: Ledger
  /** Null: other stores write to the same tables. */
  register: Register | null
  retentionDays: number
  retention: Retention
  /** Since the start of this process. */
  counted: { metrics: number; refused: number; lastStored: Date | null }
  close(): Promise<void>
}

export async function openStore(config: Config, log: Logger): Promise<Store> {
  makeWritable(config.folder)
  refuseHalfRestored(config.folder)
  const engine = await openEngine(config)
  await applySchema(engine, config)
  const intents = openIntents(config.folder, config.fsync)
  const memory = openMemory(config.folder)
  const live = createLive()
  const merges = await openMerges(engine)
  let ledger = openLedger(engine)
  const register = engine.kind === 'embedded' ? new Register({ retentionDays: config.retentionDays }) : null
  const counted: Store['counted'] = { metrics: 0, refused: 0, lastStored: null }
  const others = tellOfOthers({ engine, live, merges, log })
  const stored = (occurrences: Occurrence[]): void => {
    counted.lastStored = new Date()
    register?.stored(occurrences)
    ledger.stored(occurrences.map(({ issueId }) => issueId))
    others.tell(occurrences)
  }
  const retention = watchRetention({ engine, config, log, letGo: (day) => register?.letGo(day) })
  const group = createGroup({ engine, intents, memory, log, stored, makeRoom: () => retention.makeRoom() })
  const load = (): Promise<void> | null =>
    register && loadRegister({ engine, register, between: (work) => group.between(work), log })
  let loaded: Promise<void> | null = null
  const isRecovered = await group.recover(() => {
    // What comes in late is of no issue that anybody could name: all are asked for anew.
    ledger = openLedger(engine)
    loaded = load()
  })
  if (isRecovered) loaded = load()
  return {
    engine,
    folder: config.folder,
    group,
    refused: openRefused(config.folder),
    agents: createAgents(),
    live,
    merges,
    get ledger() {
      return ledger
    },
    register,
    retentionDays: config.retentionDays,
    retention,
    counted,
    async close() {
      retention.stop()
      others.stop()
      live.close()
      await group.close()
      await loaded
      await engine.close()
    },
  }
}
