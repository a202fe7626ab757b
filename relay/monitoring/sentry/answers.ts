// Answers as Sentry gives them: its SDKs read the status and two headers, a person reads `detail`.
import type { Context } from 'koa'

/** Pages of any site that may send read them. */
const CORS = {
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
}
export const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'x-sentry-auth, x-requested-with, authorization, authentication, content-type, content-encoding, ' +
    'sentry-trace, baggage, traceparent, tracestate',
  'Access-Control-Max-Age': '3600',
}
/** Everything but errors: they are the last that a limit stops. */
const ALL_BUT_ERRORS =
  'transaction;span;log_item;session;replay;profile;profile_chunk;trace_metric;monitor;feedback'
/** Seconds until an SDK sends what was limited again. */
const PAUSE = 10

export type SentryRefusal = { status: number; detail: string; pause?: 'all' | 'all but errors' }

/** `{"id": …}`, or `{}` where the envelope has no event. */
export function sendId(ctx: Context, eventId: string): void {
  ctx.status = 200
  ctx.set({ ...CORS, 'Content-Type': 'application/json' })
  ctx.body = eventId === '' ? '{}' : JSON.stringify({ id: eventId })
}

/** Of a request of which something was kept. */
export function limitOthers(ctx: Context): void {
  ctx.set('X-Sentry-Rate-Limits', `${PAUSE}:${ALL_BUT_ERRORS}:key`)
}

/**
 * An SDK never sends a refused envelope again, and `Retry-After` stops all that it sends: only a limit on all
 * categories has it.
 */
export function sendRefusal(ctx: Context, { status, detail, pause }: SentryRefusal): void {
  ctx.status = status
  ctx.set({ ...CORS, 'Content-Type': 'application/json', 'X-Sentry-Error': detail })
  if (pause === 'all') ctx.set({ 'Retry-After': String(PAUSE), 'X-Sentry-Rate-Limits': `${PAUSE}::key` })
  if (pause === 'all but errors') limitOthers(ctx)
  ctx.body = JSON.stringify({ detail })
}
