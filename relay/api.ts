// The door to the store: `/api/…` goes there and comes back as a stream, so that a live feed arrives event by event.
import http from 'node:http'
import https from 'node:https'
import type { Context } from 'koa'
import { problem } from './problem.ts'

export type Api = { pass: (ctx: Context) => Promise<void>; close: () => void }

/** The store's slowest question takes seconds; beyond this nobody looks at the screen any more. */
const TIMEOUT_MS = 30_000
/** A restart of the store takes a few seconds. */
const RETRY_AFTER_SECONDS = 5
/** Meant for one hop only, or none of the store's business. */
const KEPT_BACK = new Set([
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
])

export function createApi(storeUrl: string): Api {
  const { Agent, request } = storeUrl.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true })
  return { pass, close: () => agent.destroy() }

  async function pass(ctx: Context): Promise<void> {
    // `/api/../v1/traces` would be the store's private door once a URL is made of it.
    if (!new URL(ctx.path, storeUrl).pathname.startsWith('/api/')) {
      ctx.req.resume()
      return problem(ctx, 404, 'Not Found', `There is nothing at ${ctx.path}.`)
    }
    const answer = await ask(ctx)
    if (answer === undefined) {
      ctx.req.resume()
      ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
      return problem(
        ctx,
        503,
        'Service Unavailable',
        'The store does not answer. What pages send is kept meanwhile.',
      )
    }
    ctx.status = answer.statusCode ?? 502
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !KEPT_BACK.has(name)) ctx.set(name, value)
    ctx.body = answer
    // Koa sends the headers with the first chunk, and a live feed may be silent for long.
    ctx.flushHeaders()
  }

  /** The store's answer as soon as its headers are there; nothing when it cannot be had. */
  function ask(ctx: Context): Promise<http.IncomingMessage | undefined> {
    return new Promise((resolve) => {
      const headers = Object.fromEntries(
        Object.entries(ctx.req.headers).filter(([name]) => !KEPT_BACK.has(name)),
      )
      // Not `ctx.url`: a request line may name a whole URL, of any host.
      const asked = request(
        `${storeUrl}${ctx.path}${ctx.search}`,
        { method: ctx.method, agent, headers },
        (answer) => {
          asked.setTimeout(0)
          // A store that goes away in the middle ends the answer; Koa then ends the socket.
          answer.on('error', () => ctx.res.destroy())
          resolve(answer)
        },
      )
      asked.setTimeout(TIMEOUT_MS, () => asked.destroy())
      asked.on('error', () => resolve(undefined))
      ctx.res.on('close', () => asked.destroy())
      ctx.req.pipe(asked)
    })
  }
}
