// `npm run doctor -- oidc`: what a provider announces, what to register there, and who may log in.
import { readConfig } from '../relay/config.ts'
import { BACKCHANNEL_PATH, CALLBACK_PATH, scopesOf } from '../relay/console/open-id/open-id.ts'
import { type LastLogin, readLastLogin } from '../relay/console/open-id/last-login.ts'
import { createProvider } from '../relay/console/open-id/provider.ts'
import type { OpenIdSettings } from '../relay/open-id-settings.ts'
import { HttpError } from '../server/http-error.ts'
import { type Finding, hint, ok, problem } from './finding.ts'

type Metadata = Record<string, unknown>

const TIMEOUT_MS = 5_000
/** What the check of an ID token tolerates. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000

/** Throws a `StartupError` for a variable that is not allowed. */
export async function examineOpenId(): Promise<Finding[]> {
  const { login, dataDir } = readConfig()
  const settings = login.openId
  if (settings === undefined)
    return [problem('OIDC_ISSUER is not set: set it and the other variables as in the running relay.')]
  return [
    ...examineRegistration(settings),
    ...(await examineProvider(settings)),
    ...examineRights(settings),
    ...examineLastLogin(await readLastLogin(dataDir), dataDir),
  ]
}

function examineRegistration({ isGitHub, publicUrl }: OpenIdSettings): Finding[] {
  return [
    ok(`Register this redirect URI at the provider: ${publicUrl}${CALLBACK_PATH}`),
    ...(isGitHub
      ? []
      : [
          ok(`For logouts register ${publicUrl}/ as the URI to return to (post-logout redirect URI).`),
          ok(
            `For logouts at the provider register ${publicUrl}${BACKCHANNEL_PATH} (back-channel logout URI).`,
          ),
        ]),
  ]
}

async function examineProvider(settings: OpenIdSettings): Promise<Finding[]> {
  try {
    const { client, config } = await createProvider(settings).connect()
    const metadata = config.serverMetadata() as unknown as Metadata
    const login = client.buildAuthorizationUrl(config, {
      redirect_uri: `${settings.publicUrl}${CALLBACK_PATH}`,
      scope: scopesOf(settings).join(' '),
      state: 'doctor',
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    })
    const announced = settings.isGitHub ? [] : examineMetadata(settings, metadata)
    return [...announced, ...(await examineLogin(login))]
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return [problem(error.message), ...(error.status === 503 ? [hint(whereToLook(settings))] : [])]
  }
}

function whereToLook({ issuer }: OpenIdSettings): string {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  return (
    `Open ${address} on this machine: OIDC_ISSUER, its name (DNS), a firewall, or a certificate of ` +
    'your own (NODE_EXTRA_CA_CERTS) may be the reason.'
  )
}

function examineMetadata(settings: OpenIdSettings, metadata: Metadata): Finding[] {
  const { issuer, scopes_supported: scopes, claims_supported: claims } = metadata
  const names = ['authorization', 'token', 'userinfo', 'end_session'].map((name) => `${name}_endpoint`)
  const endpoints = names.map((name) => `${name}: ${textOf(metadata[name])}`)
  const unknown = scopesOf(settings).filter((scope) => Array.isArray(scopes) && !scopes.includes(scope))
  const claim = settings.groupsClaim.split('.')[0]!
  const hasClaim = !Array.isArray(claims) || claims.includes(claim)
  return [
    ok(`The provider calls itself ${textOf(issuer)}.`),
    ...endpoints.map(ok),
    ...(unknown.length === 0
      ? []
      : [
          hint(
            `The provider does not list the scopes ${unknown.join(', ')}: it may refuse logins (OIDC_SCOPES).`,
          ),
        ]),
    ...(hasClaim
      ? []
      : [hint(`The provider does not list the claim ${claim}: it may send no groups (OIDC_GROUPS_CLAIM).`)]),
    ...(metadata['end_session_endpoint'] === undefined
      ? [hint('The provider has no logout: logging out ends the session of Errata alone.')]
      : []),
    ...(metadata['backchannel_logout_supported'] === true
      ? []
      : [hint('The provider announces no back-channel logout: a session goes on until it ends by itself.')]),
  ]
}

/** The page that a browser opens for a login: a provider refuses an unknown client or redirect there. */
async function examineLogin(url: URL): Promise<Finding[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url.href, { redirect: 'manual', signal }).catch(() => null)
  if (response === null) return [problem(`No login page answers at ${url.origin}${url.pathname}.`)]
  await response.body?.cancel()
  const { status, headers } = response
  const error = URL.parse(headers.get('location') ?? '', url.href)?.searchParams.get('error')
  const difference = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())
  return [
    status >= 400 || error
      ? problem(
          `The login page refuses this client (${error ?? status}): compare OIDC_CLIENT_ID, OIDC_SCOPES ` +
            'and the redirect URI with what is registered.',
        )
      : ok('The login page accepts the client and the redirect URI.'),
    ...(difference > MAX_CLOCK_DIFFERENCE_MS
      ? [problem('The clocks of the provider and of this machine differ: synchronise them (NTP).')]
      : []),
  ]
}

function examineRights({ allowed, grants, groupsClaim, isGitHub }: OpenIdSettings): Finding[] {
  const source = isGitHub ? 'organisations and teams' : `the claim ${groupsClaim} of ID token and userinfo`
  const rights = grants.map(({ who, services, role }) => `${who}: ${role} ${services}`)
  return [
    ok(`OIDC_ALLOWED names who may log in: ${allowed.join(', ') || 'everybody whom OIDC_GROUPS names'}.`),
    ok(
      grants.length === 0
        ? 'OIDC_GROUPS is empty: everybody who logs in may view and change all services (write).'
        : `OIDC_GROUPS gives rights: ${rights.join(', ')}.`,
    ),
    ok(`Groups come from ${source}.`),
  ]
}

/** What came. `login` null: nobody has logged in. */
function examineLastLogin(login: LastLogin | null, dataDir: string): Finding[] {
  if (login === null)
    return [
      hint(
        `Nobody has logged in at a provider yet, as far as ${dataDir} says: log in, then run this again ` +
          'to see which claims and groups came.',
      ),
    ]
  const { at, issuer, claims, groupsClaim, groups, groupCount, notes, rights } = login
  const sources = Object.entries({ 'ID token': claims['idToken'], userinfo: claims['userinfo'] })
  const names = sources.map(([source, list = []]) => `${source}: ${list.join(', ') || 'no claims'}`)
  const more = groupCount > groups.length ? ` and ${groupCount - groups.length} more` : ''
  const texts = rights.map(({ role, services }) => `${role} ${services.join(', ')}`)
  return [
    ok(`The last login was at ${at}, at ${issuer}. ${names.join('; ')}.`),
    groupCount === 0
      ? hint(`It had no groups in the claim ${groupsClaim}.`)
      : ok(`Its groups (${groupsClaim}): ${groups.join(', ')}${more}.`),
    ...notes.map((note) => hint(`${note[0]!.toUpperCase()}${note.slice(1)}.`)),
    rights.length > 0
      ? ok(`Its rights: ${texts.join('; ')}.`)
      : hint('Neither OIDC_ALLOWED nor OIDC_GROUPS gave it a right: only an invite lets it in.'),
  ]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none'
}
