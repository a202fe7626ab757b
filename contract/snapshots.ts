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
}

/** `text`: an action with the selector of an element, such as `click button.primary`. */
export type SnapshotAction = { at: string; text: string }

/** `elements`, `size`: the page has too many. `gone`: the application had removed the page already. */
export type SnapshotReason = 'elements' | 'size' | 'gone'

/** Of an event, without the contents. `reason`: why there is no page; null: there is one. */
export type EventSnapshot = Omit<SnapshotAnswer, 'html' | 'css'> & { reason: SnapshotReason | null }
