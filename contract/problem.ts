// The body of every error of `/api`. Types only.

/** The body of every error: `application/problem+json`, RFC 9457. */
export type Problem = { type: string; title: string; status: number; detail: string }
