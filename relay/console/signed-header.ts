// A person whom a proxy names in a header that it signs, as Cloudflare Access, Google's Identity-Aware Proxy
// and Pomerium do. The signature proves it, so the peer makes no difference.
import type { IncomingMessage } from 'node:http'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Identity } from '../../server/caller.ts'
import { HttpError } from '../../server/http-error.ts'
import type { SignedHeaderSettings } from '../header-settings.ts'
import { accountOf } from './open-id/claims.ts'
import { identityOf } from './open-id/rights.ts'
import { requireOne } from './trusted-header.ts'

/** Null: the request has no such header. Throws 400, 401, 403; 503 while the keys cannot be read. */
export type SignedHeader = (request: IncomingMessage) => Promise<Identity | null>

const TIMEOUT_MS = 5_000
/** Seconds. */
const CLOCK_TOLERANCE = 30
/** No symmetric ones: whoever checks those could sign, too. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const DOWN = 'The keys at AUTH_JWKS_URL cannot be read: try again later.'

export function createSignedHeader(settings: SignedHeaderSettings): SignedHeader {
  const { header, keysUrl, audience, groupsClaim } = settings
  let keys: JWTVerifyGetKey | undefined
  return async (request) => {
    const token = request.headers[header]
    if (token === undefined || token === '') return null
    requireOne(request, header)
    const claims = await verify(String(token))
    const issuer = claims.iss ?? keysUrl
    return identityOf(accountOf([claims], { issuer, subject: claims.sub! }, groupsClaim), settings)
  }

  /** The library reads the keys at the first token, and again for a key that it does not have. */
  async function verify(token: string): Promise<JWTPayload> {
    const { createRemoteJWKSet, errors, jwtVerify } = await import('jose')
    keys ??= createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_MS })
    const options = { audience, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE }
    try {
      const { payload } = await jwtVerify(token, keys, { ...options, requiredClaims: ['sub', 'exp'] })
      if (payload.sub !== '') return payload
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw new HttpError(503, DOWN, { 'Retry-After': '30' })
      if (error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC')
        throw new HttpError(503, DOWN, { 'Retry-After': '30' })
      throw new HttpError(401, `${header} is not valid: ${error.message}.`)
    }
    throw new HttpError(401, `${header} names no person: its sub is empty.`)
  }
}
