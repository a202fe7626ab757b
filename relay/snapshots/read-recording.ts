// Items of an envelope of a Sentry SDK, `replay_event` and `replay_recording`, as a snapshot.
import { isObject } from '../../server/json.ts'
import type { Snapshot } from '../../server/snapshot.ts'
import { toMarkup } from './markup.ts'
import { instantOf, sizeOf } from './read-page.ts'
import { pageOf } from './recording.ts'
import { harmlessStyles } from './styles.ts'

/** `errors`: ids of the errors. `at`: of the first of them, in milliseconds since 1970; null: not known. */
export type RecordingContext = Pick<Snapshot, 'service' | 'session' | 'user' | 'trace'> & {
  errors: string[]
  at: number | null
}

/** Null: the recording has no complete page. `bytes`: as it was sent. */
export function readRecording(
  events: unknown,
  { errors, at, ...about }: RecordingContext,
  { bytes, scrub }: { bytes: number; scrub: (text: string) => string },
): Snapshot | null {
  if (!Array.isArray(events)) return null
  // Without the time of the error: SDKs send what they have at the error.
  const page = pageOf(events, at ?? Infinity) ?? pageOf(events, Infinity)
  if (page === null) return null
  const shadowCss = page.shadowCss.map(harmlessStyles)
  const html = toMarkup(page.root, { scrub, stylesOf: (position) => shadowCss[Number(position)] ?? '' })
  return {
    source: 'sentry',
    digest: '',
    givenDigests: errors,
    at: instantOf(page.at),
    ...about,
    width: sizeOf(page.width),
    height: sizeOf(page.height),
    html,
    css: page.css.map(harmlessStyles).join('\n').trim(),
    texts: [...html.matchAll(/>[^<]*\*\*[^<]*</g)].length,
    inputs: [...html.matchAll(/ value="\*/g)].length,
    bytes,
    reason: null,
    events: page.events.map(({ at: instant, text }) => ({ at: instantOf(instant), text: scrub(text) })),
  }
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
