// The cookie of a login under way: what the answer of the provider must agree with, signed, for ten minutes,
// and used once. No relay stores it, so that another one may take the answer.
import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { HttpError } from '../../../server/http-error.ts'
import { isObject, parseJson } from '../../../server/json.ts'
import { cookiesOf } from '../../cookie-values.ts'

/** `to`: a path of ours. `verifier`: of PKCE. `invite`: the secret of one that is accepted; null: none. */
export type Login = { state: string; nonce: string; verifier: string; to: string; invite: string | null }
type SignedLogin = Login & { expires: number }

export type LoginCookie = {
  set: (ctx: Context, login: Login) => void
  /** The login with this state, once. Throws 400 if the browser sends no such cookie. */
  take: (ctx: Context, state: string) => Login
}

const COOKIE = 'errata_login'
const LIFETIME_MS = 10 * 60 * 1000
const KEY_BYTES = 32
/** Used logins that are remembered; the provider takes a code once, too. */
const MAX_USED = 10_000

/** `secret`: of the client, which all relays have. `isSecure`: the console has an https address. */
export function createLoginCookie(secret: string, isSecure: boolean): LoginCookie {
  const name = isSecure ? `__Host-${COOKIE}` : COOKIE
  let key: Buffer | undefined
  /** Until when, by state; the oldest first. */
  const used = new Map<string, number>()
  return { set, take }

  function set(ctx: Context, login: Login): void {
    const content = JSON.stringify({ ...login, expires: Date.now() + LIFETIME_MS } satisfies SignedLogin)
    const text = Buffer.from(content).toString('base64url')
    setCookie(ctx, `${text}.${sign(text)}`, LIFETIME_MS)
  }

  function take(ctx: Context, state: string): Login {
    const logins = cookiesOf(ctx, name).flatMap((value) => read(value) ?? [])
    const login = logins.find((each) => each.state === state)
    if (logins.length === 0)
      throw new HttpError(400, 'The browser sent no cookie of this login: allow cookies, and log in again.')
    if (login === undefined)
      throw new HttpError(400, 'The answer of the provider is for another login (state): log in again.')
    setCookie(ctx, null, 0)
    if (login.expires < Date.now())
      throw new HttpError(400, 'This login took longer than ten minutes: log in again.')
    if (used.has(state)) throw new HttpError(400, 'This login was used before: log in again.')
    remember(login)
    return login
  }

  function setCookie(ctx: Context, value: string | null, maxAge: number): void {
    ctx.cookies.secure = isSecure
    ctx.cookies.set(name, value, { maxAge, httpOnly: true, sameSite: 'lax', signed: false, path: '/' })
  }

  function remember({ state, expires }: SignedLogin): void {
    for (const [old, until] of used)
      if (until < Date.now() || used.size >= MAX_USED) used.delete(old)
      else break
    used.set(state, expires)
  }

  function read(value: string): SignedLogin | undefined {
    const [text = '', signature = ''] = value.split('.')
    const [expected, actual] = [Buffer.from(sign(text)), Buffer.from(signature)]
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
    const login = parseJson(Buffer.from(text, 'base64url').toString())
    return isObject(login) ? (login as SignedLogin) : undefined
  }

  function sign(text: string): string {
    // scrypt is slow, so that a weak secret cannot be guessed from a cookie.
    key ??= scryptSync(secret, 'errata login', KEY_BYTES)
    return createHmac('sha256', key).update(text).digest('base64url')
  }
}
