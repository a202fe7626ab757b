// GET /api/events/:digest
import type { Engine } from '../engine/engine.ts'
import { framesOf } from '../issue/culprit.ts'
import { readDigest } from '../rows/digest.ts'
import type { Breadcrumb, Cause, Event } from './contract.ts'
import { rfc3339 } from './instant.ts'
import { Refusal } from './problem.ts'

type Row = Omit<Event, 'frames' | 'causes' | 'componentStack' | 'breadcrumbs' | 'previous' | 'next'> & {
  resource: Record<string, string>
}

/** Where an occurrence lies in its table. */
type Place = { issueId: string; ns: string; digest: string }

const PLACE = `IssueId AS issueId, toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Digest AS digest`

const COLUMNS = `Digest AS digest, IssueId AS issueId, toString(Timestamp) AS at, ServiceName AS service,
  Release AS release, Environment AS environment, Type AS type, Message AS message, Severity AS severity, Mechanism AS mechanism, Stacktrace AS stacktrace,
  TraceId AS traceId, SpanId AS spanId, Url AS url, UserId AS userId, SessionId AS sessionId, Browser AS browser, Os AS os,
  Attributes AS attributes, ResourceAttributes AS resource`

/** Attributes that have a place of their own in the answer. */
const TOLD = new Set([
  'errata.digest', 'errata.fingerprint', 'errata.culprit', 'errata.browser', 'errata.os', 'errata.mechanism', 'errata.react.component_stack',
  'errata.cause', 'errata.breadcrumbs', 'url.full', 'user.id', 'session.id', 'service.name', 'service.version', 'deployment.environment.name',
]) // prettier-ignore

export async function event(engine: Engine, given: string): Promise<Event> {
  const place = (await byDigest(engine, given)) ?? (await byGivenDigest(engine, given))
  const found = place ? await eventAt(engine, place) : null
  if (!found) throw new Refusal(404, 'No occurrence has this digest. It may have been let go, or not have arrived yet.')
  return found
}

/** The newest occurrence of an issue, whole. */
export async function latestEvent(engine: Engine, issueId: string): Promise<Event | null> {
  const [place] = await engine.ask<Place>(
    `SELECT ${PLACE} FROM exceptions WHERE IssueId = {id:String} AND Timestamp = (SELECT max(Timestamp) FROM exceptions WHERE IssueId = {id:String})
     ORDER BY Digest DESC LIMIT 1`,
    { id: issueId },
  )
  return place ? eventAt(engine, place) : null
}

async function byDigest(engine: Engine, given: string): Promise<Place | undefined> {
  const digest = readDigest(given)
  return digest === null ? undefined : newest(engine, 'Digest', digest)
}

async function byGivenDigest(engine: Engine, given: string): Promise<Place | undefined> {
  const digest = given.trim()
  return digest === '' || digest.length > 256 ? undefined : newest(engine, 'GivenDigest', digest)
}

/** Where the newest occurrence with the digest lies. Its text is read only there: an index that errs would have it read in vain. */
async function newest(engine: Engine, column: 'Digest' | 'GivenDigest', digest: string): Promise<Place | undefined> {
  const sql = `SELECT ${PLACE} FROM exceptions WHERE ${column} = {digest:String} ORDER BY Timestamp DESC LIMIT 1`
  const [place] = await engine.ask<Place>(sql, { digest })
  return place
}

async function eventAt(engine: Engine, place: Place): Promise<Event | null> {
  const [[row], previous, next] = await Promise.all([
    engine.ask<Row>(
      `SELECT ${COLUMNS} FROM exceptions WHERE IssueId = {issueId:String} AND Timestamp = fromUnixTimestamp64Nano({ns:Int64})
         AND Digest = {digest:String} LIMIT 1`,
      place,
    ),
    neighbour(engine, place, 'previous'),
    neighbour(engine, place, 'next'),
  ])
  return row ? whole(row, previous, next) : null
}

function whole({ resource, ...row }: Row, previous: string | null, next: string | null): Event {
  const merged = { ...resource, ...row.attributes }
  return {
    ...row,
    at: rfc3339(row.at),
    frames: framesOf(row.stacktrace, row.url),
    causes: causesOf(merged['errata.cause'], row.url),
    componentStack: merged['errata.react.component_stack'] ?? '',
    breadcrumbs: breadcrumbsOf(merged['errata.breadcrumbs']),
    attributes: Object.fromEntries(Object.entries(merged).filter(([key]) => !TOLD.has(key))),
    previous,
    next,
  }
}

const DIRECTIONS = { previous: ['<', 'DESC'], next: ['>', 'ASC'] } as const

async function neighbour(engine: Engine, place: Place, direction: keyof typeof DIRECTIONS): Promise<string | null> {
  const [than, order] = DIRECTIONS[direction]
  // The bound by Timestamp alone is what the key can use: with the pair alone all of the issue is read.
  const rows = await engine.ask<{ digest: string }>(
    `SELECT Digest AS digest FROM exceptions WHERE IssueId = {issueId:String} AND Timestamp ${than}= fromUnixTimestamp64Nano({ns:Int64})
       AND (Timestamp, Digest) ${than} (fromUnixTimestamp64Nano({ns:Int64}), {digest:String})
     ORDER BY Timestamp ${order}, Digest ${order} LIMIT 1`,
    place,
  )
  return rows[0]?.digest ?? null
}

/** What pages send as JSON; what is none, or has another shape, is left out. */
function listOf(json: string | undefined): Record<string, unknown>[] {
  if (!json) return []
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? (list.filter((entry) => typeof entry === 'object' && entry !== null) as Record<string, unknown>[]) : []
  } catch {
    return []
  }
}

function causesOf(json: string | undefined, page: string): Cause[] {
  return listOf(json).map((cause) => ({
    type: words(cause['type']),
    message: words(cause['message']),
    frames: framesOf(words(cause['stacktrace']), page),
  }))
}

function breadcrumbsOf(json: string | undefined): Breadcrumb[] {
  return listOf(json).map((crumb) => ({ at: instantOf(crumb['at']), kind: words(crumb['kind']), text: words(crumb['text']) }))
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instantOf(value: unknown): string {
  const date = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
