// The body of `POST /monitoring/snapshot`, as the snapshot chunk of the SDK writes it. The sender is
// untrusted: what does not have the form is refused.
import { harmlessStyles } from '../../server/harmless-styles.ts'
import { isObject } from '../../server/json.ts'
import { SNAPSHOT_REASONS, type Snapshot, type SnapshotReason } from '../../server/snapshot.ts'
import { toMarkup, type PageElement, type PageNode } from './markup.ts'
import { joinSheets, shadowSheets, type Sheet } from './sheets.ts'

/** `message`: for the sender. */
export class SnapshotError extends Error {}

/** Characters of an id or a name. */
const MAX_ID = 200
const MAX_SIZE = 100_000
const MAX_DEPTH = 500
const DIGEST = /^[\dA-HJKMNP-TV-Z]{8}$/

/** Throws a `SnapshotError`, and a `MarkupTooLargeError`. `bytes`: of the request. */
export function readPage(body: unknown, bytes: number, scrub: (text: string) => string): Snapshot {
  if (!isObject(body)) throw new SnapshotError('The body must be a JSON object.')
  const digest = textOf(body['digest'])
  if (!DIGEST.test(digest)) throw new SnapshotError('digest must be the digest of an error.')
  const reason = SNAPSHOT_REASONS.find((each) => each === body['reason']) ?? null
  const content = reason === null ? readContent(body, scrub) : { html: '', css: '', unread: [] }
  return {
    source: 'errata',
    digest,
    givenDigests: [],
    at: instantOf(body['at']),
    service: textOf(body['service']),
    session: textOf(body['session']),
    user: textOf(body['user']),
    trace: /^[\da-f]{32}$/.exec(textOf(body['trace']))?.[0] ?? '',
    width: sizeOf(body['width']),
    height: sizeOf(body['height']),
    ...content,
    texts: countOf(body['texts']),
    inputs: countOf(body['inputs']),
    bytes,
    reason: reason satisfies SnapshotReason | null,
    events: [],
    pages: [],
  }
}

function readContent(
  body: Record<string, unknown>,
  scrub: (text: string) => string,
): Pick<Snapshot, 'html' | 'css' | 'unread'> {
  const page = toNode(body['root'], 0)
  if (page === null || typeof page === 'string')
    throw new SnapshotError('root must be an element: a list of its name, its attributes and its children.')
  if (body['dark'] === true) page.attributes['dark'] = ''
  const sheets = Array.isArray(body['css']) ? body['css'].map((css) => harmlessStyles(String(css))) : []
  const stylesOf = (positions: string): string =>
    positions
      .split(' ')
      .map((position) => sheets[Number.parseInt(position, 10)] ?? '')
      .join('\n')
  const unread = unreadOf(body['unread'])
  const pageSheets = Math.min(countOf(body['pageSheets']), sheets.length)
  // Of a sheet with imports, these come first.
  const { css, unread: ofPage } = joinSheets(
    sheets.slice(0, pageSheets).flatMap((sheet, position) => [...(unread.get(position) ?? []), sheet]),
  )
  const ofShadows = [...unread].flatMap(([position, names]) => (position < pageSheets ? [] : names))
  return {
    html: toMarkup(page, { scrub, stylesOf }),
    css,
    unread: [...ofPage, ...shadowSheets(ofShadows)],
  }
}

/** Sheets that were not read, by their position. */
function unreadOf(value: unknown): Map<number, Sheet[]> {
  const entries = (Array.isArray(value) ? value : []).filter((each): each is unknown[] => Array.isArray(each))
  const sheets = entries.map(([position, href, media]) => ({
    position: countOf(position),
    sheet: { href: typeof href === 'string' ? href : '', media: textOf(media) },
  }))
  const byPosition = Map.groupBy(sheets, ({ position }) => position)
  return new Map([...byPosition].map(([position, each]) => [position, each.map(({ sheet }) => sheet)]))
}

function toNode(value: unknown, depth: number): PageNode | null {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || depth > MAX_DEPTH) return null
  const [name, attributes, ...children] = value as unknown[]
  if (typeof name !== 'string' || !isObject(attributes)) return null
  return {
    name,
    attributes: attributesOf(attributes),
    children: children.map((child) => toNode(child, depth + 1)).filter((child) => child !== null),
  } satisfies PageElement
}

/** Their values are texts. */
function attributesOf(attributes: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(attributes)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_ID).toWellFormed() : ''
}

export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.min(Math.max(Number(value), 0), 1_000_000) : 0
}

export function sizeOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SIZE ? Math.round(value) : 0
}

/** Of a clock that is wrong by more than a day, the time of the relay. */
export function instantOf(value: unknown): number {
  const now = Date.now()
  return typeof value === 'number' && Math.abs(now - value) < 86_400_000 ? Math.round(value) : now
}
