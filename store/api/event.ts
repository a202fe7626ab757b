// GET /api/events/:digest
import type { Engine } from '../engine/engine.ts'
import { framesOf } from '../issue/culprit.ts'
import { findDigest } from '../occurrences/memory/lookup.ts'
import { readDigest } from '../rows/digest.ts'
import type { Breadcrumb, Cause, Event } from './contract.ts'
import { exactInstant } from '../rfc3339.ts'
import { neighboursOf } from '../occurrences/sql.ts'
import { Refusal } from './http/http-error.ts'
import type { Grouped } from '../issues/issue-state.ts'

/** An occurrence as the column of that name holds it. */
type Occurrence = Omit<
  Event,
  'at' | 'frames' | 'causes' | 'componentStack' | 'breadcrumbs' | 'previous' | 'next'
> & {
  resource: Record<string, string>
}

type Row = { ns: string; occurrence: string }

const COLUMNS = `toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Occurrence AS occurrence`

/** Attributes that have a place of their own in the answer. */
const TOLD = new Set([
  'errata.digest', 'errata.fingerprint', 'errata.culprit', 'errata.browser', 'errata.os', 'errata.mechanism', 'errata.react.component_stack',
  'errata.cause', 'errata.breadcrumbs', 'url.full', 'user.id', 'session.id', 'service.name', 'service.version', 'deployment.environment.name',
]) // prettier-ignore

export async function event(grouped: Grouped, given: string): Promise<Event> {
  const row = (await byDigest(grouped, given)) ?? (await byGivenDigest(grouped.engine, given))
  if (!row)
    throw new Refusal(404, 'No occurrence has this digest. It may have been let go, or not have arrived yet.')
  return whole(row, grouped)
}

/** The newest occurrence of an issue, whole. */
export async function latestEvent(grouped: Grouped, issueId: string): Promise<Event | null> {
  const { engine, merges, ledger } = grouped
  const ids = merges.fingerprintsOf(issueId)
  const lives = await ledger.lives(ids)
  const last = ids.reduce((latest, id) => greater(latest, lives.get(id)?.last ?? 0n), 0n)
  // Of several at that instant the one that lists name first.
  const row = await one(engine, 'ORDER BY Digest DESC', { ids, ns: String(last) })
  return row ? whole(row, grouped) : null
}

/** One whose issue and instant are known, which is where it lies in its table. */
async function one(
  engine: Engine,
  which: string,
  parameters: { ids: string[]; ns: string; digest?: string },
): Promise<Row | undefined> {
  const [row] = await engine.ask<Row>(
    `SELECT ${COLUMNS} FROM exceptions WHERE IssueId IN {ids:Array(String)} AND exceptions.Timestamp = fromUnixTimestamp64Nano({ns:Int64}) ${which} LIMIT 1`,
    parameters,
  )
  return row
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

async function byDigest({ engine, register }: Grouped, given: string): Promise<Row | undefined> {
  const digest = readDigest(given)
  if (digest === null) return undefined
  const place = register && findDigest(register, digest)
  if (place)
    return one(engine, 'AND Digest = {digest:String}', {
      ids: [place.fingerprint],
      ns: String(place.ns),
      digest,
    })
  return register?.holds(0n) ? undefined : newest(engine, 'Digest', digest)
}

async function byGivenDigest(engine: Engine, given: string): Promise<Row | undefined> {
  const digest = given.trim()
  return digest === '' || digest.length > 256 ? undefined : newest(engine, 'GivenDigest', digest)
}

async function newest(
  engine: Engine,
  column: 'Digest' | 'GivenDigest',
  digest: string,
): Promise<Row | undefined> {
  const sql = `SELECT ${COLUMNS} FROM exceptions WHERE ${column} = {digest:String} ORDER BY exceptions.Timestamp DESC LIMIT 1`
  const [row] = await engine.ask<Row>(sql, { digest })
  return row
}

async function whole({ ns, occurrence }: Row, grouped: Grouped): Promise<Event> {
  const { resource, ...row } = JSON.parse(occurrence) as Occurrence
  const issueId = grouped.merges.issueOf(row.issueId)
  const place = { ids: grouped.merges.fingerprintsOf(issueId), ns, digest: row.digest }
  const { previous, next } = await neighboursOf(grouped, place)
  const merged = { ...resource, ...row.attributes }
  return {
    ...row,
    issueId,
    at: exactInstant(BigInt(ns)),
    frames: framesOf(row.stacktrace, row.url),
    causes: causesOf(merged['errata.cause'], row.url),
    componentStack: merged['errata.react.component_stack'] ?? '',
    breadcrumbs: breadcrumbsOf(merged['errata.breadcrumbs']),
    attributes: Object.fromEntries(Object.entries(merged).filter(([key]) => !TOLD.has(key))),
    previous,
    next,
  }
}

/** What pages send as JSON; what is none, or has another shape, is left out. */
function listOf(json: string | undefined): Record<string, unknown>[] {
  if (!json) return []
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list)
      ? (list.filter((entry) => typeof entry === 'object' && entry !== null) as Record<string, unknown>[])
      : []
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
  return listOf(json).map((crumb) => ({
    at: instantOf(crumb['at']),
    kind: words(crumb['kind']),
    text: words(crumb['text']),
  }))
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instantOf(value: unknown): string {
  const date = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
