// Who may use the console and its API. `/monitoring`, the SDK and `/health` are public.
import { createHash, timingSafeEqual } from 'node:crypto'
import type Keygrip from 'keygrip'
import type { Context, Next } from 'koa'
import { isLoopbackHost } from '../settings/loopback.ts'
import { type Addresses, rateKey } from './address.ts'
import type { Config } from './config.ts'
import { HttpError } from './http-error.ts'
import { readBody } from './monitoring/body.ts'
import { createLimiter } from './monitoring/rate-limit.ts'
import type { Origins } from './monitoring/origin.ts'
import { endSession, hasSession, sessionKeys, startSession } from './session.ts'

export type Access = {
  /** For `app.keys`; `undefined` without a password. */
  keys: Keygrip | undefined
  /** Throws 401 or 403 unless the request may use the API. Other sites' pages may not change anything. */
  guardApi: (ctx: Context, next: Next) => Promise<void>
  /** The console's files contain no data, and the login screen is one of them. */
  canViewConsole: (ctx: Context) => boolean
  /** Throws 403 unless the request has a token or comes from this machine. */
  guardMetrics: (ctx: Context, next: Next) => Promise<void>
  login: (ctx: Context) => Promise<void>
  logout: (ctx: Context) => void
}
type Parts = { config: Config; addresses: Addresses; origins: Origins }

export const CLOSED =
  'The console is closed: it is reachable from outside without a password. ' +
  'Set PASSWORD, or CONSOLE_OPEN=true if something in front guards it.'

/** Attempts to log in: of one address, and of all together, because an attacker may have many addresses. */
const ATTEMPTS_PER_MINUTE = 10
const ALL_ATTEMPTS_PER_MINUTE = 100
/** A password and some JSON around it. */
const LOGIN_BODY_LIMIT = 4 * 1024
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createAccess({ config, addresses, origins }: Parts): Access {
  const { password } = config
  const keys = password === undefined ? undefined : sessionKeys(password)
  const tokens = config.apiTokens.map((token) => sha256(token))
  const attempts = createLimiter(ATTEMPTS_PER_MINUTE, ATTEMPTS_PER_MINUTE / 2)
  const allAttempts = createLimiter(ALL_ATTEMPTS_PER_MINUTE, ALL_ATTEMPTS_PER_MINUTE / 2)
  return { keys, guardApi, canViewConsole, guardMetrics, login, logout }

  async function guardApi(ctx: Context, next: Next): Promise<void> {
    if (!SAFE_METHODS.has(ctx.method)) requireSameSite(ctx)
    if (hasToken(ctx) || (keys === undefined ? isOpen(ctx) : hasSession(ctx, keys))) return next()
    if (keys === undefined) throw new HttpError(403, CLOSED)
    throw new HttpError(401, 'Log in, or send one of API_TOKENS as a bearer token.', {
      'WWW-Authenticate': 'Bearer',
    })
  }

  function canViewConsole(ctx: Context): boolean {
    return keys !== undefined || isOpen(ctx)
  }

  async function guardMetrics(ctx: Context, next: Next): Promise<void> {
    if (hasToken(ctx) || addresses.isLocal(ctx.req)) return next()
    throw new HttpError(403, 'Metrics are for this machine, or for one of API_TOKENS as a bearer token.')
  }

  /** Without a password: on this machine only, by a name of this machine. Other names are DNS rebinding. */
  function isOpen(ctx: Context): boolean {
    return config.consoleOpen || (isLoopbackHost(config.host) && isLoopbackHost(ctx.req.headers.host ?? ''))
  }

  async function login(ctx: Context): Promise<void> {
    requireSameSite(ctx)
    if (password === undefined) throw new HttpError(404, 'No password is set: there is nothing to log in to.')
    if (!attempts.take(rateKey(addresses.client(ctx.req))) || !allAttempts.take(''))
      throw new HttpError(429, 'Too many attempts: try again in a minute.', { 'Retry-After': '60' })
    const body = await readBody(ctx.req, false, LOGIN_BODY_LIMIT)
    const attempt = body.ok ? parsePassword(body.bytes) : undefined
    if (attempt === undefined) throw new HttpError(400, 'Send {"password": "…"} as JSON.')
    if (!timingSafeEqual(sha256(attempt), sha256(password)))
      throw new HttpError(401, 'The password is wrong.')
    startSession(ctx, addresses.isSecure(ctx.req))
    ctx.status = 204
  }

  function logout(ctx: Context): void {
    requireSameSite(ctx)
    if (keys !== undefined) endSession(ctx, addresses.isSecure(ctx.req))
    ctx.status = 204
  }

  function requireSameSite(ctx: Context): void {
    if (origins.classify(ctx.req) === 'same') return
    throw new HttpError(403, 'Pages of other sites may not change anything here.')
  }

  function hasToken(ctx: Context): boolean {
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1]
    if (token === undefined) return false
    const digest = sha256(token)
    return tokens.some((allowed) => timingSafeEqual(allowed, digest))
  }
}

/** Makes texts of any length comparable in constant time. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function parsePassword(bytes: Buffer): string | undefined {
  try {
    const { password } = JSON.parse(bytes.toString('utf8')) as { password?: unknown }
    return typeof password === 'string' ? password : undefined
  } catch {
    // No JSON: the sender is told what to send.
    return undefined
  }
}
