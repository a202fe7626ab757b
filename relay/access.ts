// Who may enter the console and its API. What pages send, the SDK and `/health` need nobody's leave.
import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Context, Next } from 'koa'
import { type Addresses, isLoopbackHost, rateKey } from './address.ts'
import type { Config } from './config.ts'
import { readBody } from './monitoring/body.ts'
import { createLimiter } from './monitoring/rate-limit.ts'
import type { Origins } from './monitoring/origin.ts'
import { problem } from './problem.ts'

export type Access = {
  /** Lets through, or answers 401 or 403 as problem+json; also refuses changes asked for by other sites' pages. */
  guardApi: (ctx: Context, next: Next) => Promise<void>
  /** True when the console's files may be shown: they hold no data, and the login screen is one of them. */
  maySeePages: (ctx: Context) => boolean
  /** A token or a process on this machine. */
  guardMetrics: (ctx: Context, next: Next) => Promise<void>
  login: (ctx: Context) => Promise<void>
  logout: (ctx: Context) => void
}

export const CLOSED =
  'The console is closed: it is reachable from outside without a password. Set PASSWORD, or CONSOLE_OPEN=true if something in front guards it.'

const COOKIE = 'errata_session'
const SESSION_SECONDS = 30 * 24 * 3600
/** Guesses of one address and of everybody together; the cost of a guess is theirs, not ours. */
const GUESSES_PER_MINUTE = 10
const GUESSES_OF_ALL_PER_MINUTE = 100
/** A password and some JSON around it. */
const LOGIN_BODY_LIMIT = 4 * 1024
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createAccess({
  config,
  addresses,
  origins,
}: {
  config: Config
  addresses: Addresses
  origins: Origins
}): Access {
  // Derived, so that every relay of a port reads the others' cookies, and slow, so that a stolen cookie does not give the password away.
  const key = config.password === undefined ? undefined : scryptSync(config.password, 'errata session', 32)
  const tokens = config.apiTokens.map((token) => digestOf(token))
  const guesses = createLimiter(GUESSES_PER_MINUTE, GUESSES_PER_MINUTE / 2)
  const allGuesses = createLimiter(GUESSES_OF_ALL_PER_MINUTE, GUESSES_OF_ALL_PER_MINUTE / 2)
  return { guardApi, maySeePages, guardMetrics, login, logout }

  async function guardApi(ctx: Context, next: Next): Promise<void> {
    if (!SAFE_METHODS.has(ctx.method) && origins.judge(ctx.req) !== 'own') return refuseForeign(ctx)
    if (hasToken(ctx) || (key === undefined ? isOpen(ctx) : hasSession(ctx, key))) return next()
    ctx.req.resume()
    if (key === undefined) return problem(ctx, 403, 'Forbidden', CLOSED)
    ctx.set('WWW-Authenticate', 'Bearer')
    return problem(ctx, 401, 'Unauthorized', 'Log in, or send one of API_TOKENS as a bearer token.')
  }

  function maySeePages(ctx: Context): boolean {
    return key !== undefined || isOpen(ctx)
  }

  async function guardMetrics(ctx: Context, next: Next): Promise<void> {
    if (hasToken(ctx) || addresses.isLocal(ctx.req)) return next()
    return problem(
      ctx,
      403,
      'Forbidden',
      'Metrics are for this machine, or for one of API_TOKENS as a bearer token.',
    )
  }

  /** Without a password: only on this machine, asked for by a name of this machine (a site that makes its own name point here is none). */
  function isOpen(ctx: Context): boolean {
    return config.consoleOpen || (isLoopbackHost(config.host) && isLoopbackHost(ctx.req.headers.host ?? ''))
  }

  async function login(ctx: Context): Promise<void> {
    if (origins.judge(ctx.req) !== 'own') return refuseForeign(ctx)
    if (key === undefined || config.password === undefined)
      return problem(ctx, 404, 'Not Found', 'No password is set: there is nothing to log in to.')
    if (!guesses.take(rateKey(addresses.client(ctx.req))) || !allGuesses.take('')) {
      ctx.req.resume()
      ctx.set('Retry-After', '60')
      return problem(ctx, 429, 'Too Many Requests', 'Too many attempts: try again in a minute.')
    }
    const body = await readBody(ctx.req, false, LOGIN_BODY_LIMIT)
    const given = body.ok ? passwordIn(body.bytes) : undefined
    if (given === undefined) return problem(ctx, 400, 'Bad Request', 'Send {"password": "…"} as JSON.')
    if (!timingSafeEqual(digestOf(given), digestOf(config.password)))
      return problem(ctx, 401, 'Unauthorized', 'The password is wrong.')
    const until = String(Math.floor(Date.now() / 1000) + SESSION_SECONDS)
    setCookie(ctx, `${until}.${sign(until, key)}`, SESSION_SECONDS)
    ctx.status = 204
  }

  function logout(ctx: Context): void {
    if (origins.judge(ctx.req) !== 'own') return refuseForeign(ctx)
    setCookie(ctx, '', 0)
    ctx.status = 204
  }

  function setCookie(ctx: Context, value: string, seconds: number): void {
    const secure = addresses.secure(ctx.req) ? '; Secure' : ''
    ctx.set('Set-Cookie', `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
  }

  function hasToken(ctx: Context): boolean {
    const given = /^bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1]
    if (given === undefined) return false
    const digest = digestOf(given)
    return tokens.some((token) => timingSafeEqual(token, digest))
  }
}

function refuseForeign(ctx: Context): void {
  ctx.req.resume()
  problem(ctx, 403, 'Forbidden', 'Pages of other sites may not change anything here.')
}

function hasSession(ctx: Context, key: Buffer): boolean {
  const [, until = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d+)\\.([\\w-]+)`).exec(ctx.get('Cookie')) ?? []
  return (
    until !== '' &&
    timingSafeEqual(digestOf(signature), digestOf(sign(until, key))) &&
    Number(until) * 1000 > Date.now()
  )
}

function sign(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Texts of any length become comparable in constant time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function passwordIn(bytes: Buffer): string | undefined {
  try {
    const { password } = JSON.parse(bytes.toString('utf8')) as { password?: unknown }
    return typeof password === 'string' ? password : undefined
  } catch {
    return undefined
  }
}
