// Items of an envelope of a Sentry SDK, `replay_event` and `replay_recording`, as a snapshot.
import { isObject } from '../../server/json.ts'
import type { Snapshot, SnapshotEvent } from '../../server/snapshot.ts'
import { MarkupTooLargeError, toMarkup } from './markup.ts'
import { instantOf, sizeOf } from './read-page.ts'
import { readMoments, type Moment } from './recording.ts'
import type { RecordedPage } from './recorded-page.ts'
import { joinSheets, shadowSheets, type Sheet } from './sheets.ts'
import { harmlessStyles } from '../../server/harmless-styles.ts'

/** `errors`: ids of the errors. `at`: of the first of them, in milliseconds since 1970; null: not known. */
export type RecordingContext = Pick<Snapshot, 'service' | 'session' | 'user' | 'trace'> & {
  errors: string[]
  at: number | null
}

/** Characters of the HTML of all moments. */
const MAX_PAGES_LENGTH = 4_000_000

/** Null: the recording has no complete page. `bytes`: as it was sent. */
export function readRecording(
  events: unknown,
  { errors, at, ...about }: RecordingContext,
  { bytes, scrub }: { bytes: number; scrub: Scrub },
): Snapshot | null {
  if (!Array.isArray(events)) return null
  // Without the time of the error: SDKs send what they have at the error.
  const recording = readMoments(events, at ?? Infinity) ?? readMoments(events, Infinity)
  if (recording === null) return null
  const { page } = recording
  const html = toHtml(page, scrub)
  const { css, unread } = joinSheets(harmlessSheets(page.sheets))
  const moments = recording.moments.map(({ text, ...each }) => ({ ...each, text: scrub(text) }))
  return {
    source: 'sentry',
    digest: '',
    givenDigests: errors,
    at: instantOf(recording.at),
    ...about,
    width: sizeOf(recording.width),
    height: sizeOf(recording.height),
    html,
    css,
    unread: [...unread, ...shadowSheets(page.shadowSheets.flat())],
    texts: [...html.matchAll(/>[^<]*\*\*[^<]*</g)].length,
    inputs: [...html.matchAll(/ value="\*/g)].length,
    bytes,
    reason: null,
    ...toEvents(moments, scrub),
  }
}

type Scrub = (text: string) => string

function toHtml({ root, shadowSheets: sheets }: RecordedPage, scrub: Scrub): string {
  const styles = sheets.map((each) => {
    const css = each.filter((sheet) => typeof sheet === 'string')
    return harmlessStyles(css.join('\n'))
  })
  return toMarkup(root, { scrub, stylesOf: (position) => styles[Number(position)] ?? '' })
}

/** Empty: the page was too large at that moment. */
function htmlOrEmpty(page: RecordedPage, scrub: Scrub): string {
  try {
    return toHtml(page, scrub)
  } catch (error) {
    if (error instanceof MarkupTooLargeError) return ''
    throw error
  }
}

function harmlessSheets(sheets: Sheet[]): Sheet[] {
  return sheets.map((sheet) => (typeof sheet === 'string' ? harmlessStyles(sheet) : sheet))
}

/** Pages of the last moments as far as there is space, each once. They have the styles of the last page. */
function toEvents(moments: Moment[], scrub: Scrub): Pick<Snapshot, 'events' | 'pages'> {
  const pages: string[] = []
  let length = 0
  const events = moments.toReversed().map(({ at, text, page }): SnapshotEvent => {
    const event = { at: instantOf(at), text }
    const html = page && length < MAX_PAGES_LENGTH ? htmlOrEmpty(page, scrub) : ''
    length += html.length
    if (html === '' || length > MAX_PAGES_LENGTH) return { ...event, page: null }
    const same = pages.indexOf(html)
    return { ...event, page: same === -1 ? pages.push(html) - 1 : same }
  })
  return { events: events.toReversed(), pages }
}

/** The payload of `replay_recording`: a line of JSON, and the events, which most SDKs compress. */
export function splitRecording(payload: Buffer): { events: Buffer; isCompressed: boolean } {
  const events = payload.subarray(payload.indexOf(0x0a) + 1)
  return { events, isCompressed: events[0] === 0x78 }
}

/** Ids of the errors of a recording. */
export function errorsOf(replay: unknown): string[] {
  const ids = isObject(replay) && Array.isArray(replay['error_ids']) ? replay['error_ids'] : []
  return ids
    .flatMap((id) => (typeof id === 'string' ? id.replaceAll('-', '').toLowerCase() : []))
    .filter((id) => /^[\da-f]{32}$/.test(id))
    .slice(0, 20)
}
