// The sender of a request to the API of the console: a token, a person that a proxy names, a session, or
// anybody where nothing is required.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Caller } from '../../server/caller.ts'
import { isLoopbackHost } from '../../server/loopback.ts'
import type { Addresses } from '../address.ts'
import type { Config } from '../config.ts'
import type { Cookies } from './cookies.ts'
import { createSignedHeader } from './signed-header.ts'
import { createTrustedHeader } from './trusted-header.ts'

export type Callers = {
  /** `undefined`: the request names nobody, and must. Throws where a proxy's header cannot be accepted. */
  callerOf: (ctx: Context) => Promise<Caller | undefined>
  /** Whether the console may be shown: its files have no data, and the login screen is one of them. */
  canViewConsole: (ctx: Context) => boolean
  /** Whether a password, a provider or a proxy names people. */
  needsLogin: boolean
}

type Parts = { config: Config; addresses: Addresses; cookies: Cookies | undefined; logger: Logger }

/** What tokens that are made in the console begin with. */
const TOKEN_PREFIX = 'errata_'

export function createCallers({ config, addresses, cookies, logger }: Parts): Callers {
  const { trustedHeader, signedHeader } = config.login
  const readTrusted = trustedHeader && createTrustedHeader(trustedHeader, logger)
  const readSigned = signedHeader && createSignedHeader(signedHeader)
  const tokens = config.apiTokens.map((token) => sha256(token))
  const needsLogin = [cookies, readTrusted, readSigned].some((each) => each !== undefined)
  return { callerOf, canViewConsole: (ctx) => needsLogin || isOpen(ctx), needsLogin }

  async function callerOf(ctx: Context): Promise<Caller | undefined> {
    const common = {
      address: addresses.client(ctx.req),
      ...originOf(ctx),
      passwordKey: cookies?.passwordKey ?? '',
    }
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1]
    if (token !== undefined && isApiToken(token)) return { ...common, by: 'api-token' }
    if (token?.startsWith(TOKEN_PREFIX)) return { ...common, by: 'token', hash: hashOf(token) }
    const identity = (await readSigned?.(ctx.req)) ?? readTrusted?.(ctx.req)
    if (identity) return { ...common, by: 'header', identity }
    const hashes = cookies?.sessions(ctx).map(hashOf) ?? []
    if (hashes.length > 0) return { ...common, by: 'session', hashes }
    return !needsLogin && isOpen(ctx) ? { ...common, by: 'open' } : undefined
  }

  function originOf({ req }: Context): { origin?: string } {
    const address = `${addresses.isSecure(req) ? 'https' : 'http'}://${addresses.host(req)}`
    return URL.canParse(address) ? { origin: new URL(address).origin } : {}
  }

  /** Without a login: on this machine only, by a name of this machine. Other names are DNS rebinding. */
  function isOpen(ctx: Context): boolean {
    if (config.consoleOpen === 'true') return true
    const isPrivate = config.consoleOpen === 'loopback' || isLoopbackHost(config.host)
    return isPrivate && isLoopbackHost(ctx.req.headers.host ?? '')
  }

  function isApiToken(token: string): boolean {
    const digest = sha256(token)
    return tokens.some((allowed) => timingSafeEqual(allowed, digest))
  }
}

/** Makes texts of any length comparable in constant time. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function hashOf(secret: string): string {
  return sha256(secret).toString('hex')
}
