// The text that a screen shows for a failed request: what happened, and what to do.
import type { Health } from './health.ts'
import { HttpError, TIMEOUT_MS } from './http.ts'

const STORE_DOWN =
  'The relay answers, the store does not. No data is lost: the relay keeps it on disk until the store is ' +
  'back.'

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}

/** `isTemporary`: the same request can succeed later. */
type ErrorText = { title: string; text: string; isTemporary: boolean }

/** `store`: what the relay has reported about it since; undefined where the relay does not answer. */
export function describeError(error: Error, store?: Health['store']): ErrorText {
  if (!(error instanceof HttpError))
    return { title: 'The answer could not be read', text: error.message, isTemporary: true }
  const { message, details } = error
  const { status, isLate } = details
  const isTemporary = status === 0 || status >= 500
  if (status === 0 && !navigator.onLine)
    return { title: 'You are offline', text: 'This device has no network connection.', isTemporary }
  if (isLate && store === 'ok') {
    const title = `This took longer than ${TIMEOUT_MS / 1000} s`
    return { title, text: 'The store is busy. No data is lost.', isTemporary }
  }
  if (status === 0 && store) return { title: 'The store does not answer', text: STORE_DOWN, isTemporary }
  if (status === 0) {
    const text = 'Pages keep unsent data for some time and retry. If this persists, restart the relay.'
    return { title: message, text, isTemporary }
  }
  if (status === 503 && store === 'ok')
    return { title: 'The store is busy', text: `${message} No data is lost.`, isTemporary }
  // The relay answers 502, 503 or 504 for a store that is down, starting or slow.
  if (status >= 502 && status <= 504) {
    return { title: 'The store does not answer', text: STORE_DOWN, isTemporary }
  }
  if (status === 404) {
    const text = 'It may have been deleted after the retention period or merged into another issue.'
    return { title: 'Not found', text: `${message.replace(/\.$/, '')}. ${text}`, isTemporary }
  }
  if (status === 403) return { title: 'You may not view this', text: message, isTemporary }
  const title = status === 400 ? 'Invalid request' : `The request failed (${status})`
  return { title, text: message, isTemporary }
}
