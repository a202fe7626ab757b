// Which rows are of a person: rows with the user, rows without a user in a session of the user, and rows
// without both in a trace of the user. A row with another user is never one of them.
import { HttpError } from '../../../server/http-error.ts'
import type { Parameters } from '../../database/engine/engine.ts'

/** A person, as a request names one. */
export type Person = { kind: 'user' | 'session'; id: string }

/** Characters of an id. */
const MAX_ID = 1_000

/** Throws a 400 where not exactly one of the two is an id. */
export function readPerson({ userId, sessionId }: { userId?: unknown; sessionId?: unknown }): Person {
  const isUser = userId !== undefined
  const id = isUser ? userId : sessionId
  if (isUser === (sessionId !== undefined)) throw new HttpError(400, 'Name either userId or sessionId.')
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID)
    throw new HttpError(
      400,
      `${isUser ? 'userId' : 'sessionId'} must be a string of 1 to ${MAX_ID} characters.`,
    )
  return { kind: isUser ? 'user' : 'session', id: id.toWellFormed() }
}

/** What is behind `IN`. `visits`: sessions of `users`, maybe of others too; `sessions`: of anybody. */
export type IdSets = { users: string; sessions: string; visits: string; traces: string }

/** Tables of received rows. */
export type PersonTable = 'exceptions' | 'otel_logs' | 'otel_traces'

/** Further tables with rows of persons. */
export type OtherTable = 'feedback' | 'snapshots'

/**
 * Written out: a statement that deletes cannot read the derived columns. `email`: what a user without an id
 * gave with a text, which names a user too.
 */
const IDS: Record<PersonTable | OtherTable, { user: string; session: string; email?: string }> = {
  exceptions: { user: 'UserId', session: 'SessionId' },
  feedback: { user: 'UserId', session: 'SessionId', email: 'Email' },
  snapshots: { user: 'UserId', session: 'SessionId' },
  otel_logs: {
    user: attribute('LogAttributes', 'user.id'),
    session: attribute('LogAttributes', 'session.id'),
    email: `LogAttributes['errata.feedback.email']`,
  },
  otel_traces: {
    user: attribute('SpanAttributes', 'user.id'),
    session: attribute('SpanAttributes', 'session.id'),
  },
}

const PERSON_TABLES: PersonTable[] = ['exceptions', 'otel_logs', 'otel_traces']

function attribute(column: string, name: string): string {
  return `if(${column}['${name}'] != '', ${column}['${name}'], ResourceAttributes['${name}'])`
}

/** A condition on the rows of a table. */
export function isOfPerson(table: PersonTable | OtherTable, sets: IdSets): string {
  const { user, session, email } = IDS[table]
  const isOfAddress = email === undefined ? '' : `(${email} != '' AND ${email} IN ${sets.users}) OR `
  return `(${isOfAddress}${user} IN ${sets.users} OR ${session} IN ${sets.sessions} OR (${user} = ''
    AND if(${session} != '', ${session} IN ${sets.visits}, TraceId != '' AND TraceId IN ${sets.traces})))`
}

/** A condition on `snapshots`. `errors`: a condition on `exceptions`; snapshots of those errors count too. */
export function isSnapshotOf(errors: string, sets: IdSets | null): string {
  const ids = 'arrayConcat(groupArray(toString(GivenDigest)), groupArray(toString(Digest)))'
  const ofErrors = (column: string): string => `(SELECT ${column} FROM exceptions WHERE ${errors})`
  const isOfError = `(Digest != '' AND Digest IN ${ofErrors('Digest')}
    OR hasAny(GivenDigests, ${ofErrors(ids)}))`
  return sets === null ? isOfError : `(${isOfError} OR ${isOfPerson('snapshots', sets)})`
}

/** The sessions in which a row names one of the users. */
export function visitsQuery({ users }: Pick<IdSets, 'users'>): string {
  const traces = `SELECT TraceId FROM trace_users WHERE Name = 'user.id' AND Value IN ${users}`
  return PERSON_TABLES.map((table) => {
    const { user, session } = IDS[table]
    // The index of traces finds the few granules of a user's spans.
    const inTraces = table === 'otel_traces' ? `TraceId IN (${traces}) AND` : ''
    return `SELECT ${session} AS Value FROM ${table}
      WHERE ${inTraces} ${user} IN ${users} AND ${session} != ''`
  }).join(' UNION DISTINCT ')
}

/** The traces in which a row names one of the users or sessions. */
export function tracesQuery(sets: Omit<IdSets, 'traces'>): string {
  const { users, sessions, visits } = sets
  const inRows = (['exceptions', 'otel_logs'] as const).map((table) => {
    const { user, session } = IDS[table]
    return `SELECT TraceId FROM ${table} WHERE TraceId != '' AND (${user} IN ${users}
      OR ${session} IN ${sessions} OR (${user} = '' AND ${session} != '' AND ${session} IN ${visits}))`
  })
  return [
    // With its table, because `Value` alone would be the alias: the trace.
    `SELECT TraceId AS Value FROM trace_users WHERE (Name = 'user.id' AND trace_users.Value IN ${users})
      OR (Name = 'session.id'
        AND (trace_users.Value IN ${sessions} OR trace_users.Value IN ${visits}))`,
    ...inRows,
  ].join(' UNION DISTINCT ')
}

/** Of one person, by parameters: for a preview and an export. */
export function setsOf({ kind, id }: Person): { sets: IdSets; parameters: Parameters } {
  const ids = '({person:String})'
  const [users, sessions] = kind === 'user' ? [ids, NOBODY] : [NOBODY, ids]
  const named = { users, sessions, visits: kind === 'user' ? `(${visitsQuery({ users })})` : NOBODY }
  return { sets: { ...named, traces: `(${tracesQuery(named)})` }, parameters: { person: id } }
}

const NOBODY = "(SELECT '' WHERE 0)"

/** Of all requests with these ids, by their rows in `forget_values`. */
export function setsOfRequests(requests: string[]): IdSets {
  return {
    users: valuesOf('user', requests),
    sessions: valuesOf('session', requests),
    visits: valuesOf('visit', requests),
    traces: valuesOf('trace', requests),
  }
}

export type ValueKind =
  | 'user'
  | 'session'
  | 'issue'
  | 'digest'
  | 'feedback'
  | 'visit'
  | 'trace'
  | 'touched'
  | 'search'
  | 'run'

/** `requests`: UUIDs, which become a part of a statement. */
export function valuesOf(kind: ValueKind, requests: string[]): string {
  const ids = requests.map((id) => `'${id}'`).join()
  return `(SELECT Value FROM forget_values WHERE Kind = '${kind}' AND Request IN (${ids}))`
}
