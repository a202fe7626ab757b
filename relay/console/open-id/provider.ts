// The connection to a provider: the libraries, which are loaded at the first login, and discovery.
import type { Configuration } from 'openid-client'
import { HttpError } from '../../../server/http-error.ts'
import type { OpenIdSettings } from '../../open-id-settings.ts'
import { type Client, providerError } from './provider-error.ts'

export type Connection = {
  client: Client
  config: Configuration
  /** Of what the provider signs. Throws 400 for a token that it has not signed for this client. */
  verify: (token: string, type: string) => Promise<Record<string, unknown>>
}

export type Provider = {
  issuer: string
  /** Throws 502 or 503. */
  connect: () => Promise<Connection>
  /** Runs requests to the provider; throws an `HttpError` for every failure. */
  request: <Result>(act: (connection: Connection) => Promise<Result>) => Promise<Result>
}

const CACHE_MS = 3600 * 1000
/** Seconds. Somebody waits for the login. */
const TIMEOUT = 5
/** A logout token is used when it is made. */
const MAX_TOKEN_AGE = '5 min'
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** The library has not read the keys. */
const KEYS_UNREADABLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'])

export function createProvider(settings: OpenIdSettings): Provider {
  const { issuer } = settings
  let cached: { connection: Promise<Connection>; until: number } | undefined
  return { issuer, connect, request }

  function connect(): Promise<Connection> {
    if (cached !== undefined && cached.until > Date.now()) return cached.connection
    const attempt = { connection: open(settings), until: Date.now() + CACHE_MS }
    cached = attempt
    attempt.connection.catch(() => {
      if (cached === attempt) cached = undefined
    })
    return attempt.connection
  }

  async function request<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await connect()
    try {
      return await act(connection)
    } catch (error) {
      throw error instanceof HttpError ? error : providerError(error, connection.client, issuer)
    }
  }
}

async function open(settings: OpenIdSettings): Promise<Connection> {
  const client = await import('openid-client')
  const jose = await import('jose')
  const config = settings.isGitHub ? gitHubConfig(client, settings) : await discover(client, settings)
  config.timeout = TIMEOUT
  const { issuer, jwks_uri: keysUrl } = config.serverMetadata()
  const keys =
    keysUrl === undefined
      ? undefined
      : jose.createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT * 1000 })
  return { client, config, verify }

  async function verify(token: string, type: string): Promise<Record<string, unknown>> {
    if (keys === undefined) throw new HttpError(400, `The provider has no keys to check a ${type} with.`)
    const audience = settings.clientId
    const options = { issuer, audience, algorithms: ALGORITHMS, maxTokenAge: MAX_TOKEN_AGE }
    try {
      return (await jose.jwtVerify(token, keys, { ...options, clockTolerance: TIMEOUT })).payload
    } catch (error) {
      if (error instanceof jose.errors.JOSEError && !KEYS_UNREADABLE.has(error.code))
        throw new HttpError(400, `The ${type} is not valid: ${error.message}.`)
      throw error
    }
  }
}

/** The provider's own name counts where OIDC_ISSUER has a slash at its end more or less. */
async function discover(client: Client, settings: OpenIdSettings): Promise<Configuration> {
  try {
    return await discoverAt(client, settings, settings.issuer)
  } catch (error) {
    const name = issuerIn(error)
    const isSame = name !== undefined && withoutSlash(name) === withoutSlash(settings.issuer)
    if (isSame) return discoverAt(client, settings, name)
    if (name !== undefined)
      throw new HttpError(
        502,
        `OIDC_ISSUER is ${settings.issuer}, but the provider calls itself ${name}: set OIDC_ISSUER to this.`,
      )
    throw providerError(error, client, settings.issuer)
  }
}

function discoverAt(client: Client, settings: OpenIdSettings, issuer: string): Promise<Configuration> {
  const { clientId, clientSecret } = settings
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, metadata, body, headers) => {
      // A provider that names no methods has this one.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const authenticate = methods.includes('client_secret_basic') ? basic : post
      return authenticate(server, metadata, body, headers)
    },
    { timeout: TIMEOUT, execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [] },
  )
}

/** GitHub has no discovery. */
function gitHubConfig(client: Client, { issuer, clientId, clientSecret }: OpenIdSettings): Configuration {
  const config = new client.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  )
  if (issuer.startsWith('http:')) client.allowInsecureRequests(config)
  return config
}

/** What the provider calls itself, where this is not the issuer that was requested. */
function issuerIn(error: unknown): string | undefined {
  const { cause } = error as { cause?: { attribute?: unknown; body?: { issuer?: unknown } } }
  const issuer = cause?.body?.issuer
  return cause?.attribute === 'issuer' && typeof issuer === 'string' ? issuer : undefined
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
