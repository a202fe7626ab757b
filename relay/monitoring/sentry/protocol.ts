// Keys and answers of Sentry's protocol: an SDK reads the status and two headers, a person reads `detail`.
import type { Context } from 'koa'
import { textOf } from './json-values.ts'

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
/** `Sentry sentry_version=7, sentry_key=…` */
const IN_HEADER = /\bsentry_key\s*=\s*([^\s,]+)/i
const TOO_MANY_REQUESTS = 429
/** Seconds until an SDK sends what was limited again. */
const PAUSE = 10

export type SentryRefusal = { status: number; detail: string }

/** `{"id": …}`, or `{}` where the envelope has no event. */
export function sendId(ctx: Context, eventId: string): void {
  ctx.status = 200
  ctx.set({ ...CORS, 'Content-Type': 'application/json' })
  ctx.body = eventId === '' ? '{}' : JSON.stringify({ id: eventId })
}

/**
 * An SDK never sends a refused envelope again, and `Retry-After` stops all that it sends: only a limit has
 * it.
 */
export function sendRefusal(ctx: Context, { status, detail }: SentryRefusal): void {
  ctx.status = status
  ctx.set({ ...CORS, 'Content-Type': 'application/json', 'X-Sentry-Error': detail })
  if (status === TOO_MANY_REQUESTS)
    ctx.set({ 'Retry-After': String(PAUSE), 'X-Sentry-Rate-Limits': `${PAUSE}::key` })
  ctx.body = JSON.stringify({ detail })
}

/** The key of a DSN in the query or a header; '' without one. */
export function keyOf(ctx: Context): string {
  const fromQuery = textOf(ctx.query['sentry_key'])
  if (fromQuery !== '') return fromQuery
  const headers = [ctx.get('X-Sentry-Auth'), ctx.get('Authorization')]
  return headers.map((header) => IN_HEADER.exec(header)?.[1] ?? '').find((key) => key !== '') ?? ''
}

/** `https://KEY@host/path/PROJECT`; null: no DSN. */
export function parseDsn(dsn: unknown): { key: string; project: string } | null {
  const url = URL.parse(textOf(dsn))
  const project = url?.pathname.split('/').at(-1) ?? ''
  return url === null || url.username === '' || !/^\d+$/.test(project) ? null : { key: url.username, project }
}
