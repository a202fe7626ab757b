// What a user saw at an error, found by the digest of the error; and a document for a frame, with a policy of
// its own.
import type {
  EventSnapshot,
  SnapshotAction,
  SnapshotAnswer,
  SnapshotReason,
} from '../../../contract/snapshots.ts'
import { readDigest } from '../../../contract/digest.ts'
import type { SnapshotEvent, UnreadSheet } from '../../../server/snapshot.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import { integer, ofPath } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { HttpError } from '../../../server/http-error.ts'
import { sheetsOf, withBuildStyles } from './build-styles.ts'
import { BASE_STYLES, frameStyles, isDarkPage, withFrameStyles } from './frame-styles.ts'

type Row = {
  source: 'errata' | 'sentry'
  ms: number
  html: string
  css: string
  texts: number
  inputs: number
  bytes: number
  width: number
  height: number
  reason: string
  events: string
  unread: string
  pages: string[]
  service: string
  release: string
}

export type SnapshotContext = WithEngine & { sourceMaps: Pick<SourceMaps, 'index' | 'readStyles'> }

/**
 * Nothing loads and nothing runs, whatever is in the document, and it has an origin of its own. Only the
 * console shows it.
 */
const FRAME_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
/** In the document as well, for a copy of it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const REASONS: Record<SnapshotReason, string> = {
  elements: 'No snapshot was taken: the page has more than 20,000 elements.',
  size: 'No snapshot was taken: the page is too large, more than 128 KB compressed.',
  gone: 'No snapshot was taken: the application had removed the page before the error was reported.',
}

const DIGEST = ofPath('The digest of an event, in any spelling, or the id that a framework gave.')

const PAGE = integer('A moment before the error, by `page` of an action. Default: the error.', {
  min: 0,
  max: 100,
  fallback: null,
})

export const snapshotPath = path('GET /api/events/:digest/snapshot', {
  summary: 'What the user saw at an error: a masked copy of the page',
  parameters: { digest: DIGEST },
  answer: 'SnapshotAnswer',
  async handle({ parameters: { digest } }, context: SnapshotContext): Promise<SnapshotAnswer> {
    const { row, html, css } = await readContents(context, digest, null)
    const { reason: _, ...answer } = toSnapshot(row, context.sourceMaps)
    return { ...answer, html, css }
  },
})

export const framePath = path('GET /api/events/:digest/snapshot/frame', {
  summary: 'The same as a document that loads and runs nothing',
  parameters: { digest: DIGEST, page: PAGE },
  answer: 'text/html',
  headers: {
    'content-security-policy': FRAME_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  },
  async handle({ parameters: { digest, page } }, context: SnapshotContext): Promise<string> {
    const { html, css } = await readContents(context, digest, page)
    const head =
      '<head><meta charset="utf-8"><meta name="color-scheme" content="light">' +
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${BASE_STYLES}</style>` +
      `<style>${css}</style></head>`
    return `<!doctype html>${html.replace('<head></head>', () => head)}`
  },
})

/** Of an event that is in the tables; null: without one. */
export async function snapshotOf(
  engine: Engine,
  digest: string,
  sourceMaps: Pick<SourceMaps, 'index'>,
): Promise<EventSnapshot | null> {
  // The engine knows the number of rows. Where no page sends snapshots, an event takes no further query.
  if ((await queryNumber(engine, 'SELECT count() AS value FROM snapshots')) === 0) return null
  const row = await readRow(engine, digest)
  return row === undefined ? null : toSnapshot(row, sourceMaps)
}

/** A page comes before a reason. Undefined: nothing was sent, or the event is not stored. */
async function readRow(engine: Engine, digest: string): Promise<Row | undefined> {
  const ids = "arrayFilter(id -> id != '', [toString(Digest), toString(GivenDigest)])"
  const [row] = await engine.query<Row>(
    `SELECT Source AS source, toUnixTimestamp64Milli(Timestamp) AS ms, Html AS html, Css AS css,
       Texts AS texts, Inputs AS inputs, Bytes AS bytes, Width AS width, Height AS height, Reason AS reason,
       Events AS events, Unread AS unread, Pages AS pages, event.service AS service, event.release AS release
     FROM (SELECT *, arrayJoin(arrayFilter(id -> id != '', arrayConcat([Digest], GivenDigests))) AS id
       FROM snapshots FINAL) AS snapshot
     INNER JOIN (SELECT arrayJoin(${ids}) AS id, toString(any(ServiceName)) AS service,
         toString(any(Release)) AS release
       FROM exceptions WHERE Digest = {digest:String} OR GivenDigest = {given:String} GROUP BY id) AS event
       ON event.id = snapshot.id
     ORDER BY reason = '' DESC, ms DESC LIMIT 1`,
    { digest: readDigest(digest) ?? digest, given: digest },
  )
  return row
}

/** Throws a 404 with the reason. */
async function readContents(
  { engine, sourceMaps }: SnapshotContext,
  digest: string,
  page: number | null,
): Promise<{ row: Row; html: string; css: string }> {
  const row = await readRow(engine, digest)
  if (row === undefined) throw new HttpError(404, 'There is no snapshot of this event.')
  const reason = reasonOf(row)
  if (reason !== null) throw new HttpError(404, REASONS[reason])
  const htmlHash = page === null ? row.html : row.pages[page]
  if (htmlHash === undefined) throw new HttpError(404, 'There is no such page in the snapshot of this event.')
  const contents = await engine.query<{ hash: string; data: string }>(
    `SELECT Hash AS hash, Data AS data FROM snapshot_contents
     WHERE Hash IN {hashes:Array(String)} LIMIT 1 BY Hash`,
    { hashes: [htmlHash, row.css] },
  )
  const contentOf = (hash: string): string => contents.find((each) => each.hash === hash)?.data ?? ''
  const html = contentOf(htmlHash)
  if (html === '') throw new HttpError(404, 'The snapshot of this event is no longer stored.')
  const build = { maps: sourceMaps, build: row }
  const css = await withBuildStyles(contentOf(row.css), unreadOf(row), build)
  const isDark = isDarkPage(html)
  return { row, html: withFrameStyles(html, isDark), css: frameStyles(css, isDark) }
}

function unreadOf({ unread }: Row): UnreadSheet[] {
  return JSON.parse(unread) as UnreadSheet[]
}

function toSnapshot(row: Row, sourceMaps: Pick<SourceMaps, 'index'>): EventSnapshot {
  return {
    kind: row.source === 'sentry' ? 'rrweb' : 'dom',
    at: new Date(row.ms).toISOString(),
    masked: { texts: row.texts, inputs: row.inputs },
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    reason: reasonOf(row),
    events: (JSON.parse(row.events) as SnapshotEvent[]).map(({ at, ...event }): SnapshotAction => ({
      ...event,
      at: new Date(at).toISOString(),
    })),
    sheets: sheetsOf(unreadOf(row), sourceMaps, row),
  }
}

function reasonOf({ reason }: Row): SnapshotReason | null {
  return Object.hasOwn(REASONS, reason) ? (reason as SnapshotReason) : null
}
