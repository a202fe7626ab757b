// One sentence for each way in which a provider refuses a login, or does not answer.
import type * as openIdClient from 'openid-client'
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import { oneLine } from './claims.ts'

export type Client = typeof openIdClient

type OAuthError = { error: string; error_description?: string }

const AGAIN = 'log in again'
/** Characters of what a provider writes. */
const MAX_DETAIL = 200

/** `error`: of `openid-client`, or of a request. */
export function providerError(error: unknown, client: Client, issuer: string): HttpError {
  if (error instanceof client.AuthorizationResponseError)
    return new HttpError(403, `The provider refused the login: ${detailOf(error)}.`)
  if (error instanceof client.ResponseBodyError) return tokenRefusal(error)
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const isSecret = error.cause.some(({ scheme }) => scheme.toLowerCase() === 'basic')
    if (isSecret) return tokenRefusal({ error: 'invalid_client' })
    return new HttpError(502, 'The provider does not tell who the access token belongs to (userinfo).')
  }
  if (isDown(error))
    return new HttpError(
      503,
      `The identity provider ${issuer} does not answer, or has failed: log in later, or with a password.`,
      { 'Retry-After': '30' },
    )
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  const { claim, body } = isObject(cause) && isObject(cause['cause']) ? cause['cause'] : {}
  switch (code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new HttpError(
        502,
        'The ID token has expired, or is not valid yet: the clock of this machine and the clock of the ' +
          'provider differ; synchronise them (NTP).',
      )
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return claim === 'nonce'
        ? new HttpError(400, `The ID token is for another login (nonce): ${AGAIN}.`)
        : new HttpError(
            502,
            `The ID token has another ${oneLine(claim) || 'claim'} than this client expects.`,
          )
    case 'OAUTH_INVALID_RESPONSE':
      if (isObject(body) && typeof body['error'] === 'string') return tokenRefusal(body as OAuthError)
      return new HttpError(400, `The answer of the provider is not valid: ${causeOf(error)}.`)
    default:
      return new HttpError(502, `The answer of the provider cannot be used: ${oneLine(message)}.`)
  }
}

/** What the token endpoint answers; GitHub has errors of its own, with the status 200. */
function tokenRefusal(error: OAuthError): HttpError {
  switch (error.error) {
    case 'invalid_grant':
    case 'bad_verification_code':
      return new HttpError(400, `The provider refused the code of this login (${error.error}): ${AGAIN}.`)
    case 'invalid_client':
    case 'unauthorized_client':
    case 'incorrect_client_credentials':
      return new HttpError(502, `The provider refused OIDC_CLIENT_ID with its secret: ${detailOf(error)}.`)
    default:
      return new HttpError(502, `The provider refused the login: ${detailOf(error)}.`)
  }
}

/** No connection, a timeout, or a failure of its own. */
function isDown(error: unknown): boolean {
  const { code, cause, status } = error as { code?: unknown; cause?: unknown; status?: unknown }
  const response = cause instanceof Response ? cause.status : status
  if (typeof response === 'number' && response >= 500) return true
  if (error instanceof TypeError) return error.message === 'fetch failed'
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'ERR_JWKS_TIMEOUT'
}

function detailOf({ error, error_description }: OAuthError): string {
  return [error, error_description].map(oneLine).filter(Boolean).join(', ').slice(0, MAX_DETAIL)
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return oneLine(cause instanceof Error ? cause.message : message).slice(0, MAX_DETAIL)
}
