// Access to the console and its API. `/monitoring`, the SDK and `/health` are public.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Next } from 'koa'
import { readBody } from '../../server/body.ts'
import { isLoopbackHost } from '../../server/loopback.ts'
import { type Addresses, rateKey } from '../address.ts'
import type { Config } from '../config.ts'
import { HttpError } from '../../server/http-error.ts'
import { createLimiter } from '../rate-limit.ts'
import type { Origins } from '../origin.ts'
import type { Caller } from '../../server/caller.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { createCookies, type Cookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { setCaller } from './proxy.ts'
import type { StoreAccess } from './store-access.ts'

export type Access = {
  /** `undefined` without a password. */
  cookies: Cookies | undefined
  /** Throws 401 or 403 unless the request may use the API. Pages of other sites may only link to it. */
  guardApi: (ctx: Context, next: Next) => Promise<void>
  /** Whether it has a token or a session that the store knows, or needs neither. */
  canUseApi: (ctx: Context) => Promise<boolean>
  /** The console's files contain no data, and the login screen is one of them. */
  canViewConsole: (ctx: Context) => boolean
  /**
   * Throws 403 unless the request may use the API. Without a password it must come from this machine; with
   * one the address proves nothing, because a proxy may run here.
   */
  guardMetrics: (ctx: Context, next: Next) => Promise<void>
  login: (ctx: Context) => Promise<void>
  logout: (ctx: Context) => Promise<void>
}
type Parts = { config: Config; addresses: Addresses; origins: Origins; store: StoreAccess }

export const CLOSED =
  'The console is closed: it can be reached from outside without a password. ' +
  'Set PASSWORD, or CONSOLE_OPEN=true if a proxy in front protects it.'

/**
 * Attempts to log in, of one address or of one browser that has logged in before. There is no limit for all
 * together: with it, strangers could keep the owner out.
 */
const ATTEMPTS_PER_MINUTE = 10
/** What tokens that are made in the console begin with. */
const TOKEN_PREFIX = 'errata_'
/** Bytes: a name, a password and some JSON around them. */
const LOGIN_BODY_LIMIT = 4 * 1024

