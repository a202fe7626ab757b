// People, their presence and what they have set, sessions, tokens and invites, in memory: each request asks
// for one of them.
import type { Logger } from 'pino'
import { createSequence, type Sequence } from '../../../server/event-loop.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'
import type { RecordKind, Records } from './records.ts'

/** Another store of the same ClickHouse may have changed them. */
const REFRESH_MS = 2_000

const KINDS: RecordKind[] = ['person', 'presence', 'profile', 'session', 'token', 'invite', 'claim']

export type Tables = { [Kind in RecordKind]: Map<string, Records[Kind]> }

export type Registry = {
  /** All that are stored; what another store has changed appears within two seconds. */
  read(): Promise<Tables>
  /** The same with every change of another store. Throws if they cannot be read. */
  readNow(): Promise<Tables>
  /** `value`: null deletes it, at once. Throws if the change cannot be stored. */
  write<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind] | null): Promise<void>
  /** Applies at once. If it cannot be stored it lasts until the next reading. */
  note<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind]): Promise<void>
  /** Whether other stores may change them. */
  isShared: boolean
  /** For work of this store that reads, decides and writes. */
  inTurn: Sequence
}

/** `isStored`: what is read from now on has it. */
type Change = { kind: RecordKind; id: string; value: unknown; isStored: boolean }

export function createRegistry(engine: Engine, log: Logger): Registry {
  const isShared = engine.kind === 'clickhouse'
  let tables: Promise<Tables> | null = null
  let loadedAt = 0
  /** Changes of this process that a reading under way may lack; by kind and id. */
  const recent = new Map<string, Change>()
  return { read, readNow, write, note, isShared, inTurn: createSequence() }

  function read(): Promise<Tables> {
    const isOld = isShared && performance.now() - loadedAt > REFRESH_MS
    if (tables === null || isOld) {
      const previous = tables
      tables = load().catch((error: unknown) => {
        // Nobody is locked out while the server of the tables does not answer.
        tables = previous
        if (previous !== null) return previous
        throw error
      })
    }
    return tables
  }

  async function readNow(): Promise<Tables> {
    if (!isShared) return read()
    const loaded = await load()
    tables = Promise.resolve(loaded)
    return loaded
  }

  async function load(): Promise<Tables> {
    loadedAt = performance.now()
    const stored = [...recent].filter(([, { isStored }]) => isStored)
    const loaded = await loadTables(engine)
    for (const [key, change] of stored) if (recent.get(key) === change) recent.delete(key)
    for (const change of recent.values()) apply(loaded, change)
    return loaded
  }

  async function write<Kind extends RecordKind>(
    kind: Kind,
    id: string,
    value: Records[Kind] | null,
  ): Promise<void> {
    const change = { kind, id, value, isStored: false }
    if (value === null) await show(change)
    await save(change)
    if (value !== null) await show(change)
  }

  async function note<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind]): Promise<void> {
    const change = { kind, id, value, isStored: false }
    await show(change)
    save(change).catch((error: unknown) => log.warn({ error }, `a ${kind} was not stored`))
  }

  /** In memory, also in what is being read. */
  async function show(change: Change): Promise<void> {
    if (isShared) recent.set(keyOf(change), change)
    apply(await read(), change)
  }

  async function save(change: Change): Promise<void> {
    const { kind, id, value } = change
    try {
      await writeSetting(engine, { kind, id, value })
      change.isStored = true
    } catch (error) {
      if (recent.get(keyOf(change)) === change) recent.delete(keyOf(change))
      throw error
    }
  }
}

function keyOf({ kind, id }: Change): string {
  return `${kind} ${id}`
}

function apply(tables: Tables, { kind, id, value }: Change): void {
  const records = tables[kind] as Map<string, unknown>
  if (value === null) records.delete(id)
  else records.set(id, value)
}

async function loadTables(engine: Engine): Promise<Tables> {
  const entries = await Promise.all(
    KINDS.map(async (kind) => {
      const settings = await readSettings<unknown>(engine, kind)
      const records = settings.flatMap(({ id, value }) => (value === null ? [] : [[id, value] as const]))
      return [kind, new Map(records)] as const
    }),
  )
  return Object.fromEntries(entries) as unknown as Tables
}
