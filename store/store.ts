// The open store: the engine, the writer of received rows, and the read model that answers queries.
import type { Logger } from 'pino'
import { refuseHalfRestored } from './restore-marker.ts'
import type { Config } from './config.ts'
import type { Engine } from './engine/engine.ts'
import { measured } from './engine/measured.ts'
import { openEngine } from './engine/open.ts'
import { makeWritable } from './folder.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openReadModel, type ReadModel } from './read-model.ts'
import { createGroup, type Group } from './receive/group.ts'
import { openIntents } from './receive/intent.ts'
import { openQuarantine, type Quarantine } from './receive/quarantine.ts'
import { openReceivedHashes } from './receive/received-hashes.ts'
import { watchRetention, type Retention } from './retention.ts'
import { createFingerprintLimit, type FingerprintLimit } from './rows/fingerprint-limit.ts'
import { createUserAgentParser, type UserAgentParser } from './rows/user-agent.ts'
import { createSequence, type Sequence } from './sequence.ts'
import { applySchema } from './tables/schema.ts'

export type Store = Pick<ReadModel, 'occurrences' | 'issueCache' | 'merges' | 'live' | 'fingerprints'> & {
  engine: Engine
  /** Absolute path of the store's own files; with CLICKHOUSE_URL the tables are elsewhere. */
  folder: string
  group: Group
  quarantine: Quarantine
  decoding: Sequence
  userAgents: UserAgentParser
  limitFingerprint: FingerprintLimit
  metrics: Metrics
  retentionDays: number
  retention: Retention
  /** Since the start of this process. */
  counters: { metrics: number; refused: number; lastStored: Date | null }
  close(): Promise<void>
}

export async function openStore(config: Config, log: Logger): Promise<Store> {
  const { folder, retentionDays } = config
  makeWritable(folder)
  refuseHalfRestored(folder)
  const metrics = createMetrics()
  const engine = measured(await openEngine(config), (seconds) =>
    metrics.observe('errata_store_query_seconds', seconds),
  )
  await applySchema(engine, config)
  const counters: Store['counters'] = { metrics: 0, refused: 0, lastStored: null }
  const readModel = await openReadModel(engine, { retentionDays, log })
  const retention = watchRetention({ engine, config, log, onDrop: (day) => readModel.dropDay(day) })
  const group = createGroup({
    engine,
    intents: openIntents(folder, config.fsync),
    received: openReceivedHashes(folder),
    log,
    metrics,
    stored(occurrences) {
      counters.lastStored = new Date()
      readModel.stored(occurrences)
    },
    makeRoom: () => retention.makeRoom(),
  })
  // The tables are loaded while senders are answered already; SQL counts what is not loaded yet.
  const load = (): void => void readModel.load((work) => group.exclusive(work))
  const isRecovered = await group.recover(load)
  if (isRecovered) load()
  const { occurrences, issueCache, merges, live, fingerprints } = readModel
  return {
    engine,
    folder,
    occurrences,
    issueCache,
    merges,
    live,
    fingerprints,
    group,
    quarantine: openQuarantine(folder),
    decoding: createSequence(),
    userAgents: createUserAgentParser(),
    limitFingerprint: createFingerprintLimit({
      stored: readModel.fingerprints,
      onOverflow: () => metrics.count('errata_store_overflow_occurrences_total'),
    }),
    metrics,
    retentionDays,
    retention,
    counters,
    async close() {
      retention.stop()
      await Promise.all([group.close(), readModel.close()])
      await engine.close()
    },
  }
}
