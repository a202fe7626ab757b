// What the relay answers about logging in, at `/login/methods`, `/login/invite`, `/login/settings` and
// `/login/test`. Types only.
import type { Role } from './people.ts'

/**
 * What the login offers to everybody. `password`: of the installation. `names`: people have a name and a
 * password of their own. `provider`: the URL of an identity provider.
 */
export type LoginMethods = { password: boolean; names: boolean; provider: string | null }

/** What somebody who has the link of an invite may know. `by`: empty for the owner. */
export type InvitePreview = { role: Role; services: string[]; by: string; expires: string }

/**
 * How people log in, as the variables of the relay set it, without secrets. `isOpen`: nobody has to.
 * `canInvite`: there is a login that an invited person can use.
 */
export type LoginSettings = {
  isOpen: boolean
  hasPassword: boolean
  canInvite: boolean
  openId: OpenIdSettings | null
  trustedHeader: { header: string; groupsHeader: string | null; proxies: string[] } | null
  signedHeader: { header: string; keysUrl: string; audience: string } | null
  rights: LoginRights
}

export type OpenIdSettings = {
  issuer: string
  isGitHub: boolean
  clientId: string
  redirectUri: string
  scopes: string[]
}

/** `allowed`, `who`: addresses, `@domains`, groups, or `*`. `services`: a pattern. */
export type LoginRights = {
  allowed: string[]
  grants: { who: string; services: string; role: Role }[]
  groupsClaim: string
}

/** Whether the provider answers; `message`: a sentence. */
export type LoginTest = { ok: boolean; message: string }
