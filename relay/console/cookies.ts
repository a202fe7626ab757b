// The cookies of the console: the secret of a session, and a browser that has logged in before.
import { createHash, scryptSync } from 'node:crypto'
import Keygrip from 'keygrip'
import type { Context } from 'koa'
import { randomBytes } from 'node:crypto'
import { cookiesOf } from '../cookie-values.ts'

export type Cookies = {
  /** For `app.keys`: Koa signs cookies with them. */
  keys: Keygrip
  /** Changes with the password. */
  passwordKey: string
  /** `account`: who has logged in. */
  setSession: (ctx: Context, session: StartedSession, options: { account: string; isSecure: boolean }) => void
  removeSession: (ctx: Context, isSecure: boolean) => void
  /** Of all cookies that may be a session: others may have set one of the same name. */
  sessions: (ctx: Context) => string[]
  /**
   * The id of a browser that has logged in before with the account; `undefined` for any other: one's own
   * logins must not give more attempts at the password of somebody else.
   */
  device: (ctx: Context, account: string) => string | undefined
}

type StartedSession = { secret: string; expiresAt: number }

const SESSION_COOKIE = 'errata_session'
/** Browsers take it only with `Secure`, for this host and the path `/`: no sibling domain can set it. */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`
const DEVICE_COOKIE = 'errata_device'
const DEVICE_MS = 365 * 24 * 3600 * 1000
const KEY_BYTES = 32
const ID_BYTES = 16
const SECRET = /^[\w-]{43}$/

/** `secret`: a password, or the secret of the identity provider. */
export function createCookies(secret: string): Cookies {
  // scrypt is slow, so that the password cannot be guessed from a cookie.
  const key = scryptSync(secret, 'errata session', KEY_BYTES).toString('hex')
  const keys = new Keygrip([key], 'sha256')
  return {
    keys,
    passwordKey: hashOf(key),
    setSession(ctx, session, { account, isSecure }) {
      const expires = new Date(session.expiresAt)
      set(ctx, isSecure ? HOST_COOKIE : SESSION_COOKIE, session.secret, { expires, isSecure })
      const id = randomBytes(ID_BYTES).toString('hex')
      const value = [Date.now() + DEVICE_MS, id, hashOf(account)].join('-')
      ctx.cookies.secure = isSecure
      ctx.cookies.set(DEVICE_COOKIE, value, { signed: true, maxAge: DEVICE_MS, sameSite: 'lax' })
    },
    removeSession(ctx, isSecure) {
      for (const name of isSecure ? [HOST_COOKIE, SESSION_COOKIE] : [SESSION_COOKIE])
        set(ctx, name, null, { expires: new Date(0), isSecure })
    },
    sessions: (ctx) =>
      [HOST_COOKIE, SESSION_COOKIE]
        .flatMap((name) => cookiesOf(ctx, name))
        .filter((value) => SECRET.test(value)),
    device(ctx, account) {
      const signatures = cookiesOf(ctx, `${DEVICE_COOKIE}.sig`)
      const own = cookiesOf(ctx, DEVICE_COOKIE).find((value) =>
        signatures.some((signature) => keys.verify(`${DEVICE_COOKIE}=${value}`, signature)),
      )
      const [end, id, hash] = own?.split('-') ?? []
      return hash === hashOf(account) && Number(end) > Date.now() ? id : undefined
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * ID_BYTES)
}

type Options = { expires: Date; isSecure: boolean }

/** Not signed: the secret itself cannot be guessed. */
function set(ctx: Context, name: string, value: string | null, { expires, isSecure }: Options): void {
  ctx.cookies.secure = isSecure
  ctx.cookies.set(name, value, { expires, sameSite: 'lax', signed: false })
}
