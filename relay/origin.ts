// Whether a request comes from our own pages, from an allowed site, or from another one.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { isLoopbackHost } from '../server/loopback.ts'
import type { Addresses } from './address.ts'

/** `same`: the relay's own origin, or not a page at all. */
type Origin = 'same' | 'allowed' | 'denied'
export type Origins = {
  classify: (request: IncomingMessage) => Origin
  /** Whether the sender may send. Sets the CORS headers for pages of allowed sites. */
  allows: (ctx: Context) => boolean
}

/** `onLoopback`: only this machine reaches the relay, so pages under development are allowed. */
export function createOrigins(addresses: Addresses, allowed: string[] | '*', onLoopback: boolean): Origins {
  return { classify, allows }

  function allows(ctx: Context): boolean {
    const origin = classify(ctx.req)
    if (ctx.get('Origin') !== '') ctx.vary('Origin')
    if (origin === 'allowed') ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'))
    return origin !== 'denied'
  }

  function classify(request: IncomingMessage): Origin {
    const { origin, 'sec-fetch-site': site } = request.headers
    // Only the browser sets this header; no page can forge it.
    if (site === 'same-origin') return 'same'
    if (origin === undefined) return site === undefined || site === 'none' ? 'same' : 'denied'
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    if (host !== '' && host === addresses.host(request).toLowerCase()) return 'same'
    if (allowed === '*' || allowed.includes(origin)) return 'allowed'
    return onLoopback && host !== '' && isLoopbackHost(host) ? 'allowed' : 'denied'
  }
}
