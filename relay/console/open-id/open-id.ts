// Logging in at an identity provider by OpenID Connect, or at GitHub: the redirect there, its answer, and the
// end of a session at either side. The library checks the answer; this adds the cookie, the rights, and
// messages.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { readBody } from '../../../server/body.ts'
import type { Identity } from '../../../server/caller.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import type { OpenIdSettings } from '../../open-id-settings.ts'
import { type Claims, accountOf } from './claims.ts'
import { GITHUB_SCOPES, gitHubAccount } from './github.ts'
import { type Login, createLoginCookie } from './login-cookie.ts'
import { type Connection, createProvider } from './provider.ts'
import { writeLastLogin } from './last-login.ts'
import { type Account, accessOf, type Rights } from './rights.ts'

/**
 * `to`: the path where the person wanted to go. `sid`, `idToken`: for the logout. `invite`: the secret of the
 * one that is accepted. `refusal`: why the identity has no rights of its own; the person may be invited.
 */
export type FinishedLogin = {
  identity: Identity
  refusal: string | null
  to: string
  invite: string | null
  sid: string | null
  idToken: string | null
}

/** `subject` null: the session `sid` alone. */
export type EndedSession = { issuer: string; subject: string | null; sid: string | null }

/** Every function throws an `HttpError` with one sentence. */
export type OpenId = {
  /** `GET /login/oidc?to=/issues`: redirects to the provider. `account=other`: which asks for the account. */
  start: (ctx: Context) => Promise<void>
  /** The address of the provider, where the browser accepts an invite by logging in. */
  startWithInvite: (ctx: Context, invite: string) => Promise<string>
  /** `GET /login/oidc/callback`: the provider has sent the browser back. */
  finish: (ctx: Context) => Promise<FinishedLogin>
  /** `POST /login/oidc/backchannel`: the provider says that a session has ended. */
  backchannel: (ctx: Context) => Promise<EndedSession>
  /** Where the browser logs out at the provider; null where it has no such address, or does not answer. */
  logoutUrl: (idToken: string | null) => Promise<string | null>
}

export const CALLBACK_PATH = '/login/oidc/callback'
export const BACKCHANNEL_PATH = '/login/oidc/backchannel'

const SCOPES = ['openid', 'email', 'profile']
/** Characters: the cookie has the path, and browsers store 4 KiB of a cookie. */
const MAX_TO = 1_000
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Bytes: a token with some ids. */
const LOGOUT_BODY_LIMIT = 16 * 1024
/** Characters of the address of the logout. With many groups an ID token is longer than servers take. */
const MAX_HINT = 4_000
const MAX_GROUPS_LOGGED = 50

/** `claims`: their names, by where they came from. */
type Answer = {
  account: Account
  claims: Record<string, string[]>
  sid: string | null
  idToken: string | null
}

