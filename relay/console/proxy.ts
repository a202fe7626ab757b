// Reverse proxy of `/api/…` to the store. Responses are streamed, so that live events arrive at once.
import type http from 'node:http'
import type { Context } from 'koa'
import { compress } from './compression.ts'
import { HttpError } from '../../server/http-error.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../server/caller.ts'
import { httpClient } from '../../server/node-http.ts'

export type StoreProxy = { forward: (ctx: Context) => Promise<void>; close: () => void }

/** The slowest query of the store takes seconds; people do not wait longer for a screen. */
const TIMEOUT_MS = 30_000
/** In seconds: a restart of the store takes a few. */
const RETRY_AFTER = { 'Retry-After': '5' }
/**
 * Headers for one hop only (RFC 9110, 7.6.1), credentials, which the store has no use for, and where a page
 * comes from: `access.ts` has checked it, and the store refuses pages.
 */
const DROPPED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
  'cookie',
  'set-cookie',
  'authorization',
  'origin',
  'referer',
  CALLER_HEADER,
])

/**
 * Only these have a body. Node's client frames the body of no other method, so that its bytes would be the
 * next request on the connection to the store, without login, limits or scrubbing.
 */
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** Of a link of a mail, which has a key. */
const NOBODY: Caller = { by: 'nobody', address: '', passwordKey: '' }

const callers = new WeakMap<http.IncomingMessage, Caller>()

/** Of a request that `guardApi` has let through. */
export function callerOf(ctx: Context): Caller {
  return callers.get(ctx.req) ?? NOBODY
}

/** Of a request that is forwarded later. */
export function setCaller(ctx: Context, caller: Caller): void {
  callers.set(ctx.req, caller)
}

const challenges = new WeakMap<http.IncomingMessage, string>()

/** Of a request that is forwarded later: `WWW-Authenticate`, where the store answers 401. */
export function setChallenge(ctx: Context, challenge: string): void {
  challenges.set(ctx.req, challenge)
}

export function createStoreProxy(storeUrl: string): StoreProxy {
  const { Agent, request } = httpClient(storeUrl)
  const agent = new Agent({ keepAlive: true })
  return { forward, close: () => agent.destroy() }

  async function forward(ctx: Context): Promise<void> {
    // `/api/../v1/traces` becomes the store's private `/v1/traces` when a URL is made of it.
    if (!new URL(ctx.path, storeUrl).pathname.startsWith('/api/'))
      throw new HttpError(404, `${ctx.path} does not exist.`)
    if (!METHODS_WITH_BODY.has(ctx.method) && hasBody(ctx.req.headers))
      throw new HttpError(400, `A ${ctx.method} request must not have a body.`)
    const response = await send(ctx)
    if (response === undefined)
      throw new HttpError(
        503,
        'The store does not answer. Reports of pages are kept on disk until it does.',
        RETRY_AFTER,
      )
    ctx.status = response.statusCode ?? 502
    ctx.set(endToEndHeaders(response.headers))
    const challenge = challenges.get(ctx.req)
    if (ctx.status === 401 && challenge !== undefined) ctx.set('WWW-Authenticate', challenge)
    ctx.body = compress(ctx, response)
    // Koa sends the headers with the first chunk, and a stream of live events may be silent for long.
    ctx.flushHeaders()
  }

  /** Resolves with the headers of the response; `undefined` when the store cannot be reached. */
  function send(ctx: Context): Promise<http.IncomingMessage | undefined> {
    return new Promise((resolve) => {
      // Not `ctx.url`: a request line may contain a URL of any host.
      const url = `${storeUrl}${ctx.path}${ctx.search}`
      const headers = endToEndHeaders(ctx.req.headers)
      // The store takes no other type. Whatever a client calls its body, the store parses it as JSON.
      if (METHODS_WITH_BODY.has(ctx.method)) headers['content-type'] = 'application/json'
      headers[CALLER_HEADER] = writeCaller(callerOf(ctx))
      const options = { method: ctx.method, agent, headers }
      const upstream = request(url, options, (response) => {
        upstream.setTimeout(0)
        // A store that stops in the middle ends the response; Koa then ends the socket.
        response.on('error', () => ctx.res.destroy())
        resolve(response)
      })
      upstream.setTimeout(TIMEOUT_MS, () => upstream.destroy())
      upstream.on('error', () => resolve(undefined))
      ctx.res.on('close', () => upstream.destroy())
      if (METHODS_WITH_BODY.has(ctx.method)) ctx.req.pipe(upstream)
      else upstream.end()
    })
  }
}

function hasBody(headers: http.IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

function endToEndHeaders(headers: http.IncomingHttpHeaders): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !DROPPED_HEADERS.has(entry[0]) && !entry[0].startsWith('sec-fetch-'),
  )
  return Object.fromEntries(entries)
}
