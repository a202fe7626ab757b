// Persons of a restored backup who were deleted after it: all ids of the tables are hashed and compared.
import type { Engine } from '../../database/engine/engine.ts'
import type { ForgottenRows } from '../../ingest/rows/forgotten-rows.ts'
import { OPERATOR } from '../../http/actor.ts'
import type { Audit } from '../people/index.ts'
import { DAY_MS, dateOf } from '../../database/instants.ts'
import { HASH_LENGTH, type StoredDeletion } from './deletions.ts'

/** `id`: of the deletion. */
type DeletedPerson = { id: string; kind: 'user' | 'session'; person: string }

const COLUMNS = {
  user: [
    ['exceptions', 'UserId'],
    [
      'otel_logs',
      "if(LogAttributes['user.id'] != '', LogAttributes['user.id'], ResourceAttributes['user.id'])",
    ],
    ['otel_logs', "LogAttributes['errata.feedback.email']"],
  ],
  session: [
    ['exceptions', 'SessionId'],
    ['otel_logs', 'SessionId'],
  ],
}

/** `deletions`: with hashes of `forgottenRows`. */
export async function findDeletedPersons(
  engine: Engine,
  forgottenRows: Pick<ForgottenRows, 'hashOf'>,
  deletions: StoredDeletion[],
): Promise<DeletedPerson[]> {
  const persons = new Map<string, DeletedPerson>()
  const byHash = new Map(deletions.map((deletion) => [`${deletion.kind} ${deletion.hash}`, deletion]))
  const kinds = [...new Set(deletions.map(({ kind }) => kind))]
  for (const kind of kinds)
    for (const query of queriesOf(kind, await readDays(engine)))
      for (const { id: person } of await engine.query<{ id: string }>(query.sql, query.parameters)) {
        const deletion = byHash.get(`${kind} ${forgottenRows.hashOf(kind, person)}`)
        if (deletion) persons.set(deletion.id, { id: deletion.id, kind, person })
      }
  return [...persons.values()]
}

/** A day at a time: a query has a limit of time. */
function queriesOf(kind: 'user' | 'session', days: string[]) {
  return days.flatMap((day) => {
    const end = dateOf(Date.parse(day) + DAY_MS)
    const parameters = { day: `${day} 00:00:00`, end: `${end} 00:00:00` }
    return [
      ...COLUMNS[kind].map(
        ([table, column]) =>
          `SELECT DISTINCT ${column} AS id FROM ${table} WHERE id != '' AND ${isOfDay('Timestamp')}`,
      ),
      `SELECT DISTINCT Value AS id FROM trace_users WHERE Name = '${kind}.id' AND ${isOfDay('Last')}`,
    ].map((sql) => ({ sql, parameters }))
  })
}

function isOfDay(column: string): string {
  return `${column} >= {day:DateTime} AND ${column} < {end:DateTime}`
}

async function readDays(engine: Engine): Promise<string[]> {
  const tables = ['exceptions', 'otel_logs', 'otel_traces']
  const days = tables.map((table) => `SELECT DISTINCT toString(toDate(Timestamp)) AS day FROM ${table}`)
  const rows = await engine.query<{ day: string }>(`${days.join(' UNION DISTINCT ')} ORDER BY day`)
  return rows.map(({ day }) => day)
}

/** In the audit log. `isPresent`: the backup had the person, whose rows are deleted again. */
export async function recordRepeated(
  audit: Audit,
  { kind, hash, requestedAt }: StoredDeletion,
  isPresent: boolean,
): Promise<void> {
  await audit.record(OPERATOR, {
    act: `${kind}.repeated`,
    target: hash.slice(0, HASH_LENGTH),
    after: { requestedAt, inBackup: isPresent },
  })
}
