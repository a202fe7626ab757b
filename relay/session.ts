// Sessions of the console: a cookie with its end, signed with a key derived from the password. Nothing is
// stored: a session is valid at every relay with this password.
import { scryptSync } from 'node:crypto'
import Keygrip from 'keygrip'
import type { Context } from 'koa'

const COOKIE = 'errata_session'
const SESSION_MS = 30 * 24 * 3600 * 1000
const KEY_BYTES = 32
/** A sibling domain can set cookies of the same name in front of ours; so many of each name are tried. */
const MAX_DUPLICATES = 8

/** For `app.keys`, which sign cookies. scrypt is slow: a cookie does not give the password away. */
export function sessionKeys(password: string): Keygrip {
  return new Keygrip([scryptSync(password, 'errata session', KEY_BYTES).toString('hex')], 'sha256')
}

export function startSession(ctx: Context, isSecure: boolean): void {
  setCookie(ctx, String(Date.now() + SESSION_MS), isSecure)
}

export function endSession(ctx: Context, isSecure: boolean): void {
  setCookie(ctx, null, isSecure)
}

/** Koa's own reader looks at the first cookie of a name only. */
export function hasSession(ctx: Context, keys: Keygrip): boolean {
  const signatures = cookiesOf(ctx, `${COOKIE}.sig`)
  return cookiesOf(ctx, COOKIE)
    .filter((end) => Number(end) > Date.now())
    .some((end) => signatures.some((signature) => keys.verify(`${COOKIE}=${end}`, signature)))
}

function setCookie(ctx: Context, value: string | null, isSecure: boolean): void {
  ctx.cookies.secure = isSecure
  ctx.cookies.set(COOKIE, value, { signed: true, maxAge: SESSION_MS, sameSite: 'lax' })
}

function cookiesOf(ctx: Context, name: string): string[] {
  return ctx
    .get('Cookie')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
    .slice(0, MAX_DUPLICATES)
}
