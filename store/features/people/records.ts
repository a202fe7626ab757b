// What is stored about people, their sessions, tokens and invites: settings of these kinds.
import type { AccessMethod, Rights, TokenScope } from '../../../contract/people.ts'

/** `issuer`: of the identity provider; empty for somebody who has accepted an invite. */
export type PersonRecord = {
  name: string
  email: string | null
  method: 'oidc' | 'header' | 'invite'
  issuer: string
  subject: string
  /** At least one, the highest role first, and each role once. */
  rights: Rights[]
  /** scrypt, in hexadecimal, with its salt; null: a provider checks them. */
  password: { salt: string; hash: string } | null
  /** Whether rights were set here, and no longer follow the groups of the provider. */
  isFixed: boolean
  /** Accepted an invite at the provider, which alone would refuse the login. Missing: no. */
  isInvited?: boolean
}

/**
 * What somebody has set; by the id of the person, or `owner`. `name`: of the owner, empty of others, whose
 * account has it. `channel`: the id of the one that tells them of mentions and assignments, since an instant.
 */
export type ProfileRecord = { name: string; channel: { id: string; since: number } | null }

/** `sid`: the session at the provider; `idToken`: the hint of a logout there. */
export type ProviderSession = { issuer: string; sid: string | null; idToken: string | null }

/** `id`: the SHA-256 of the secret. Instants are milliseconds since 1970. */
export type SessionRecord = {
  method: AccessMethod
  /** Null: the owner, by the password. */
  person: string | null
  /** Of the password; empty in the session of a person. */
  passwordKey: string
  /** Of a provider: what its logout needs; null: another login. */
  provider: ProviderSession | null
  device: string
  address: string
  createdAt: number
  expiresAt: number
  lastSeen: number
}

export type TokenRecord = {
  name: string
  scope: TokenScope
  services: string[]
  prefix: string
  by: string
  /** Its rights are never more than theirs; null: of the owner. */
  person: string | null
  createdAt: number
  expiresAt: number | null
  lastUsed: { day: string; address: string } | null
}

/** `email`: where its link was sent; missing or null: it was copied. */
export type InviteRecord = Rights & { by: string; email?: string | null; expiresAt: number }

/** When a person was last here, in any session or without one. `id`: of the person. */
export type PresenceRecord = { at: number }

/** A store works on something; `until`: milliseconds since 1970, if it does not end it. */
export type ClaimRecord = { subject: string; until: number }

export type Records = {
  person: PersonRecord
  profile: ProfileRecord
  session: SessionRecord
  token: TokenRecord
  invite: InviteRecord
  presence: PresenceRecord
  claim: ClaimRecord
}
export type RecordKind = keyof Records
