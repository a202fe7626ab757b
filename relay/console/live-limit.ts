// Bounds the live connections (`/api/live`) of one address: the store has 200 for all readers, and only the
// relay knows who they are.
import type { Context, Next } from 'koa'
import { type Addresses, rateKey } from '../address.ts'
import { HttpError } from '../../server/http-error.ts'

/** Every tab of a console has one. More tabs of an address work, without live events. */
const MAX_CONNECTIONS = 20
/** In seconds: a closed tab frees a connection. */
const RETRY_AFTER = { 'Retry-After': '30' }

export function createLiveLimit(addresses: Addresses): (ctx: Context, next: Next) => Promise<void> {
  const connections = new Map<string, number>()

  return (ctx, next) => {
    // As the store proxy reads the path.
    if (new URL(ctx.path, 'http://store').pathname !== '/api/live') return next()
    const key = rateKey(addresses.client(ctx.req))
    const count = connections.get(key) ?? 0
    if (count >= MAX_CONNECTIONS)
      throw new HttpError(
        503,
        `${MAX_CONNECTIONS} live connections of your address are open: close some tabs.`,
        RETRY_AFTER,
      )
    connections.set(key, count + 1)
    ctx.res.once('close', () => {
      const rest = connections.get(key)! - 1
      if (rest === 0) connections.delete(key)
      else connections.set(key, rest)
    })
    return next()
  }
}
