// Only programs that use a name of this machine or a configured one may call the store's port. A web
// page can send requests to any port, and let its own host name point to this one (DNS rebinding).
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { hostName, isLoopbackHost } from '../../server/loopback.ts'
import { HttpError } from '../../server/http-error.ts'

/** Host names that are logged, one line each: a scanner may send any number. */
const MAX_LOGGED_NAMES = 20

/** Throws 403. `allowedHosts`: names in lower case, beside loopback names and the address that was called. */
export function guardPort(allowedHosts: string[], log: Logger): Middleware {
  const logged = new Set<string>()
  return (ctx, next) => {
    const { host = '', origin, 'sec-fetch-site': site } = ctx.req.headers
    if (origin !== undefined || site !== undefined)
      throw new HttpError(403, 'Web pages cannot use this port: use the relay.')
    const name = hostName(host)
    const calledAddress = ctx.req.socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    if (isLoopbackHost(host) || allowedHosts.includes(name) || name === calledAddress) return next()
    if (logged.size < MAX_LOGGED_NAMES && !logged.has(name)) {
      logged.add(name)
      log.warn({ host: name }, 'requests to an unknown host name are refused: see STORE_ALLOWED_HOSTS')
    }
    throw new HttpError(403, 'This host name is not allowed: add it to STORE_ALLOWED_HOSTS.')
  }
}
