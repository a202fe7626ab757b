// What the relay sends to the store of a page that a user saw: HTML and styles are harmless already.

export const SNAPSHOT_REASONS = ['elements', 'size', 'gone'] as const

/** Why a page is not in its snapshot: it has too many elements or bytes, or had left the document. */
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number]

export type Snapshot = {
  /** `sentry`: made of a recording. */
  source: 'errata' | 'sentry'
  /** Of the error; empty where only `givenDigests` name it. */
  digest: string
  /** Ids that a Sentry SDK gave to the errors. */
  givenDigests: string[]
  /** Milliseconds since 1970. */
  at: number
  /** Below, empty: not known. */
  service: string
  session: string
  user: string
  trace: string
  /** Of the window, in CSS pixels. 0: not known. */
  width: number
  height: number
  /** The element `html` with an empty `head`; empty with a reason. */
  html: string
  css: string
  /** Sheets that the page could not read, in the order of the styles. */
  unread: UnreadSheet[]
  /** Texts and values that the page has masked. */
  texts: number
  inputs: number
  /** As the page has sent them, compressed. */
  bytes: number
  reason: SnapshotReason | null
  /** What the user did before, of a recording; the last at the end. */
  events: SnapshotEvent[]
  /** HTML of the page at moments of `events`. */
  pages: string[]
}

/**
 * `path`: of its URL. `media`: harmless; empty: it always applies. `at`: where it belongs in `css`, in
 * characters; null: in a shadow root.
 */
export type UnreadSheet = { path: string; media: string; at: number | null }

/**
 * `at`: milliseconds since 1970. `text`: an action with the selector of an element; empty: a moment without
 * one. `page`: at that moment, its position in `pages`; null: not known.
 */
export type SnapshotEvent = { at: number; text: string; page: number | null }
