// Access to the console and its API. `/monitoring`, the SDK and `/health` are public.
import type { Context, Next } from 'koa'
import type { Caller } from '../../server/caller.ts'
import { HttpError } from '../../server/http-error.ts'
import { isLoopbackHost } from '../../server/loopback.ts'
import type { Addresses } from '../address.ts'
import type { Origins } from '../origin.ts'
import type { Callers } from './callers.ts'
import { callerOf as checkedCallerOf, setCaller } from './proxy.ts'
import type { StoreAccess } from './store-access.ts'

export type Access = Pick<Callers, 'canViewConsole'> & {
  /** Throws 401 or 403 unless the request may use the API. Pages of other sites may only link to it. */
  guardApi: (ctx: Context, next: Next) => Promise<void>
  /** Behind `guardApi`, of what the relay answers: throws 401 unless the store knows the caller. */
  requireKnown: (ctx: Context, next: Next) => Promise<void>
  /** The same; throws 403 unless the caller may upload source maps of some service. */
  requireUploader: (ctx: Context, next: Next) => Promise<void>
  /** Whether the request may use the API, as far as relay and store know. */
  canUseApi: (ctx: Context) => Promise<boolean>
  /** Whether it may also know what is of all services. */
  canViewEverything: (ctx: Context) => Promise<boolean>
  /**
   * Throws 403 unless the request may use the API. Without a login it must come from this machine; with one
   * the address proves nothing, because a proxy may run here.
   */
  guardMetrics: (ctx: Context, next: Next) => Promise<void>
}
type Parts = { callers: Callers; addresses: Addresses; origins: Origins; store: StoreAccess }

export const CLOSED =
  'The console is closed: it can be reached from outside without a password. ' +
  'Set PASSWORD, or CONSOLE_OPEN=true if a proxy in front protects it.'

export function createAccess({ callers, addresses, origins, store }: Parts): Access {
  const { callerOf, canViewConsole, needsLogin } = callers
  return {
    guardApi,
    requireKnown,
    requireUploader,
    canUseApi,
    canViewEverything,
    canViewConsole,
    guardMetrics,
  }

  /** The store decides whether a session or a token has ended. */
  async function guardApi(ctx: Context, next: Next): Promise<void> {
    if (!isNavigation(ctx)) requireSameSite(origins, ctx)
    const caller = await callerOf(ctx)
    if (caller !== undefined) {
      setCaller(ctx, caller)
      return next()
    }
    if (!needsLogin) throw new HttpError(403, CLOSED)
    throw unknown()
  }

  /** A proxy of the API needs none of these two: the store checks each request. */
  async function requireKnown(ctx: Context, next: Next): Promise<void> {
    const caller = checkedCallerOf(ctx)
    if (isTrusted(caller) || (await store.isKnown(caller))) return next()
    throw unknown()
  }

  async function requireUploader(ctx: Context, next: Next): Promise<void> {
    const caller = checkedCallerOf(ctx)
    if (isTrusted(caller) || (await store.mayUpload(caller))) return next()
    throw new HttpError(403, 'Uploads of source maps need the role write, or a token of the scope maps.')
  }

  async function canUseApi(ctx: Context): Promise<boolean> {
    const caller = await callerOf(ctx).catch(() => undefined)
    if (caller === undefined) return false
    return isTrusted(caller) || store.isKnown(caller).catch(() => false)
  }

  async function canViewEverything(ctx: Context): Promise<boolean> {
    const caller = await callerOf(ctx).catch(() => undefined)
    return caller !== undefined && viewsEverything(caller)
  }

  /** The numbers are of all services. */
  async function viewsEverything(caller: Caller): Promise<boolean> {
    return isTrusted(caller) || store.viewsAllServices(caller).catch(() => false)
  }

  async function guardMetrics(ctx: Context, next: Next): Promise<void> {
    const caller = await callerOf(ctx)
    const isOwn = addresses.isLocal(ctx.req) && isLoopbackHost(ctx.req.headers.host ?? '')
    const mayRead = caller === undefined || caller.by === 'open' ? false : await viewsEverything(caller)
    if (mayRead || (!needsLogin && isOwn)) return next()
    throw new HttpError(
      403,
      'Send a token for all services as a bearer token. ' +
        'On this machine, without PASSWORD, no token is needed.',
    )
  }
}

/** One of API_TOKENS, and who needs neither, is known without the store. */
function isTrusted({ by }: Caller): boolean {
  return by === 'open' || by === 'api-token'
}

function unknown(): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer' }
  return new HttpError(401, 'Log in, or send a token of Errata as a bearer token.', headers)
}

/** Throws 403. */
export function requireSameSite(origins: Origins, ctx: Context): void {
  if (origins.classify(ctx.req) === 'same') return
  throw new HttpError(403, 'Requests from pages of other sites are not allowed.')
}

/** Somebody follows a link, which shows the answer to this person only. */
function isNavigation(ctx: Context): boolean {
  return (
    ctx.method === 'GET' &&
    ctx.get('Sec-Fetch-Mode') === 'navigate' &&
    ctx.get('Sec-Fetch-Dest') === 'document'
  )
}
