// Keys and answers of Sentry's protocol: an SDK reads the status and two headers, a person reads `detail`.
import type { Context } from 'koa'
import { DENIED_ORIGIN } from '../refusals.ts'
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

/** Items that an SDK sends on where others are limited, and the categories of the others. */
export const ERROR_ITEMS: ReadonlySet<string> = new Set(['event', 'feedback', 'user_report'])
const OTHER_CATEGORIES =
  'transaction;span;session;log_item;log_byte;trace_metric;metric_bucket;monitor;replay;profile;' +
  'profile_chunk;profile_chunk_ui;attachment'

/** `onlyOthers`: errors are still accepted. */
export type SentryRefusal = { status: number; detail: string; onlyOthers?: boolean }

const NO_KEY: SentryRefusal = {
  status: 401,
  detail: 'missing authorization information: a sentry_key is required',
}
const WRONG_KEY: SentryRefusal = {
  status: 403,
  detail: 'this key may not send: add it to SENTRY_KEYS',
}
export const DENIED: SentryRefusal = {
  status: 403,
  detail: DENIED_ORIGIN.message,
}
export const TOO_MANY: SentryRefusal = { status: 429, detail: 'Too many requests from this address.' }
export const TOO_MANY_OTHERS: SentryRefusal = {
  status: 429,
  detail: 'Too many requests from this address: only errors are accepted.',
  onlyOthers: true,
}
export const NO_JSON: SentryRefusal = { status: 400, detail: 'invalid JSON data' }
export const WRONG_ENCODING: SentryRefusal = {
  status: 415,
  detail: 'The content encoding must be gzip, deflate, br, zstd or identity.',
}

/** `{"id": …}`, or `{}` where the envelope has no event. `isLimited`: only errors were accepted. */
export function sendId(ctx: Context, eventId: string, isLimited: boolean): void {
  ctx.status = 200
  ctx.set({ ...CORS, 'Content-Type': 'application/json', ...(isLimited && limitOf(OTHER_CATEGORIES)) })
  ctx.body = eventId === '' ? '{}' : JSON.stringify({ id: eventId })
}

/**
 * An SDK never sends a refused envelope again, and `Retry-After` stops all that it sends: only a limit of
 * everything has it.
 */
export function sendRefusal(ctx: Context, { status, detail, onlyOthers = false }: SentryRefusal): void {
  ctx.status = status
  ctx.set({ ...CORS, 'Content-Type': 'application/json', 'X-Sentry-Error': detail })
  if (status === TOO_MANY_REQUESTS)
    ctx.set(onlyOthers ? limitOf(OTHER_CATEGORIES) : { 'Retry-After': String(PAUSE), ...limitOf('') })
  ctx.body = JSON.stringify({ detail })
}

/** `categories` '': all of them. */
function limitOf(categories: string): { 'X-Sentry-Rate-Limits': string } {
  return { 'X-Sentry-Rate-Limits': `${PAUSE}:${categories}:key` }
}

/** The key of a DSN in the query or a header; '' without one. */
export function keyOf(ctx: Context): string {
  const fromQuery = textOf(ctx.query['sentry_key'])
  if (fromQuery !== '') return fromQuery
  const headers = [ctx.get('X-Sentry-Auth'), ctx.get('Authorization')]
  return headers.map((header) => IN_HEADER.exec(header)?.[1] ?? '').find((key) => key !== '') ?? ''
}

/** Why a key may not send; undefined: it may. `allowed`: none means all. */
export function keyRefusal(key: string, allowed: string[]): SentryRefusal | undefined {
  if (key === '') return NO_KEY
  return allowed.length === 0 || allowed.includes(key) ? undefined : WRONG_KEY
}

/** `https://KEY@host/path/PROJECT`; null: no DSN. */
export function parseDsn(dsn: unknown): { key: string; project: string } | null {
  if (typeof dsn !== 'string') return null
  const url = URL.parse(dsn)
  const project = url?.pathname.split('/').at(-1) ?? ''
  return url === null || url.username === '' || !/^\d+$/.test(project) ? null : { key: url.username, project }
}

/** A page of another site names its site only, whatever its path. */
export function originOf(ctx: Context): { userAgent: string; page: string } {
  const referer = ctx.get('Referer')
  const isPage = ctx.get('Sec-Fetch-Site') === 'same-origin' || /^[^/]+:\/\/[^/]+\/[^?#]/.test(referer)
  return { userAgent: ctx.get('User-Agent'), page: isPage ? referer : '' }
}

export function queryOf(ctx: Context, name: string): string {
  const value = ctx.query[name]
  return typeof value === 'string' ? value : ''
}
