// How the relay says who sends a request: a header that it sets itself and takes from nobody. The store's
// port is private, and a request without it is one of the operator's programs.
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'
import { isObject, parseJson } from './json.ts'

export const CALLER_HEADER = 'errata-caller'

/**
 * `open`: nothing is required. `nobody`: an address that has a key. `api-token`: one of API_TOKENS. `token`,
 * `session`: by the SHA-256 of the secret, in hexadecimal. `header`: a proxy names the person.
 */
export type Caller = {
  address: string
  /** The URL at which the relay was called, without a path: for links in texts. Missing: not known. */
  origin?: string
  /** Changes with the password of the owner, whose sessions end then; empty without a password. */
  passwordKey: string
} & (
  | { by: 'open' | 'api-token' | 'nobody' }
  | { by: 'token'; hash: string }
  // Of all cookies that may be the session's: others may have set one of the same name.
  | { by: 'session'; hashes: string[] }
  | { by: 'header'; identity: Identity }
)

/** Somebody whom a provider or a proxy names. `issuer` and `subject` together are the person. */
export type Identity = {
  issuer: string
  subject: string
  name: string
  email: string | null
  rights: Rights[]
}

/** `services`: patterns. */
type Rights = { role: 'read' | 'write' | 'admin'; services: string[] }

export function writeCaller(caller: Caller): string {
  return Buffer.from(JSON.stringify(caller)).toString('base64url')
}

/** Null: no header. Throws 400 if it cannot be read. */
export function readCaller({ headers }: IncomingMessage): Caller | null {
  const header = headers[CALLER_HEADER]
  if (header === undefined) return null
  const caller = parseJson(Buffer.from(String(header), 'base64url').toString())
  if (!isObject(caller) || typeof caller['by'] !== 'string')
    throw new HttpError(400, `${CALLER_HEADER} cannot be read: relay and store must have the same version.`)
  return caller as Caller
}
