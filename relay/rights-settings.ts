// Which groups and addresses get which rights: settings for every login that is not the password's.
import type { Identity } from '../server/caller.ts'
import { StartupError } from '../server/startup-error.ts'
import { type Variables, invalid } from '../server/variables.ts'

/**
 * `allowed`, and `who` of a grant: an address, `@domain`, the name of a group, or `*`. Addresses and domains
 * are in lower case, groups without a slash at their start. `groupsClaim`: a path with dots.
 */
export type RightsSettings = { allowed: string[]; grants: Grant[]; groupsClaim: string }

/** `services`: a pattern. */
export type Grant = { who: string; services: string; role: Identity['rights'][number]['role'] }

/** The store takes the same. */
const MAX_PATTERN = 200
const MAX_STARS = 4
const MAX_PATTERNS = 50
const WITH_DOMAIN = /^[^\s@*]*@[^\s@*]+$/

/** Throws a `StartupError`. */
export function readRightsSettings(env: Variables): RightsSettings {
  return {
    allowed: env.list('OIDC_ALLOWED').map((who) => readWho('OIDC_ALLOWED', who)),
    grants: parseGrants(env.list('OIDC_GROUPS')),
    groupsClaim: env.text('OIDC_GROUPS_CLAIM') ?? 'groups',
  }
}

/** Throws a `StartupError` for what is neither an address nor a domain, and would match nobody. */
function readWho(variable: string, who: string): string {
  if (!who.includes('@') || WITH_DOMAIN.test(who)) return normalizeWho(who)
  throw invalid(variable, who, 'addresses, @domains, groups, or *')
}

/** Groups of Keycloak are paths: `/team-a`. In addresses the case of ASCII letters makes no difference. */
export function normalizeWho(who: string): string {
  if (!who.includes('@')) return who.replace(/^\//, '')
  return who.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function parseGrants(items: string[]): Grant[] {
  const grants = items.map(parseGrant)
  for (const [role, ofRole] of Map.groupBy(grants, (grant) => grant.role))
    if (new Set(ofRole.map(({ services }) => services)).size > MAX_PATTERNS)
      throw new StartupError(`OIDC_GROUPS has more than ${MAX_PATTERNS} patterns of services for ${role}.`)
  return grants
}

/** `GROUP:SERVICES:ROLE`; the group may contain colons. */
function parseGrant(text: string): Grant {
  const [, who = '', services = '', role] =
    /^(.*\S)\s*:\s*([^\s:]+)\s*:\s*(read|write|admin)$/.exec(text) ?? []
  if (role === undefined || services.length > MAX_PATTERN || services.split('*').length - 1 > MAX_STARS)
    throw invalid('OIDC_GROUPS', text, 'group:services:role such as team-a:shop-*:write, role read to admin')
  return { who: readWho('OIDC_GROUPS', who), services, role: role as Grant['role'] }
}
