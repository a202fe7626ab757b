// People, their presence and what they have set, sessions, tokens and invites, in memory: each request asks
// for one of them.
import type { Logger } from 'pino'
import type { Engine } from '../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'
import type { RecordKind, Records } from './records.ts'

/** Another store of the same ClickHouse may have changed them. */
const REFRESH_MS = 2_000

const KINDS: RecordKind[] = ['person', 'presence', 'profile', 'session', 'token', 'invite']

type Tables = { [Kind in RecordKind]: Map<string, Records[Kind]> }

export type Registry = {
  /** All that are stored, as of now. */
  read(): Promise<Tables>
  /** `value`: null deletes it, at once. Throws if the change cannot be stored. */
  write<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind] | null): Promise<void>
  /** Applies at once. If it cannot be stored it lasts until the end of the process. */
  note<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind]): Promise<void>
}

export function createRegistry(engine: Engine, log: Logger): Registry {
  let tables: Promise<Tables> | null = null
  let loadedAt = 0
  return { read, write, note }

  function read(): Promise<Tables> {
    const isOld = engine.kind === 'clickhouse' && performance.now() - loadedAt > REFRESH_MS
    if (tables === null || isOld) {
      loadedAt = performance.now()
      const previous = tables
      const loading = load(engine)
      tables = loading.catch((error: unknown) => {
        // Nobody is locked out while the server of the tables does not answer.
        tables = previous
        if (previous !== null) return previous
        throw error
      })
    }
    return tables
  }

  async function write<Kind extends RecordKind>(
    kind: Kind,
    id: string,
    value: Records[Kind] | null,
  ): Promise<void> {
    const records = (await read())[kind]
    if (value === null) records.delete(id)
    await writeSetting(engine, { kind, id, value })
    if (value !== null) records.set(id, value)
  }

  async function note<Kind extends RecordKind>(kind: Kind, id: string, value: Records[Kind]): Promise<void> {
    const tables = await read()
    tables[kind].set(id, value)
    writeSetting(engine, { kind, id, value }).catch((error: unknown) =>
      log.warn({ error }, `a ${kind} was not stored`),
    )
  }
}

async function load(engine: Engine): Promise<Tables> {
  const entries = await Promise.all(
    KINDS.map(async (kind) => {
      const settings = await readSettings<unknown>(engine, kind)
      const records = settings.flatMap(({ id, value }) => (value === null ? [] : [[id, value] as const]))
      return [kind, new Map(records)] as const
    }),
  )
  return Object.fromEntries(entries) as unknown as Tables
}
