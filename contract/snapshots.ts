// What users saw at an error: the answers. Types only. All texts are untrusted.

/** HTML and styles are harmless, and still are for a frame in which nothing loads and runs. */
export type SnapshotAnswer = {
  /** `rrweb`: made of a recording of a Sentry SDK, and what the user did before is known. */
  kind: 'dom' | 'rrweb'
  at: string
  /** The element `html` with an empty `head`. */
  html: string
  css: string
  /** Texts and values that the page has masked. */
  masked: { texts: number; inputs: number }
  /** As the page has sent it, compressed. */
  bytes: number
  /** Of the window, in CSS pixels. 0: not known. */
  width: number
  height: number
  /** The last at the end; empty for `dom`. */
  events: SnapshotAction[]
  /** Style sheets of other origins, which the page could not read. */
  sheets: SnapshotSheet[]
}

/**
 * `text`: an action with the selector of an element, such as `click button.primary`; empty: a moment without
 * one. `page`: how the frame shows the page at that moment, `?page=`; null: it is not known.
 */
export type SnapshotAction = { at: string; text: string; page: number | null }

/**
 * `path`: of its URL. `isUploaded`: the build has sent it, so it is in `css`. `isShadow`: it is of a shadow
 * root, and is not shown.
 */
export type SnapshotSheet = { path: string; isUploaded: boolean; isShadow: boolean }

/** `elements`, `size`: the page has too many. `gone`: the application had removed the page already. */
export type SnapshotReason = 'elements' | 'size' | 'gone'

/** Of an event, without the contents. `reason`: why there is no page; null: there is one. */
export type EventSnapshot = Omit<SnapshotAnswer, 'html' | 'css'> & { reason: SnapshotReason | null }
