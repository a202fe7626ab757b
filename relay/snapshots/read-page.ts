// The body of `POST /monitoring/snapshot`, as the snapshot chunk of the SDK writes it. The sender is
// untrusted: what does not have the form is refused.
import { isObject } from '../../server/json.ts'
import { SNAPSHOT_REASONS, type Snapshot, type SnapshotReason } from '../../server/snapshot.ts'
import { toMarkup, type PageElement, type PageNode } from './markup.ts'
import { harmlessStyles } from './styles.ts'

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
  const { html, css } = reason === null ? readContent(body, scrub) : { html: '', css: '' }
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
    html,
    css,
    texts: countOf(body['texts']),
    inputs: countOf(body['inputs']),
    bytes,
    reason: reason satisfies SnapshotReason | null,
    events: [],
  }
}

function readContent(body: Record<string, unknown>, scrub: (text: string) => string) {
  const page = toNode(body['root'], 0)
  if (page === null || typeof page === 'string')
    throw new SnapshotError('root must be an element: a list of its name, its attributes and its children.')
  const css = Array.isArray(body['css']) ? body['css'].map((sheet) => harmlessStyles(String(sheet))) : []
  const stylesOf = (sheets: string): string =>
    sheets
      .split(' ')
      .map((position) => css[Number.parseInt(position, 10)] ?? '')
      .join('\n')
  const pageSheets = Math.min(countOf(body['pageSheets']), css.length)
  return {
    html: toMarkup(page, { scrub, stylesOf }),
    css: css.slice(0, pageSheets).join('\n').trim(),
  }
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
