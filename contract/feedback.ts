// The answer of `/api/feedback`: what users wrote. Types only. All texts are untrusted.

export type Feedback = {
  id: string
  at: string
  /** Up to 4,096 characters; a longer one was cut and ends with "…". */
  text: string
  email: string | null
  /** Only Sentry's SDKs send it. */
  name: string | null
  /** Of the stored error that the text is about, else as the text names it; null: it names none. */
  digest: string | null
  /** Below, of that error; null: it is not stored. */
  issueId: string | null
  type: string | null
  message: string | null
  service: string
  release: string
  environment: string
  /** Empty if the page did not send it, as below. */
  userId: string
  sessionId: string
  traceId: string
  url: string
}

/** Latest first. `total`: all that match, on the first page only. */
export type FeedbackAnswer = { feedback: Feedback[]; total?: number; nextCursor: string | null }
