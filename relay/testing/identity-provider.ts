// A real OpenID provider on a free port, which logs in an account without pages; and a browser for it.
import http from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { closeServer, listen } from './recording-collector.ts'

export type IdentityProvider = {
  url: string
  /** Paths of all requests. */
  requests: string[]
  /** The claims of the account that logs in; its id is `sub`. */
  account: Record<string, unknown>
  /** Milliseconds by which the clock of the provider differs. */
  clockDifference: number
  /** What it signs with. */
  key: JWK
  /** No connection is accepted, until `start`. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** `claimsIn`: where the provider puts claims. `path`: of the issuer, with the slash at its end. */
export type ProviderOptions = {
  claimsIn?: 'ID token' | 'userinfo'
  path?: string
  configuration?: Configuration
}

export const CLIENT = { OIDC_CLIENT_ID: 'errata', OIDC_CLIENT_SECRET: 'a-secret-of-the-client' }

const SCOPES = ['openid', 'email', 'profile', 'groups']
const EVERYTHING = { name: 'Ann', email: 'ann@shop.example', email_verified: true, groups: ['team-a'] }
/** Seconds. */
const TTL = { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 }
let keys: JWK | undefined

/** `publicUrl`: of the console, whose redirect is registered. Ends after the test. */
export async function startIdentityProvider(
  publicUrl: string,
  { claimsIn = 'ID token', path = '', configuration = {} }: ProviderOptions = {},
): Promise<IdentityProvider> {
  keys ??= await newKey()
  let handle: http.RequestListener | undefined
  let server = http.createServer((request, response) => handle!(request, response))
  const url = await listen(server)
  const idp: IdentityProvider = {
    url,
    requests: [],
    account: { sub: 'ann-1', ...EVERYTHING },
    clockDifference: 0,
    key: keys,
    stop: () => closeServer(server),
    async start() {
      server = http.createServer(handle)
      await new Promise<void>((resolve) => {
        server.listen(Number(new URL(url).port), '127.0.0.1', resolve)
      })
    },
  }
  const provider = new Provider(url + path, {
    adapter: createAdapter,
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/login/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        backchannel_logout_uri: `${publicUrl}/login/oidc/backchannel`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [keys] },
    cookies: { keys: ['a key of a test'] },
    scopes: SCOPES,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', '_claim_names'],
      groups: ['groups', 'realm_access'],
    },
    conformIdTokenClaims: claimsIn === 'userinfo',
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => void (ctx.body = form) },
      backchannelLogout: { enabled: true },
    },
    // Its own dispatcher refuses addresses of the loopback, where the console of a test is.
    fetch(url, options) {
      const own: RequestInit & { dispatcher?: unknown } = { ...options }
      delete own.dispatcher
      return fetch(url, own)
    },
    renderError: (ctx, out) => void (ctx.body = out),
    interactions: { url: (_, { uid }) => `${path || '/'}interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...idp.account, sub: accountId }) }),
    ...configuration,
    ttl: { ...TTL, ...configuration.ttl },
  })
  provider.use(async (ctx, next) => {
    idp.requests.push(ctx.path)
    const { clockDifference } = idp
    if (clockDifference !== 0) vi.setSystemTime(Date.now() + clockDifference)
    try {
      await next()
    } finally {
      if (clockDifference !== 0) vi.useRealTimers()
    }
  })
  provider.use((ctx, next) => (ctx.path.startsWith('/interaction/') ? interact(provider, ctx, idp) : next()))
  const answer = provider.callback()
  handle = (request, response) => {
    // As a router does that has a provider below a path.
    Object.assign(request, { originalUrl: request.url })
    if (path !== '') request.url = request.url!.replace(path, '/')
    void answer(request, response)
  }
  onTestFinished(() => closeServer(server))
  return idp
}

/** Logs in the account, and consents to everything. */
async function interact(
  provider: Provider,
  { req, res }: Pick<KoaContextWithOIDC, 'req' | 'res'>,
  { account }: IdentityProvider,
): Promise<void> {
  const { prompt, session, params } = await provider.interactionDetails(req, res)
  if (prompt.name === 'login') {
    await provider.interactionFinished(req, res, { login: { accountId: String(account['sub']) } })
    return
  }
  const ids = { accountId: session!.accountId, clientId: String(params['client_id']) }
  const grant = new provider.Grant(ids)
  grant.addOIDCScope(SCOPES.join(' '))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(req, res, { consent }, { mergeWithLastSubmission: true })
}

/** Keeps everything, as long as the test takes. */
function createAdapter(): Adapter {
  const entries = new Map<string, AdapterPayload>()
  const by = async (name: 'uid' | 'userCode', value: string) =>
    [...entries.values()].find((entry) => entry[name] === value)
  return {
    upsert: async (id, payload) => void entries.set(id, payload),
    find: async (id) => entries.get(id),
    findByUid: (uid) => by('uid', uid),
    findByUserCode: (code) => by('userCode', code),
    consume: async (id) => void (entries.get(id)!.consumed = Math.floor(Date.now() / 1000)),
    destroy: async (id) => void entries.delete(id),
    async revokeByGrantId(grantId) {
      for (const [id, entry] of entries) if (entry.grantId === grantId) entries.delete(id)
    },
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }
}

export type Browser = {
  /** Cookies by origin and name. */
  cookies: Map<string, Map<string, string>>
  fetch: (url: string, options?: RequestInit) => Promise<Response>
  /** Follows redirects, up to a URL that the test wants to change or a page. */
  visit: (url: string, until?: (url: URL) => boolean) => Promise<{ url: URL; response: Response | undefined }>
}

const MAX_REDIRECTS = 20

export function openBrowser(): Browser {
  const cookies: Browser['cookies'] = new Map()
  return { cookies, fetch: send, visit }

  async function send(url: string, options: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const own = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, own)
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(options.headers as Record<string, string>), ...(cookie !== '' && { cookie }) }
    const response = await fetch(url, { ...options, headers, redirect: 'manual' })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/expires=Thu, 01 Jan 1970/i.test(text)) own.delete(name)
      else own.set(name, value)
    }
    return response
  }

  async function visit(
    start: string,
    until: (url: URL) => boolean = () => false,
  ): ReturnType<Browser['visit']> {
    let url = new URL(start)
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      if (until(url)) return { url, response: undefined }
      const response = await send(url.href)
      const location = response.headers.get('location')
      if (location === null) return { url, response }
      url = new URL(location, url)
    }
    throw new Error(`too many redirects at ${url.href}`)
  }
}
