// Logging in and out: with the password of the owner, with a name, with an invite, or at a provider.
import { timingSafeEqual } from 'node:crypto'
import type { Context, Next } from 'koa'
import { readBody } from '../../server/body.ts'
import { HttpError } from '../../server/http-error.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { type Addresses, rateKey } from '../address.ts'
import type { Config } from '../config.ts'
import type { Origins } from '../origin.ts'
import { createLimiter } from '../rate-limit.ts'
import { requireSameSite } from './access.ts'
import { type Callers, sha256 } from './callers.ts'
import type { Cookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { NoAccess, withLoginPage } from './login-page.ts'
import type { OpenId } from './open-id/open-id.ts'
import type { StoreAccess } from './store-access.ts'

export type Login = {
  /** `POST /login`, and `POST /api/invites/:token/accept`, which has the secret of the invite in its path. */
  start: (ctx: Context) => Promise<void>
  /** Of `/api`: bounds the attempts to guess the password that somebody changes. Throws 429. */
  limitPasswords: (ctx: Context, next: Next) => Promise<void>
  /** `POST /logout`: 204, or 200 and the address where the browser logs out at the provider. */
  end: (ctx: Context) => Promise<void>
  /** `GET /login/methods`: what the login screen offers. */
  methods: (ctx: Context) => Promise<void>
  /** `POST /login/invite`: what an invite gives. */
  invite: (ctx: Context) => Promise<void>
  /** `GET /login/oidc`. */
  toProvider: (ctx: Context) => Promise<void>
  /** `POST /login/oidc`: answers the address where the browser accepts an invite by logging in. */
  inviteToProvider: (ctx: Context) => Promise<void>
  /** `GET /login/oidc/callback`. */
  fromProvider: (ctx: Context) => Promise<void>
  /** `POST /login/oidc/backchannel`. */
  endedByProvider: (ctx: Context) => Promise<void>
}

type Parts = {
  config: Config
  addresses: Addresses
  origins: Origins
  /** `undefined`: neither a password nor a provider. */
  cookies: Cookies | undefined
  openId: OpenId | undefined
  callers: Callers
  store: StoreAccess
}

/**
 * Attempts to log in, of one address or of one browser that has logged in before. There is no limit for all
 * together: with it, strangers could keep the owner out.
 */
const ATTEMPTS_PER_MINUTE = 10
/** Views of the pages of invites, and starts of their logins, of one address: a secret has 256 bits. */
const PREVIEWS_PER_MINUTE = 60
/** Bytes: a name, a password and some JSON around them. */
const LOGIN_BODY_LIMIT = 4 * 1024

const SEND_PASSWORD = 'Send {"password": "…"} as JSON, and a name or an invite where you have one.'
const SEND_NAME = 'Send {"name": "…", "password": "…"} as JSON.'

const PASSWORD_PATH = '/api/me/password'

const NO_LOGIN = 'No password is set, so there is no login.'
const NO_PROVIDER = 'OIDC_ISSUER is not set, so there is no login at a provider.'

export function createLogin(parts: Parts): Login {
  const { config, addresses, origins, cookies, openId, callers, store } = parts
  const { password } = config
  const attempts = createLimiter(ATTEMPTS_PER_MINUTE, ATTEMPTS_PER_MINUTE / 2)
  const previews = createLimiter(PREVIEWS_PER_MINUTE)
  return {
    start,
    limitPasswords,
    end,
    methods,
    invite,
    toProvider,
    inviteToProvider,
    fromProvider,
    endedByProvider,
  }

  async function start(ctx: Context): Promise<void> {
    requireSameSite(origins, ctx)
    if (cookies === undefined) throw new HttpError(404, NO_LOGIN)
    const body = await readBody(ctx.req, LOGIN_BODY_LIMIT)
    const { token } = ctx.params as { token?: string }
    const attempt = body.ok ? readAttempt(body.bytes, token) : undefined
    if (attempt === undefined) throw new HttpError(400, token === undefined ? SEND_PASSWORD : SEND_NAME)
    const account = accountOf(attempt)
    limit(ctx, cookies.device(ctx, account))
    const common = commonOf(ctx)
    if (attempt.by === 'password' && !isPassword(attempt.password)) {
      await store.recordFailure({ method: 'password', address: common.address, detail: common.device })
      throw new HttpError(401, 'The password is wrong.')
    }
    const { passwordKey } = cookies
    const session = await store.startSession(
      attempt.by === 'password' ? { ...common, by: 'password', passwordKey } : { ...common, ...attempt },
    )
    cookies.setSession(ctx, session, { account, isSecure: addresses.isSecure(ctx.req) })
    ctx.status = 204
  }

  function limitPasswords(ctx: Context, next: Next): Promise<void> {
    // As the store proxy reads the path.
    const isChange = new URL(ctx.path, 'http://store').pathname === PASSWORD_PATH
    if (isChange) limit(ctx)
    return next()
  }

  /** Without a password, no password is the right one: people log in at the provider. */
  function isPassword(attempt: string): boolean {
    return password !== undefined && timingSafeEqual(sha256(attempt), sha256(password))
  }

  /** While the store is down the browser forgets the session; the answer reports that copies stay valid. */
  async function end(ctx: Context): Promise<void> {
    requireSameSite(origins, ctx)
    const caller = await callers.callerOf(ctx)
    cookies?.removeSession(ctx, addresses.isSecure(ctx.req))
    const provider = caller?.by === 'session' ? await store.endSession(caller) : null
    const url = provider && (await openId?.logoutUrl(provider.idToken))
    if (url) ctx.body = { url }
    else ctx.status = 204
  }

  async function methods(ctx: Context): Promise<void> {
    const names = cookies !== undefined && (await store.hasNames())
    ctx.body = { password: password !== undefined, names, provider: config.login.openId?.issuer ?? null }
  }

  async function invite(ctx: Context): Promise<void> {
    requireSameSite(origins, ctx)
    if (cookies === undefined) throw new HttpError(404, NO_LOGIN)
    if (!previews.take(rateKey(addresses.client(ctx.req)))) throw tooMany()
    ctx.body = await store.previewInvite(await readInvite(ctx))
  }

  async function inviteToProvider(ctx: Context): Promise<void> {
    requireSameSite(origins, ctx)
    if (openId === undefined || cookies === undefined) throw new HttpError(404, NO_PROVIDER)
    if (!previews.take(rateKey(addresses.client(ctx.req)))) throw tooMany()
    const secret = await readInvite(ctx)
    // One that was used is known before the login.
    await store.previewInvite(secret)
    ctx.body = { url: await openId.startWithInvite(ctx, secret) }
  }

  async function toProvider(ctx: Context): Promise<void> {
    await withLoginPage(ctx, async () => {
      if (openId === undefined || cookies === undefined) throw new HttpError(404, NO_PROVIDER)
      limit(ctx, cookies.device(ctx, PROVIDER_ACCOUNT))
      await openId.start(ctx)
    })
  }

  async function fromProvider(ctx: Context): Promise<void> {
    await withLoginPage(ctx, () => finish(ctx))
  }

  async function finish(ctx: Context): Promise<void> {
    if (openId === undefined || cookies === undefined) throw new HttpError(404, NO_PROVIDER)
    // Each that fails is an entry of the audit log.
    limit(ctx, cookies.device(ctx, PROVIDER_ACCOUNT))
    const common = commonOf(ctx)
    try {
      const { to, ...login } = await openId.finish(ctx)
      const session = await store
        .startSession({ ...common, by: 'oidc', ...login })
        .catch((error: HttpError) => {
          throw error.status === 403 ? new NoAccess(error.message) : error
        })
      const isSecure = addresses.isSecure(ctx.req)
      cookies.setSession(ctx, session, { account: PROVIDER_ACCOUNT, isSecure })
      ctx.redirect(to)
    } catch (error) {
      const detail = error instanceof HttpError ? error.message : 'an error of the relay'
      await store.recordFailure({ method: 'oidc', address: common.address, detail })
      throw error
    }
  }

  async function endedByProvider(ctx: Context): Promise<void> {
    if (openId === undefined) throw new HttpError(404, NO_PROVIDER)
    await store.endSessions(await openId.backchannel(ctx))
    ctx.status = 200
    ctx.body = ''
  }

  function commonOf(ctx: Context): { device: string; address: string } {
    return { device: deviceName(ctx.get('User-Agent')), address: addresses.client(ctx.req) }
  }

  /** `device`: of a browser that has logged in before. */
  function limit(ctx: Context, device?: string): void {
    if (!attempts.take(device ?? rateKey(addresses.client(ctx.req)))) throw tooMany()
  }
}

function tooMany(): HttpError {
  return new HttpError(429, 'Too many attempts: try again in a minute.', { 'Retry-After': '60' })
}

/** Throws 400. */
async function readInvite(ctx: Context): Promise<string> {
  const body = await readBody(ctx.req, LOGIN_BODY_LIMIT)
  const sent = body.ok ? parseJson(body.bytes.toString('utf8')) : undefined
  if (isObject(sent) && typeof sent['invite'] === 'string') return sent['invite']
  throw new HttpError(400, 'Send {"invite": "…"} as JSON.')
}

type Attempt =
  | { by: 'password'; password: string }
  | { by: 'name'; name: string; password: string }
  | { by: 'invite'; invite: string; name: string; password: string }

/** All logins at a provider, which checks them. */
const PROVIDER_ACCOUNT = 'provider'

/** As the store compares names. */
function accountOf(attempt: Attempt): string {
  return attempt.by === 'password' ? 'password' : `name ${attempt.name.normalize('NFKC').toLowerCase()}`
}

/** `token`: the secret of an invite, where the path has it. */
function readAttempt(bytes: Buffer, token?: string): Attempt | undefined {
  const body = parseJson(bytes.toString('utf8'))
  if (!isObject(body)) return undefined
  const { password, name, invite = token } = body
  if (typeof password !== 'string') return undefined
  if (name === undefined && invite === undefined) return { by: 'password', password }
  if (typeof name !== 'string') return undefined
  if (invite === undefined) return { by: 'name', name, password }
  return typeof invite === 'string' ? { by: 'invite', invite, name, password } : undefined
}
