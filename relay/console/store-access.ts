// What the store knows of people: it starts and ends sessions, and says who a caller is.
import { json } from 'node:stream/consumers'
import { CALLER_HEADER, writeCaller, type Caller, type Identity } from '../../server/caller.ts'
import { HttpError } from '../../server/http-error.ts'
import { httpClient } from '../../server/node-http.ts'

export type Login = { device: string; address: string } & (
  | { by: 'password'; passwordKey: string }
  | { by: 'name'; name: string; password: string }
  | { by: 'invite'; invite: string; name: string; password: string }
  // `refusal`: why the identity has no rights of its own. `invite`: the secret of the one that is accepted.
  | {
      by: 'oidc'
      identity: Identity
      refusal: string | null
      invite: string | null
      sid: string | null
      idToken: string | null
    }
)

/** `secret`: of the cookie. `expiresAt`: milliseconds since 1970. */
export type StartedSession = { secret: string; expiresAt: number }

/** Of an occurrence. */
type Origin = { service: string; release: string; environment: string }

export type StoreAccess = {
  /** Throws what the store answers, such as 401; 503 while it is down. */
  startSession(login: Login): Promise<StartedSession>
  /** The ID token of the login at a provider; null: another login. */
  endSession(caller: Caller): Promise<{ idToken: string | null } | null>
  /** A provider has ended them. */
  endSessions(ended: { issuer: string; subject: string | null; sid: string | null }): Promise<void>
  /**
   * Whether the session or token of the caller is valid, and no token for source maps. Throws 503 while the
   * store is down.
   */
  isKnown(caller: Caller): Promise<boolean>
  /** Source maps of some service. Throws 401, and 503 while the store is down. */
  mayUpload(caller: Caller): Promise<boolean>
  /** And is no token for source maps. Throws 401, and 503 while the store is down. */
  viewsAllServices(caller: Caller): Promise<boolean>
  /** Of all services. Throws 401, and 503 while the store is down. */
  isAdmin(caller: Caller): Promise<boolean>
  /** Whether people have a name and a password of their own; while the store is down, they may. */
  hasNames(): Promise<boolean>
  /** For whoever has the link. Throws 404. */
  previewInvite(invite: string): Promise<object>
  /** Names of secrets that people have added. Throws while the store is down. */
  readScrubNames: () => Promise<unknown>
  /** An occurrence, by its digest. Throws 404 where the caller may not view it, too. */
  readEvent(caller: Caller, digest: string): Promise<Origin>
  /** For the audit log; lost while the store is down. */
  recordFailure(failure: { method: string; address: string; detail: string }): Promise<void>
}

const TIMEOUT_MS = 10_000
/** A start of the relay waits for them. */
const NAMES_TIMEOUT_MS = 1_000

type EndedSession = { provider: { idToken: string | null } | null }
/** What of a caller decides. `within`: of a token: the services that limit it; null: no limit. */
type Actor = {
  rights: { role: string; services: string[] }[]
  within: string[] | null
  isMapsOnly: boolean
}
type Answer = { status: number; body: unknown }

export function createStoreAccess(storeUrl: string): StoreAccess {
  const { request } = httpClient(storeUrl)
  return {
    startSession: async (login) =>
      checked(await send('POST', '/access/sessions', { body: login })) as StartedSession,
    async endSession(caller) {
      const answer = await send('DELETE', '/access/sessions', { caller })
      return answer.status === 401 ? null : (checked(answer) as EndedSession).provider
    },
    async endSessions(ended) {
      checked(await send('POST', '/access/ended', { body: ended }))
    },
    async isKnown(caller) {
      const answer = await send('GET', '/access', { caller })
      if (answer.status === 401) return false
      return !(checked(answer) as Actor).isMapsOnly
    },
    async mayUpload(caller) {
      const { rights } = checked(await send('GET', '/access', { caller })) as Actor
      return rights.some(({ role }) => role !== 'read')
    },
    async viewsAllServices(caller) {
      const { rights, within, isMapsOnly } = checked(await send('GET', '/access', { caller })) as Actor
      const isOfAll = rights.some(({ services }) => services.includes('*'))
      return isOfAll && (within === null || within.includes('*')) && !isMapsOnly
    },
    async isAdmin(caller) {
      const { rights, within } = checked(await send('GET', '/access', { caller })) as Actor
      const isAdmin = rights.some(({ role, services }) => role === 'admin' && services.includes('*'))
      return isAdmin && (within === null || within.includes('*'))
    },
    async hasNames() {
      const answer = await send('GET', '/access/names', {}).catch(() => null)
      return answer?.status === 200 ? (answer.body as { names: boolean }).names : true
    },
    previewInvite: async (invite) =>
      checked(await send('POST', '/access/invites', { body: { invite } })) as object,
    async readScrubNames() {
      return checked(await send('GET', '/api/scrub-names', { timeoutMs: NAMES_TIMEOUT_MS }))
    },
    async readEvent(caller, digest) {
      return checked(await send('GET', `/api/events/${encodeURIComponent(digest)}`, { caller })) as Origin
    },
    async recordFailure(failure) {
      await send('POST', '/access/failures', { body: failure }).catch(() => undefined)
    },
  }

  function send(
    method: string,
    path: string,
    { body, caller, timeoutMs = TIMEOUT_MS }: { body?: object; caller?: Caller; timeoutMs?: number },
  ): Promise<Answer> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(caller && { [CALLER_HEADER]: writeCaller(caller) }),
    }
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const sent = request(`${storeUrl}${path}`, { method, headers, signal }, (response) => {
        const status = response.statusCode ?? 502
        json(response).then(
          (answer) => resolve({ status, body: answer }),
          () => resolve({ status, body: null }),
        )
      })
      sent.on('error', () => reject(new HttpError(503, 'The store does not answer.', { 'Retry-After': '5' })))
      sent.end(body && JSON.stringify(body))
    })
  }
}

/** Throws the problem that the store answers. */
function checked({ status, body }: Answer): unknown {
  if (status < 300) return body
  const { detail = 'The store refused the request.' } = (body ?? {}) as { detail?: string }
  throw new HttpError(status, detail)
}
