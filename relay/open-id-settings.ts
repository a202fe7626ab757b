// The settings of logins at an identity provider.
import { isLoopbackHost } from '../server/loopback.ts'
import { StartupError } from '../server/startup-error.ts'
import { type Variables, invalid } from '../server/variables.ts'
import type { RightsSettings } from './rights-settings.ts'

/**
 * `issuer`: a URL. `isGitHub`: OAuth with GitHub's API at that URL. `scopes`: empty: those that the provider
 * needs. `publicUrl`: of the console, without its last slash.
 */
export type OpenIdSettings = RightsSettings & {
  issuer: string
  isGitHub: boolean
  clientId: string
  clientSecret: string
  scopes: string[]
  publicUrl: string
}

const GITHUB_URL = 'https://github.com'
const PUBLIC_PROVIDERS = new Set(['github.com', 'accounts.google.com', 'gitlab.com'])
const WELL_KNOWN = /\/\.well-known\/openid-configuration$/
/** Of Entra ID: accounts of every tenant. */
const ALL_TENANTS = /^\/(?:common|organizations|consumers)(?:\/|$)/

/** Throws a `StartupError`. Every variable is read, whether the others are set or not. */
export function readOpenId(env: Variables, rights: RightsSettings): OpenIdSettings | undefined {
  const issuer = env.text('OIDC_ISSUER')
  const variables = {
    OIDC_CLIENT_ID: env.text('OIDC_CLIENT_ID'),
    OIDC_CLIENT_SECRET: env.text('OIDC_CLIENT_SECRET'),
    PUBLIC_URL: env.text('PUBLIC_URL') && env.origin('PUBLIC_URL', ''),
  }
  const scopes = (env.text('OIDC_SCOPES') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  if (issuer === undefined) {
    if (variables.OIDC_CLIENT_ID === undefined && variables.OIDC_CLIENT_SECRET === undefined) return undefined
    throw new StartupError('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER, the URL of a provider.')
  }
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) throw new StartupError(`OIDC_ISSUER is set, so ${name} must be set, too.`)
  if (rights.allowed.length === 0 && rights.grants.length === 0)
    throw new StartupError(
      'OIDC_ISSUER is set, so OIDC_ALLOWED or OIDC_GROUPS must name who may log in: addresses, @domains, ' +
        'groups, or * for all accounts of the provider.',
    )
  const provider = parseIssuer(issuer)
  if (PUBLIC_PROVIDERS.has(URL.parse(provider.issuer)!.host) && isForEverybody(rights))
    throw new StartupError(
      `OIDC_ALLOWED or OIDC_GROUPS has *, but anybody can have an account at ${provider.issuer}: ` +
        'name addresses, @domains or groups in OIDC_ALLOWED.',
    )
  return {
    ...rights,
    ...provider,
    clientId: variables.OIDC_CLIENT_ID!,
    clientSecret: variables.OIDC_CLIENT_SECRET!,
    publicUrl: variables.PUBLIC_URL!,
    scopes,
  }
}

function isForEverybody({ allowed, grants }: RightsSettings): boolean {
  return allowed.length === 0 ? grants.some(({ who }) => who === '*') : allowed.includes('*')
}

/** `github`, `github:URL` of a server of one's own, or the issuer of an OpenID provider. */
function parseIssuer(text: string): { issuer: string; isGitHub: boolean } {
  const isGitHub = text === 'github' || text.startsWith('github:')
  const address = isGitHub ? text.slice('github:'.length) || GITHUB_URL : text.replace(WELL_KNOWN, '')
  const url = URL.parse(address)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))
  if (url === null || !isSecure || url.search !== '' || url.hash !== '' || url.username !== '')
    throw invalid('OIDC_ISSUER', text, 'github, or an https URL (http on the loopback only) without a query')
  if (url.hostname === 'login.microsoftonline.com' && ALL_TENANTS.test(url.pathname))
    throw invalid('OIDC_ISSUER', text, 'the URL of one tenant: https://login.microsoftonline.com/TENANT/v2.0')
  return { issuer: isGitHub ? address.replace(/\/+$/, '') : address, isGitHub }
}
