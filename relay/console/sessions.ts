// Sessions of the console: a cookie with the time of its end and an id, signed with a key derived from the
// password. So a session is valid at every relay with the same password, and ends when the password changes.
// Only sessions that were ended early are stored: an empty file each, which all relays of a folder see.
import { randomBytes, scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Keygrip from 'keygrip'
import type { Context } from 'koa'

export type Sessions = {
  /** For `app.keys`: Koa signs cookies with them. */
  keys: Keygrip
  start: (ctx: Context, isSecure: boolean) => void
  /** Ends the sessions of the request's cookies, also for anyone who has copied them. */
  end: (ctx: Context, isSecure: boolean) => void
  has: (ctx: Context) => boolean
  /** The id of a browser that has logged in before; `undefined` for any other. */
  device: (ctx: Context) => string | undefined
}

const SESSION_COOKIE = 'errata_session'
const DEVICE_COOKIE = 'errata_device'
const DAY_MS = 24 * 3600 * 1000
const SESSION_MS = 30 * DAY_MS
const DEVICE_MS = 365 * DAY_MS
const KEY_BYTES = 32
const ID_BYTES = 16
/** A sibling domain can set cookies of the same name in front of ours. This many of each name are tried. */
const MAX_DUPLICATES = 8

/** `folder`: where the ids of ended sessions are stored. */
export function openSessions(password: string, folder: string): Sessions {
  // scrypt is slow, so that the password cannot be guessed from a cookie.
  const keys = new Keygrip([scryptSync(password, 'errata session', KEY_BYTES).toString('hex')], 'sha256')
  /** Ended while the disk was full. */
  const endedInMemory = new Set<string>()
  deleteExpired(folder)
  return {
    keys,
    start(ctx, isSecure) {
      setCookie(ctx, SESSION_COOKIE, { maxAge: SESSION_MS, isSecure })
      setCookie(ctx, DEVICE_COOKIE, { maxAge: DEVICE_MS, isSecure })
    },
    end(ctx, isSecure) {
      for (const id of idsIn(ctx, SESSION_COOKIE)) storeEnd(id)
      ctx.cookies.secure = isSecure
      ctx.cookies.set(SESSION_COOKIE, null, { signed: true, sameSite: 'lax' })
    },
    has: (ctx) => idsIn(ctx, SESSION_COOKIE).some((id) => !hasEnded(id)),
    device: (ctx) => idsIn(ctx, DEVICE_COOKIE)[0],
  }

  function storeEnd(id: string): void {
    try {
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, id), '')
    } catch {
      endedInMemory.add(id)
    }
  }

  function hasEnded(id: string): boolean {
    return endedInMemory.has(id) || existsSync(path.join(folder, id))
  }

  /** The ids in all cookies of the name that are ours and have not expired. Koa reads the first one only. */
  function idsIn(ctx: Context, name: string): string[] {
    const signatures = cookiesOf(ctx, `${name}.sig`)
    return cookiesOf(ctx, name).flatMap((value) => {
      const [, end, id] = /^(\d+)-([\da-f]+)$/.exec(value) ?? []
      const isSigned = signatures.some((signature) => keys.verify(`${name}=${value}`, signature))
      return isSigned && id !== undefined && Number(end) > Date.now() ? [id] : []
    })
  }
}

type CookieOptions = { maxAge: number; isSecure: boolean }

function setCookie(ctx: Context, name: string, { maxAge, isSecure }: CookieOptions): void {
  const value = `${Date.now() + maxAge}-${randomBytes(ID_BYTES).toString('hex')}`
  ctx.cookies.secure = isSecure
  ctx.cookies.set(name, value, { signed: true, maxAge, sameSite: 'lax' })
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

/** A session that has expired by itself need not be listed. */
function deleteExpired(folder: string): void {
  if (!existsSync(folder)) return
  for (const id of readdirSync(folder)) {
    const file = path.join(folder, id)
    // Relays that start together share the folder: another one may have deleted it.
    const endedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (endedAt + SESSION_MS < Date.now()) rmSync(file, { force: true })
  }
}
