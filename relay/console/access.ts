// Access to the console and its API. `/monitoring`, the SDK and `/health` are public.
import { createHash, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import type { Context, Next } from 'koa'
import { readBody } from '../../server/body.ts'
import { isLoopbackHost } from '../../server/loopback.ts'
import { type Addresses, rateKey } from '../address.ts'
import type { Config } from '../config.ts'
import { HttpError } from '../../server/http-error.ts'
import { createLimiter } from '../rate-limit.ts'
import type { Origins } from '../origin.ts'
import { openSessions, type Sessions } from './sessions.ts'

export type Access = {
  /** `undefined` without a password. */
  sessions: Sessions | undefined
  /** Throws 401 or 403 unless the request may use the API. Pages of other sites may only link to it. */
  guardApi: (ctx: Context, next: Next) => Promise<void>
  /** Whether it has a token, a session, or needs neither. */
  canUseApi: (ctx: Context) => boolean
  /** The console's files contain no data, and the login screen is one of them. */
  canViewConsole: (ctx: Context) => boolean
  /**
   * Throws 403 unless the request may use the API. Without a password it must come from this machine; with
   * one the address proves nothing, because a proxy may run here.
   */
  guardMetrics: (ctx: Context, next: Next) => Promise<void>
  login: (ctx: Context) => Promise<void>
  logout: (ctx: Context) => void
}
type Parts = { config: Config; addresses: Addresses; origins: Origins }

export const CLOSED =
  'The console is closed: it can be reached from outside without a password. ' +
  'Set PASSWORD, or CONSOLE_OPEN=true if a proxy in front protects it.'

/**
 * Attempts to log in, of one address or of one browser that has logged in before. There is no limit for all
 * together: with it, strangers could keep the owner out.
 */
const ATTEMPTS_PER_MINUTE = 10
/** Bytes: a password and some JSON around it. */
const LOGIN_BODY_LIMIT = 4 * 1024

export function createAccess({ config, addresses, origins }: Parts): Access {
  const { password } = config
  const sessions =
    password === undefined ? undefined : openSessions(password, path.join(config.dataDir, 'ended-sessions'))
  const tokens = config.apiTokens.map((token) => sha256(token))
  const attempts = createLimiter(ATTEMPTS_PER_MINUTE, ATTEMPTS_PER_MINUTE / 2)
  return { sessions, guardApi, canUseApi, canViewConsole, guardMetrics, login, logout }

  async function guardApi(ctx: Context, next: Next): Promise<void> {
    if (!isNavigation(ctx)) requireSameSite(ctx)
    if (canUseApi(ctx)) return next()
    if (sessions === undefined) throw new HttpError(403, CLOSED)
    throw new HttpError(401, 'Log in, or send one of API_TOKENS as a bearer token.', {
      'WWW-Authenticate': 'Bearer',
    })
  }

  function canUseApi(ctx: Context): boolean {
    return hasToken(ctx) || (sessions === undefined ? isOpen(ctx) : sessions.has(ctx))
  }

  function canViewConsole(ctx: Context): boolean {
    return sessions !== undefined || isOpen(ctx)
  }

  async function guardMetrics(ctx: Context, next: Next): Promise<void> {
    const isOwn = addresses.isLocal(ctx.req) && isLoopbackHost(ctx.req.headers.host ?? '')
    if (hasToken(ctx) || (sessions === undefined ? isOwn : sessions.has(ctx))) return next()
    throw new HttpError(
      403,
      'Send one of API_TOKENS as a bearer token. On this machine, without PASSWORD, no token is needed.',
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
    if (sessions === undefined || password === undefined)
      throw new HttpError(404, 'No password is set, so there is no login.')
    if (!attempts.take(sessions.device(ctx) ?? rateKey(addresses.client(ctx.req))))
      throw new HttpError(429, 'Too many attempts: try again in a minute.', { 'Retry-After': '60' })
    const body = await readBody(ctx.req, LOGIN_BODY_LIMIT)
    const attempt = body.ok ? parsePassword(body.bytes) : undefined
    if (attempt === undefined) throw new HttpError(400, 'Send {"password": "…"} as JSON.')
    if (!timingSafeEqual(sha256(attempt), sha256(password)))
      throw new HttpError(401, 'The password is wrong.')
    sessions.start(ctx, addresses.isSecure(ctx.req))
    ctx.status = 204
  }

  function logout(ctx: Context): void {
    requireSameSite(ctx)
    sessions?.end(ctx, addresses.isSecure(ctx.req))
    ctx.status = 204
  }

  function requireSameSite(ctx: Context): void {
    if (origins.classify(ctx.req) === 'same') return
    throw new HttpError(403, 'Requests from pages of other sites are not allowed.')
  }

  function hasToken(ctx: Context): boolean {
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1]
    if (token === undefined) return false
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

function parsePassword(bytes: Buffer): string | undefined {
  try {
    const { password } = JSON.parse(bytes.toString('utf8')) as { password?: unknown }
    return typeof password === 'string' ? password : undefined
  } catch {
    // Not JSON: the answer names the expected form.
    return undefined
  }
}
