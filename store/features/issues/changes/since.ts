// Notes and assignments since an instant, of all issues: people are told of them.
import type { Engine } from '../../../database/engine/engine.ts'
import { UNDONE } from '../state/issue-changes.ts'

/** `at`: in nanoseconds since 1970. `by`: empty without a name. */
type Event = { id: string; issueId: string; at: bigint; by: string }
export type PersonNote = Event & { body: string }
/** `id`: of the change, which several issues have. `name`: whom the issue is assigned to now. */
export type Assignment = Event & { name: string }

/** Of one look; older ones were of an earlier one. */
const MAX_ROWS = 1_000

type Row<Of extends Event> = Omit<Of, 'at'> & { ns: string }

/** Those that may mention somebody, the oldest first. `since`: in nanoseconds since 1970. */
export async function notesSince(engine: Engine, since: bigint): Promise<PersonNote[]> {
  const rows = await engine.query<Row<PersonNote>>(
    `SELECT * FROM (SELECT toString(NoteId) AS id, IssueId AS issueId,
         toString(toUnixTimestamp64Nano(toDateTime64(CreatedAt, 9))) AS ns, Author AS by, Body AS body
       FROM issue_notes FINAL
       WHERE CreatedAt >= fromUnixTimestamp64Nano({since:Int64}) AND position(Body, '@') > 0
       ORDER BY CreatedAt DESC LIMIT ${MAX_ROWS})
     ORDER BY ns, id`,
    { since: String(since) },
  )
  return rows.map(toEvent)
}

/** Without those that were undone, and those to whoever had the issue already. */
export async function assignmentsSince(engine: Engine, since: bigint): Promise<Assignment[]> {
  const rows = await engine.query<Row<Assignment>>(
    `SELECT id, issueId, toString(toUnixTimestamp64Nano(at)) AS ns, by, name
     FROM (SELECT toString(ChangeId) AS id, IssueId AS issueId, At AS at, By AS by, Value AS name,
         lagInFrame(Value) OVER (PARTITION BY IssueId ORDER BY At) AS previous
       FROM issue_changes WHERE Field = 'assignee' AND NOT has(${UNDONE}, ChangeId))
     WHERE at >= fromUnixTimestamp64Nano({since:Int64}) AND name != ''
       AND lowerUTF8(name) != lowerUTF8(previous)
     ORDER BY at DESC, issueId LIMIT ${MAX_ROWS}`,
    { since: String(since) },
  )
  return rows.toReversed().map(toEvent)
}

function toEvent<Of extends Event>({ ns, ...row }: Row<Of>): Of {
  return { ...row, at: BigInt(ns) } as unknown as Of
}
