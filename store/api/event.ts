// GET /api/events/:digest
import type { Engine } from '../engine/engine.ts'
import { framesOf } from '../issue/culprit.ts'
import { readDigest } from '../rows/digest.ts'
import type { Breadcrumb, Cause, Event } from './contract.ts'
import { rfc3339 } from './instant.ts'
import { Refusal } from './problem.ts'

type Row = Omit<Event, 'frames' | 'causes' | 'componentStack' | 'breadcrumbs' | 'previous' | 'next'> & {
  ns: string
  resource: Record<string, string>
}

const COLUMNS = `Digest AS digest, IssueId AS issueId, toString(Timestamp) AS at, toString(toUnixTimestamp64Nano(Timestamp)) AS ns, ServiceName AS service,
  Release AS release, Environment AS environment, Type AS type, Message AS message, Severity AS severity, Mechanism AS mechanism, Stacktrace AS stacktrace,
  TraceId AS traceId, SpanId AS spanId, Url AS url, UserId AS userId, SessionId AS sessionId, Browser AS browser, Os AS os,
  Attributes AS attributes, ResourceAttributes AS resource`

/** Attributes that have a place of their own in the answer. */
const TOLD = new Set([
  'errata.digest', 'errata.fingerprint', 'errata.culprit', 'errata.browser', 'errata.os', 'errata.mechanism', 'errata.react.component_stack',
  'errata.cause', 'errata.breadcrumbs', 'url.full', 'user.id', 'session.id', 'service.name', 'service.version', 'deployment.environment.name',
]) // prettier-ignore

export async function event(engine: Engine, given: string): Promise<Event> {
  const row = (await byDigest(engine, given)) ?? (await byGivenDigest(engine, given))
  if (!row) throw new Refusal(404, 'No occurrence has this digest. It may have been let go, or not have arrived yet.')
  return whole(engine, row)
}

/** The newest occurrence of an issue, whole. */
export async function latestEvent(engine: Engine, issueId: string): Promise<Event | null> {
  const sql = `SELECT ${COLUMNS} FROM exceptions WHERE IssueId = {id:String} ORDER BY Timestamp DESC, Digest DESC LIMIT 1`
  const [row] = await engine.ask<Row>(sql, { id: issueId })
  return row ? whole(engine, row) : null
}

async function byDigest(engine: Engine, given: string): Promise<Row | undefined> {
  const digest = readDigest(given)
  if (digest === null) return undefined
  const [row] = await engine.ask<Row>(
    `SELECT ${COLUMNS} FROM exceptions WHERE Digest = {digest:String} ORDER BY exceptions.Timestamp DESC LIMIT 1`,
    { digest },
  )
  return row
}

async function byGivenDigest(engine: Engine, given: string): Promise<Row | undefined> {
  const digest = given.trim()
  if (digest === '' || digest.length > 256) return undefined
  const [row] = await engine.ask<Row>(
    `SELECT ${COLUMNS} FROM exceptions WHERE GivenDigest = {digest:String} ORDER BY exceptions.Timestamp DESC LIMIT 1`,
    { digest },
  )
  return row
}

async function whole(engine: Engine, { ns, resource, ...row }: Row): Promise<Event> {
  const [previous, next] = await Promise.all([neighbour(engine, row, ns, 'previous'), neighbour(engine, row, ns, 'next')])
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

async function neighbour(
  engine: Engine,
  row: { issueId: string; digest: string },
  ns: string,
  direction: keyof typeof DIRECTIONS,
): Promise<string | null> {
  const [than, order] = DIRECTIONS[direction]
  const rows = await engine.ask<{ digest: string }>(
    `SELECT Digest AS digest FROM exceptions WHERE IssueId = {id:String} AND (Timestamp, Digest) ${than} (fromUnixTimestamp64Nano({ns:Int64}), {digest:String})
     ORDER BY Timestamp ${order}, Digest ${order} LIMIT 1`,
    { id: row.issueId, ns, digest: row.digest },
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
