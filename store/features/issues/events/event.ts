// An occurrence by its digest with its position in its issue, and the latest one of an issue.
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import { all, oneOf } from '../../../database/engine/condition.ts'
import { readDigest } from '../../../../contract/digest.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import type { QueryContext } from '../query-context.ts'
import type { OccurrenceRow } from '../../../ingest/journal/read-occurrence.ts'
import type { OccurrenceKey } from '../../../occurrences/occurrences.ts'
import { exactInstant, greatest } from '../../../database/instants.ts'
import type { Event, EventClaim, EventPosition } from '../../../../contract/issues.ts'
import { filtersOf, optionalFilters, type Filters } from '../../../http/filters.ts'
import { ofPath, text } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { parseStoredEvent } from './stored-event.ts'
import { causesOf } from '../../../ingest/grouping/culprit.ts'
import { readBuild } from '../suspects/release-commits.ts'
import { readStack } from './mapped-stack.ts'
import { snapshotOf } from '../../snapshots/index.ts'

/**
 * Of a row without details: the column `Occurrence` of the others. Not in the query of those: it reads twenty
 * columns, and takes as long as all the rest.
 */
const SLIM_OCCURRENCE = `toJSONString(CAST(
  (Digest, IssueId, ServiceName, Release, Environment, Type, Message, Severity, Mechanism, '',
    TraceId, SpanId, Url, UserId, SessionId, Browser, Os, map('http.route', Route), ResourceAttributes),
  'Tuple(digest String, issueId String, service String, release String, environment String, type String,
    message String, severity UInt8, mechanism String, stacktrace String, traceId String, spanId String,
    url String, userId String, sessionId String, browser String, os String, attributes Map(String, String),
    resource Map(String, String))'))`

/** Nothing is stored from before 1970, nor from after what the engine's instants end with. */
const ANY_TIME = filtersOf({ from: 0n, to: 2n ** 63n - 1n })

/** Characters of a digest that a framework gave. */
const MAX_GIVEN_DIGEST = 256

export const eventPath = path('GET /api/events/:digest', {
  summary: 'The occurrence with a digest, or with the id that a framework gave it',
  parameters: {
    digest: ofPath('A digest, in any spelling, or the id that a framework gave.'),
    issue: text('Of several occurrences with this digest, the first one of this issue.'),
    filters: optionalFilters(),
  },
  answer: 'Event',
  /** With filters, its position and the previous and next event are among the occurrences that match. */
  async handle({ parameters: { digest, issue, filters } }, context: QueryContext): Promise<Event> {
    const keys = await findKeys(context, digest)
    const ofIssue = keys.find(({ fingerprint }) => context.merges.issueOf(fingerprint) === issue)
    const key = ofIssue ?? keys[0]
    const row = key && (await readKey(context, key))
    if (!row) throw eventNotFound()
    const stored = await toEvent(context, row)
    const fingerprints = context.merges.fingerprintsOf(stored.issueId)
    const [position, claims] = await Promise.all([
      readPosition(context, fingerprints, key, filters),
      Promise.all(keys.filter((other) => other !== key).map((other) => readClaim(context, other))),
    ])
    return { ...stored, ...position, ...(claims.length > 0 && { claims }) }
  },
})

export function eventNotFound(): HttpError {
  return new HttpError(
    404,
    'No occurrence has this digest. It may have been deleted, or may not have arrived yet.',
  )
}

/** The newest occurrence of an issue; null: retention has deleted all. */
export async function latestEvent(context: QueryContext, issueId: string): Promise<Event | null> {
  const fingerprints = context.merges.fingerprintsOf(issueId)
  const index = await context.issueCache.index(fingerprints)
  const last = greatest(0n, ...fingerprints.map((fingerprint) => index.range(fingerprint)?.last ?? 0n))
  const row = await readRow(context.engine, fingerprints, last)
  if (!row) return null
  const stored = await toEvent(context, row)
  const key = { fingerprint: stored.issueId, ns: last, digest: stored.digest }
  return { ...stored, previous: await context.occurrences.previous(fingerprints, key), next: null }
}

/** An occurrence of an issue; null: it is not stored any more. */
export async function readOccurrence(
  context: QueryContext,
  fingerprints: string[],
  { ns, digest }: Pick<OccurrenceKey, 'ns' | 'digest'>,
): Promise<Omit<Event, 'previous' | 'next'> | null> {
  const row = await readRow(context.engine, fingerprints, ns, digest)
  return row ? toEvent(context, row) : null
}

/** Of a digest of Errata, the one that was stored first leads; else of one that a framework gave. */
export async function findKeys({ occurrences }: QueryContext, text: string): Promise<OccurrenceKey[]> {
  const digest = readDigest(text)
  const keys = digest === null ? [] : await occurrences.claims(digest)
  if (keys.length > 0) return keys
  const givenDigest = text.trim()
  if (givenDigest === '' || givenDigest.length > MAX_GIVEN_DIGEST) return []
  const key = await occurrences.findGiven(givenDigest)
  return key === null ? [] : [key]
}

