// What the claims of a provider say about a person, however the provider arranges them.
import { isObject } from '../../../server/json.ts'
import type { Account } from './rights.ts'

export type Claims = Record<string, unknown>

/** Characters; the store takes no more. */
const MAX_NAME = 100
/** An address that is a list, or has two domains, proves neither. */
export const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+$/
/**
 * Anybody can have an account here with a verified address of a company that they have left. Only `hd` proves
 * that the company manages the account.
 */
const GOOGLE = 'https://accounts.google.com'

/** `sources`: ID token and userinfo; the first that has an address or a name counts, groups are added up. */
export function accountOf(
  sources: Claims[],
  { issuer, subject }: Pick<Account, 'issuer' | 'subject'>,
  groupsClaim: string,
): Account {
  const groups = [...new Set(sources.flatMap((claims) => groupsIn(claims, groupsClaim)))]
  const email = emailIn(sources)
  const name = ['name', 'preferred_username', 'email']
    .flatMap((claim) => sources.map((claims) => oneLine(claims[claim])))
    .find((text) => text !== '')
  const isVerified = !sources.some((claims) => oneLine(claims['email']) === email && isRefuted(claims))
  const isManaged = issuer !== GOOGLE || sources.some((claims) => claims['hd'] !== undefined)
  const notes = [
    ...(email === '' ? ['the provider sent no address (claim email)'] : []),
    ...(isVerified ? [] : [`the provider has not verified the address ${email}`]),
    ...(isManaged ? [] : ['the account belongs to no Google Workspace, so its domain does not count']),
    ...(groups.length === 0 ? [noteOfGroups(sources, groupsClaim)] : []),
  ]
  return {
    issuer,
    subject,
    name: (name ?? subject).slice(0, MAX_NAME).toWellFormed(),
    email: email === '' || !isVerified ? null : email,
    hasDomain: isManaged,
    groups,
    notes,
  }
}

function emailIn(sources: Claims[]): string {
  return sources.map((claims) => oneLine(claims['email'])).find((email) => ADDRESS.test(email)) ?? ''
}

/** An address counts unless the provider says that it has not verified it; some send this as a text. */
function isRefuted({ email_verified: verified }: Claims): boolean {
  return verified === false || verified === 'false'
}

/** The claim has a list or one name. Its own name may contain dots: `https://shop.example/groups`. */
function groupsIn(claims: Claims, path: string): string[] {
  const value = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce<unknown>(memberOf, claims)
  const groups = Array.isArray(value) ? value : [value]
  return groups.map(oneLine).filter((group) => group !== '')
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function noteOfGroups(sources: Claims[], groupsClaim: string): string {
  if (!sources.some(leavesGroupsOut)) return `the provider sent no groups (claim ${groupsClaim})`
  return (
    'the provider left out the groups, because they are too many: in Entra ID send only groups of the ' +
    'application, or set OIDC_GROUPS_CLAIM=roles and use app roles'
  )
}

/** Entra ID, for more than 200 groups. */
function leavesGroupsOut(claims: Claims): boolean {
  const names = claims['_claim_names']
  return claims['hasgroups'] !== undefined || (isObject(names) && names['groups'] !== undefined)
}

/** Empty for what is no text. */
export function oneLine(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : ''
}