export function createAccess({ config, addresses, origins, store }: Parts): Access {
  const { password } = config
  const cookies = password === undefined ? undefined : createCookies(password)
  const tokens = config.apiTokens.map((token) => sha256(token))
  const attempts = createLimiter(ATTEMPTS_PER_MINUTE, ATTEMPTS_PER_MINUTE / 2)
  return { cookies, guardApi, canUseApi, canViewConsole, guardMetrics, login, logout }

  /** The store decides whether a session or a token has ended. */
  async function guardApi(ctx: Context, next: Next): Promise<void> {
    if (!isNavigation(ctx)) requireSameSite(ctx)
    const caller = callerOf(ctx)
    if (caller !== undefined) {
      setCaller(ctx, caller)
      return next()
    }
    if (cookies === undefined) throw new HttpError(403, CLOSED)
    throw new HttpError(401, 'Log in, or send a token of Errata as a bearer token.', {
      'WWW-Authenticate': 'Bearer',
    })
  }

  async function canUseApi(ctx: Context): Promise<boolean> {
    const caller = callerOf(ctx)
    return caller !== undefined && isKnown(caller)
  }

  /** One of API_TOKENS, and who needs neither, is known without the store. */
  async function isKnown(caller: Caller): Promise<boolean> {
    if (caller.by === 'open' || caller.by === 'api-token') return true
    return store.isKnown(caller).catch(() => false)
  }

  /** `undefined`: the request has neither token nor session, and needs one. */
  function callerOf(ctx: Context): Caller | undefined {
    const common = { address: addresses.client(ctx.req), passwordKey: cookies?.passwordKey ?? '' }
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1]
    if (token !== undefined && isApiToken(token)) return { ...common, by: 'api-token' }
    if (token?.startsWith(TOKEN_PREFIX))
      return { ...common, by: 'token', hash: sha256(token).toString('hex') }
    if (cookies === undefined) return isOpen(ctx) ? { ...common, by: 'open' } : undefined
    const hashes = cookies.sessions(ctx).map((secret) => sha256(secret).toString('hex'))
    return hashes.length === 0 ? undefined : { ...common, by: 'session', hashes }
  }

  function canViewConsole(ctx: Context): boolean {
    return cookies !== undefined || isOpen(ctx)
  }

  async function guardMetrics(ctx: Context, next: Next): Promise<void> {
    const caller = callerOf(ctx)
    const isOwn = addresses.isLocal(ctx.req) && isLoopbackHost(ctx.req.headers.host ?? '')
    const mayRead = caller === undefined || caller.by === 'open' ? false : await isKnown(caller)
    if (mayRead || (cookies === undefined && isOwn)) return next()
    throw new HttpError(
      403,
      'Send a token as a bearer token. On this machine, without PASSWORD, no token is needed.',
    )
  }

  /** Without a password: on this machine only, by a name of this machine. Other names are DNS rebinding. */
  function isOpen(ctx: Context): boolean {
    if (config.consoleOpen === 'true') return true
    const isPrivate = config.consoleOpen === 'loopback' || isLoopbackHost(config.host)
    return isPrivate && isLoopbackHost(ctx.req.headers.host ?? '')
  }

  async function login(ctx: Context): Promise<void> {
    requireSameSite(ctx)
    if (cookies === undefined || password === undefined)
      throw new HttpError(404, 'No password is set, so there is no login.')
    const address = addresses.client(ctx.req)
    if (!attempts.take(cookies.device(ctx) ?? rateKey(address)))
      throw new HttpError(429, 'Too many attempts: try again in a minute.', { 'Retry-After': '60' })
    const body = await readBody(ctx.req, LOGIN_BODY_LIMIT)
    const attempt = body.ok ? readAttempt(body.bytes) : undefined
    if (attempt === undefined)
      throw new HttpError(400, 'Send {"password": "…"} as JSON, and a name or an invite where you have one.')
    const common = { device: deviceName(ctx.get('User-Agent')), address }
    if (attempt.by === 'password' && !timingSafeEqual(sha256(attempt.password), sha256(password))) {
      await store.recordFailure({ method: 'password', address, detail: common.device })
      throw new HttpError(401, 'The password is wrong.')
    }
    const { passwordKey } = cookies
    const session = await store.startSession(
      attempt.by === 'password' ? { ...common, by: 'password', passwordKey } : { ...common, ...attempt },
    )
    cookies.setSession(ctx, session, addresses.isSecure(ctx.req))
    ctx.status = 204
  }

  /** While the store is down the browser forgets the session, and the answer says that a copy stays valid. */
  async function logout(ctx: Context): Promise<void> {
    requireSameSite(ctx)
    const caller = callerOf(ctx)
    cookies?.removeSession(ctx, addresses.isSecure(ctx.req))
    if (caller?.by === 'session') await store.endSession(caller)
    ctx.status = 204
  }

  function requireSameSite(ctx: Context): void {
    if (origins.classify(ctx.req) === 'same') return
    throw new HttpError(403, 'Requests from pages of other sites are not allowed.')
  }

  function isApiToken(token: string): boolean {
    const digest = sha256(token)
    return tokens.some((allowed) => timingSafeEqual(allowed, digest))
  }
}

/** Somebody follows a link, which shows the answer to this person only. */
function isNavigation(ctx: Context): boolean {
  return (
    ctx.method === 'GET' &&
    ctx.get('Sec-Fetch-Mode') === 'navigate' &&
    ctx.get('Sec-Fetch-Dest') === 'document'
  )
}

/** Makes texts of any length comparable in constant time. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

type Attempt =
  | { by: 'password'; password: string }
  | { by: 'name'; name: string; password: string }
  | { by: 'invite'; invite: string; name: string; password: string }

function readAttempt(bytes: Buffer): Attempt | undefined {
  const body = parseJson(bytes.toString('utf8'))
  if (!isObject(body)) return undefined
  const { password, name, invite } = body
  if (typeof password !== 'string') return undefined
  if (name === undefined && invite === undefined) return { by: 'password', password }
  if (typeof name !== 'string') return undefined
  if (invite === undefined) return { by: 'name', name, password }
  return typeof invite === 'string' ? { by: 'invite', invite, name, password } : undefined
}