async function readClaim(context: QueryContext, key: OccurrenceKey): Promise<EventClaim> {
  const { fingerprint, ns } = key
  const row = await readKey(context, key)
  const service = row === undefined ? '' : parseStoredEvent(row.occurrence).service
  return { issueId: context.merges.issueOf(fingerprint), service, at: exactInstant(ns) }
}

/** What the journal does not have is in the tables. */
async function readKey(
  { pending, tables }: QueryContext,
  key: OccurrenceKey,
): Promise<OccurrenceRow | undefined> {
  return pending.find(key) ?? readRow(tables, [key.fingerprint], key.ns, key.digest)
}

/** The row of that instant, by the table's key. Without a digest: the one that lists show first. */
async function readRow(
  engine: Engine,
  fingerprints: string[],
  ns: bigint,
  digest?: string,
): Promise<OccurrenceRow | undefined> {
  const where = all([
    isOfIssue(fingerprints),
    { sql: 'exceptions.Timestamp = fromUnixTimestamp64Nano({ns:Int64})', parameters: { ns: String(ns) } },
    ...(digest === undefined ? [] : oneOf('Digest', 'digest', [digest])),
  ])
  const [row] = await engine.query<OccurrenceRow & Pick<OccurrenceKey, 'fingerprint' | 'digest'>>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS ns,
       toFloat64(toUnixTimestamp64Milli(Received)) AS received, IsSlim AS isSlim, Occurrence AS occurrence,
       IssueId AS fingerprint, Digest AS digest
     FROM exceptions WHERE ${where.sql} ORDER BY Digest DESC LIMIT 1`,
    where.parameters,
  )
  return row?.isSlim === 1 ? { ...row, occurrence: await readSlim(engine, { ...row, ns }) } : row
}

async function readSlim(engine: Engine, { fingerprint, ns, digest }: OccurrenceKey): Promise<string> {
  const [row] = await engine.query<{ occurrence: string }>(
    `SELECT ${SLIM_OCCURRENCE} AS occurrence FROM exceptions
     WHERE IssueId = {fingerprint:String} AND Digest = {digest:String}
       AND exceptions.Timestamp = fromUnixTimestamp64Nano({ns:Int64}) LIMIT 1`,
    { fingerprint, digest, ns: String(ns) },
  )
  return row!.occurrence
}

async function toEvent(context: QueryContext, row: OccurrenceRow): Promise<Omit<Event, 'previous' | 'next'>> {
  const { engine, merges } = context
  const { stack, components, causes, ...stored } = parseStoredEvent(row.occurrence)
  const issueId = merges.issueOf(stored.issueId)
  const ns = BigInt(row.ns)
  const withBuild = { ...context, build: await readBuild(engine, stored.service, stored.release) }
  const [{ frames, mapping, commit }, { text: componentStack }, readableCauses, snapshot] = await Promise.all(
    [
      readStack(withBuild, stack, stored.url),
      readStack(withBuild, components, stored.url),
      Promise.all(causes.map((cause) => readStack(withBuild, cause.stack, stored.url))),
      snapshotOf(context.tables, stored.digest, context.sourceMaps),
    ],
  )
  return {
    ...stored,
    issueId,
    at: exactInstant(ns),
    ...(row.received > 0 && { received: new Date(row.received).toISOString() }),
    ...(row.isSlim === 1 && {
      slim: { nearest: await nearestWhole(engine, merges.fingerprintsOf(issueId), ns) },
    }),
    frames,
    mapping,
    ...(commit && { commit }),
    ...(snapshot && { snapshot }),
    componentStack,
    causes:
      causes.length === 0
        ? causesOf(stack.sent.text, stored.url)
        : causes.map(({ type, message }, index) => ({
            type,
            message,
            frames: readableCauses[index]!.frames,
          })),
  }
}

/** The digest of the occurrence with all details that is nearest in time. */
async function nearestWhole(engine: Engine, fingerprints: string[], ns: bigint): Promise<string | null> {
  const ofIssue = isOfIssue(fingerprints)
  const at = 'fromUnixTimestamp64Nano({ns:Int64})'
  const one = (order: string, side: string): string =>
    `(SELECT Digest, abs(toUnixTimestamp64Nano(Timestamp) - {ns:Int64}) AS distance FROM exceptions
      WHERE ${ofIssue.sql} AND IsSlim = 0 AND Timestamp ${side} ${at}
      ORDER BY Timestamp ${order}, Digest LIMIT 1)`
  const [row] = await engine.query<{ digest: string }>(
    `SELECT Digest AS digest FROM (${one('DESC', '<=')} UNION ALL ${one('ASC', '>')})
     ORDER BY distance, digest LIMIT 1`,
    { ...ofIssue.parameters, ns: String(ns) },
  )
  return row?.digest ?? null
}

/** Among the occurrences of `fingerprints` that match `filters`; null: among all of them. */
async function readPosition(
  context: QueryContext,
  fingerprints: string[],
  key: OccurrenceKey,
  filters: Filters | null,
): Promise<Pick<Event, 'previous' | 'next'> & { position: EventPosition }> {
  const selection = await context.occurrences.select(filters ?? ANY_TIME, context)
  const { previous, next, ...position } = await selection.position(fingerprints, key)
  return { position, previous, next }
}