/** `dataDir`: has what the last login came with. */
export function createOpenId(settings: OpenIdSettings, dataDir: string, logger: Logger): OpenId {
  const { isGitHub, publicUrl, groupsClaim } = settings
  const provider = createProvider(settings)
  const cookie = createLoginCookie(settings.clientSecret, publicUrl.startsWith('https:'))
  const redirectUri = `${publicUrl}${CALLBACK_PATH}`
  const scope = scopesOf(settings).join(' ')
  return { start, startWithInvite, finish, backchannel, logoutUrl }

  async function start(ctx: Context): Promise<void> {
    const isOther = ctx.query['account'] === 'other'
    ctx.redirect(await begin(ctx, { to: ownPath(ctx.query['to'], publicUrl), invite: null }, isOther))
  }

  function startWithInvite(ctx: Context, invite: string): Promise<string> {
    return begin(ctx, { to: '/', invite })
  }

  /** `isOther`: the provider asks for the account, also whoever is logged in there. */
  async function begin(ctx: Context, target: Pick<Login, 'to' | 'invite'>, isOther = false): Promise<string> {
    const { client, config } = await provider.connect()
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state,
      ...(!isGitHub && { nonce }),
      ...(isOther && { prompt: isGitHub ? 'select_account' : 'login' }),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    cookie.set(ctx, { state, nonce, verifier, ...target })
    ctx.set('Cache-Control', 'no-store')
    return url.href
  }

  async function finish(ctx: Context): Promise<FinishedLogin> {
    ctx.set('Cache-Control', 'no-store')
    const login = cookie.take(ctx, String(ctx.query['state']))
    // The address that the browser called: a proxy in front may have changed host and scheme.
    const url = new URL(`${redirectUri}${ctx.search}`)
    try {
      const { account, claims, sid, idToken } = await provider.request((connection) =>
        isGitHub ? readGitHub(connection, url, login) : readTokens(connection, url, login),
      )
      const access = accessOf(account, settings)
      await note(account, claims, access.identity.rights)
      const { to, invite } = login
      return { ...access, to, invite, sid, idToken }
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'a login was refused')
      throw error
    }
  }

  async function readTokens({ client, config }: Connection, url: URL, login: Login): Promise<Answer> {
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: login.verifier,
      expectedState: login.state,
      expectedNonce: login.nonce,
      idTokenExpected: true,
    })
    const claims: Claims = { ...tokens.claims() }
    const { sub, iss } = tokens.claims()!
    const userinfo: Claims =
      config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : { ...(await client.fetchUserInfo(config, tokens.access_token, sub)) }
    const account = accountOf([claims, userinfo], { issuer: iss, subject: sub }, groupsClaim)
    const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null
    const names = { idToken: Object.keys(claims), userinfo: Object.keys(userinfo) }
    return { account, claims: names, sid, idToken: tokens.id_token ?? null }
  }

  async function readGitHub(connection: Connection, url: URL, login: Login): Promise<Answer> {
    const { client, config } = connection
    const checks = { pkceCodeVerifier: login.verifier, expectedState: login.state }
    const { access_token } = await client.authorizationCodeGrant(config, url, checks)
    const account = await gitHubAccount(connection, access_token, provider.issuer)
    return { account, claims: {}, sid: null, idToken: null }
  }

  /** What is needed to set OIDC_ALLOWED, OIDC_GROUPS and OIDC_GROUPS_CLAIM, and no token. */
  async function note({ issuer, groups, notes }: Account, claims: Answer['claims'], rights: Rights) {
    const shown = groups.slice(0, MAX_GROUPS_LOGGED)
    const details = { issuer, claims, groupsClaim, groups: shown, groupCount: groups.length, notes }
    logger.info(details, 'a provider sent these claims')
    await writeLastLogin(dataDir, { at: new Date().toISOString(), ...details, rights }).catch(
      (error: unknown) => logger.warn({ err: error }, 'the claims of the last login were not written'),
    )
  }

  async function backchannel(ctx: Context): Promise<EndedSession> {
    ctx.set('Cache-Control', 'no-store')
    if (isGitHub) throw new HttpError(404, 'GitHub sends no logouts.')
    const body = await readBody(ctx.req, LOGOUT_BODY_LIMIT)
    const form = new URLSearchParams(body.ok ? body.bytes.toString('utf8') : '')
    const token = form.get('logout_token')
    if (token === null) throw new HttpError(400, 'Send logout_token as a form.')
    const claims = await provider.request(({ verify }) => verify(token, 'logout token'))
    const { iss, sub, sid, events, nonce } = claims
    const [subject, session] = [sub, sid].map((id) => (typeof id === 'string' ? id : null))
    const isLogout = isObject(events) && isObject(events[LOGOUT_EVENT]) && nonce === undefined
    if (!isLogout || (subject === null && session === null))
      throw new HttpError(400, 'The token is no logout token: it needs the event of a logout and sub or sid.')
    return { issuer: iss as string, subject: subject ?? null, sid: session ?? null }
  }

  async function logoutUrl(idToken: string | null): Promise<string | null> {
    const connection = await provider.connect().catch(() => null)
    if (connection?.config.serverMetadata().end_session_endpoint === undefined) return null
    const hint = idToken !== null && idToken.length <= MAX_HINT ? { id_token_hint: idToken } : {}
    const { client, config } = connection
    return client.buildEndSessionUrl(config, { ...hint, post_logout_redirect_uri: `${publicUrl}/` }).href
  }
}

export function scopesOf({ scopes, isGitHub }: OpenIdSettings): string[] {
  if (scopes.length === 0) return isGitHub ? GITHUB_SCOPES : SCOPES
  return isGitHub || scopes.includes('openid') ? scopes : ['openid', ...scopes]
}

/** A path of the console as the browser reads it: `/\evil.example` and `/.//evil.example` are other hosts. */
function ownPath(to: unknown, publicUrl: string): string {
  if (to === undefined || to === '') return '/'
  const url = typeof to === 'string' && to.startsWith('/') ? URL.parse(to, publicUrl) : null
  if (url === null || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//'))
    throw new HttpError(400, 'to must be a path of this console, such as /issues.')
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.length > MAX_TO ? '/' : path
}
