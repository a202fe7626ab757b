// What somebody may do, by the groups and the address that a provider or a proxy names.
import type { Identity } from '../../../server/caller.ts'
import { HttpError } from '../../../server/http-error.ts'
import { type Grant, type RightsSettings, normalizeWho } from '../../rights-settings.ts'

export type Rights = Identity['rights']

/**
 * `email`: null: none that counts. `hasDomain`: whether its domain counts, too. `notes`: why something is
 * missing, for the refusal.
 */
export type Account = {
  issuer: string
  subject: string
  name: string
  email: string | null
  hasDomain: boolean
  groups: string[]
  notes: string[]
}

/** From the highest to the lowest. */
const ROLES: Grant['role'][] = ['admin', 'write', 'read']
/** Of all whom OIDC_ALLOWED names, where OIDC_GROUPS is empty. */
const DEFAULT_RIGHTS: Rights = [{ role: 'write', services: ['*'] }]
/** In a refusal. */
const MAX_GROUPS_SHOWN = 10

/**
 * For each role, the services of all matching grants of that role, the highest role first. `refusal`: a
 * sentence that names what was missing.
 */
export function rightsOf(
  groups: string[],
  email: string | null,
  { allowed, grants }: RightsSettings,
  hasDomain = true,
): Rights | { refusal: string } {
  const names = new Set(['*', ...groups.filter((group) => !group.includes('@')).map(normalizeWho)])
  if (email !== null) names.add(normalizeWho(email))
  if (email !== null && hasDomain) names.add(normalizeWho(email.replace(/^.*@/, '@')))
  if (allowed.length > 0 && !allowed.some((who) => names.has(who)))
    return { refusal: `OIDC_ALLOWED does not name this login, which has ${describe(groups, email)}` }
  if (grants.length === 0) return DEFAULT_RIGHTS
  const matches = grants.filter(({ who }) => names.has(who))
  if (matches.length === 0)
    return { refusal: `No entry of OIDC_GROUPS matches this login, which has ${describe(groups, email)}` }
  return ROLES.flatMap((role) => {
    const services = matches.filter((grant) => grant.role === role).map((grant) => grant.services)
    if (services.length === 0) return []
    return { role, services: services.includes('*') ? ['*'] : [...new Set(services)] }
  })
}

/** `refusal`: a sentence, where nothing gives the identity a right; null: it has some. */
export function accessOf(
  account: Account,
  settings: RightsSettings,
): { identity: Identity; refusal: string | null } {
  const { issuer, subject, name, email, hasDomain, groups, notes } = account
  const rights = rightsOf(groups, email, settings, hasDomain)
  const common = { issuer, subject, name, email }
  if (!('refusal' in rights)) return { identity: { ...common, rights }, refusal: null }
  const refusal = `${[rights.refusal, ...notes].join('; ')}.`
  return { identity: { ...common, rights: [] }, refusal }
}

/** Throws 403. */
export function identityOf(account: Account, settings: RightsSettings): Identity {
  const { identity, refusal } = accessOf(account, settings)
  if (refusal !== null) throw new HttpError(403, refusal)
  return identity
}

function describe(groups: string[], email: string | null): string {
  const shown = groups.slice(0, MAX_GROUPS_SHOWN).join(', ')
  const more = groups.length > MAX_GROUPS_SHOWN ? ` and ${groups.length - MAX_GROUPS_SHOWN} more` : ''
  const address = email === null ? 'no verified address' : `the address ${email}`
  return `${address} and ${groups.length === 0 ? 'no groups' : `the groups ${shown}${more}`}`
}
