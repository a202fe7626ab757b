// GET /api/events/:digest, and the latest event of an issue.
import { readDigest } from '../rows/digest.ts'
import { framesOf } from '../issue/culprit.ts'
import type { QueryContext } from '../issues/query-context.ts'
import type { OccurrenceKey } from '../occurrences/occurrences.ts'
import { exactInstant } from '../rfc3339.ts'
import type { Breadcrumb, Cause, Event } from './contract.ts'
import { HttpError } from './http/http-error.ts'

/** The JSON in the column `Occurrence`. */
type StoredEvent = Omit<
  Event,
  'at' | 'frames' | 'causes' | 'componentStack' | 'breadcrumbs' | 'previous' | 'next'
> & {
  resource: Record<string, string>
}

type Row = { ns: string; occurrence: string }

/** Characters of a digest that a framework gave. */
const MAX_GIVEN_DIGEST = 256

/** Attributes that have a field of their own in the answer. */
const FIELD_ATTRIBUTES = new Set([
  'errata.digest',
  'errata.fingerprint',
  'errata.culprit',
  'errata.browser',
  'errata.os',
  'errata.mechanism',
  'errata.react.component_stack',
  'errata.cause',
  'errata.breadcrumbs',
  'url.full',
  'user.id',
  'session.id',
  'service.name',
  'service.version',
  'deployment.environment.name',
])

export async function event(context: QueryContext, text: string): Promise<Event> {
  const key = await findKey(context, text)
  const row = key && (await readRow(context, [key.fingerprint], key.ns, key.digest))
  if (!row)
    throw new HttpError(
      404,
      'No occurrence has this digest. It may have been dropped, or not have arrived yet.',
    )
  return toEvent(context, row)
}

/** The newest occurrence of an issue; null: retention has dropped all. */
export async function latestEvent(context: QueryContext, issueId: string): Promise<Event | null> {
  const fingerprints = context.merges.fingerprintsOf(issueId)
  const ranges = await context.issueCache.seenRanges(fingerprints)
  const last = fingerprints.reduce((latest, fingerprint) => {
    const seen = ranges.get(fingerprint)?.last ?? 0n
    return seen > latest ? seen : latest
  }, 0n)
  const row = await readRow(context, fingerprints, last)
  return row ? toEvent(context, row) : null
}

/** A digest of Errata, else one that a framework gave. */
async function findKey({ occurrences }: QueryContext, text: string): Promise<OccurrenceKey | null> {
  const digest = readDigest(text)
  const key = digest === null ? null : await occurrences.find(digest)
  if (key) return key
  const givenDigest = text.trim()
  if (givenDigest === '' || givenDigest.length > MAX_GIVEN_DIGEST) return null
  return occurrences.findGiven(givenDigest)
}

/** The row of that instant, which the table's key finds. Without a digest: the first of that instant in lists. */
async function readRow(
  { engine }: QueryContext,
  fingerprints: string[],
  ns: bigint,
  digest = '',
): Promise<Row | undefined> {
  const [row] = await engine.query<Row>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Occurrence AS occurrence FROM exceptions
     WHERE IssueId IN {fingerprints:Array(String)}
       AND exceptions.Timestamp = fromUnixTimestamp64Nano({ns:Int64})
       AND (Digest = {digest:String} OR {digest:String} = '')
     ORDER BY Digest DESC LIMIT 1`,
    { fingerprints, ns: String(ns), digest },
  )
  return row
}

async function toEvent({ merges, occurrences }: QueryContext, row: Row): Promise<Event> {
  const { resource, ...stored } = JSON.parse(row.occurrence) as StoredEvent
  const issueId = merges.issueOf(stored.issueId)
  const fingerprints = merges.fingerprintsOf(issueId)
  const key = { fingerprint: stored.issueId, ns: BigInt(row.ns), digest: stored.digest }
  const [previous, next] = await Promise.all([
    occurrences.previous(fingerprints, key),
    occurrences.next(fingerprints, key),
  ])
  const attributes = { ...resource, ...stored.attributes }
  return {
    ...stored,
    issueId,
    at: exactInstant(key.ns),
    frames: framesOf(stored.stacktrace, stored.url),
    causes: causesOf(attributes['errata.cause'], stored.url),
    componentStack: attributes['errata.react.component_stack'] ?? '',
    breadcrumbs: breadcrumbsOf(attributes['errata.breadcrumbs']),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([name]) => !FIELD_ATTRIBUTES.has(name)),
    ),
    previous,
    next,
  }
}

function causesOf(json: string | undefined, page: string): Cause[] {
  return parseObjects(json).map((cause) => ({
    type: textOf(cause['type']),
    message: textOf(cause['message']),
    frames: framesOf(textOf(cause['stacktrace']), page),
  }))
}

function breadcrumbsOf(json: string | undefined): Breadcrumb[] {
  return parseObjects(json).map((crumb) => ({
    at: instantOf(crumb['at']),
    kind: textOf(crumb['kind']),
    text: textOf(crumb['text']),
  }))
}

/** A list of objects that a page sent as JSON; whatever is not one is left out. */
function parseObjects(json: string | undefined): Record<string, unknown>[] {
  if (!json) return []
  try {
    const list: unknown = JSON.parse(json)
    if (!Array.isArray(list)) return []
    return list.filter((item) => typeof item === 'object' && item !== null) as Record<string, unknown>[]
  } catch {
    // Pages may send anything.
    return []
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instantOf(value: unknown): string {
  const date = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
