// The answers of `/api/me`, `/api/people`, `/api/invites`, `/api/tokens`, `/api/sessions` and `/api/audit`.
// Types only.

/** Each may do what the ones before may: view, change issues, and change people and settings. */
export type Role = 'read' | 'write' | 'admin'

/**
 * How somebody is known. `open`: without a password, on this machine or behind a proxy. `password`: the
 * owner's. `invite`: a name and a password of their own. `command`: a program on the store's machine.
 */
export type AccessMethod = 'open' | 'password' | 'token' | 'oidc' | 'header' | 'invite' | 'command'

/** `services`: patterns such as `shop-*`; `*` is all services. `name`: empty without one. */
export type Rights = { role: Role; services: string[] }

/**
 * `rights`: one for each role: whoever reads all services may change some of them only. `role` is the
 * highest, and `services` are of all.
 */
export type AllRights = Rights & { rights: Rights[] }

export type Me = AllRights & { name: string; email: string | null; method: AccessMethod }

/** `name`: one line. */
export type MeChange = { name: string }

/** Of somebody who was invited. `password`: the new one, 12 to 1,000 characters. */
export type PasswordChange = { current: string; password: string }

/**
 * A name that a note may mention. `hasChannel`: a channel tells them of mentions and assignments. Without it
 * they find out when they look.
 */
export type PersonName = { name: string; hasChannel: boolean }

/**
 * Names for assignees and mentions, by name. `me`: of the caller, empty without one. `people`: those who have
 * access; the caller is one of them. `others`: further names that issues are assigned to, such as teams.
 */
export type PersonNamesAnswer = { me: string; people: PersonName[]; others: string[] }

/**
 * `provider`: the issuer or the header that names them; empty: neither. `lastSeen`: null: never. `sessions`:
 * those that have not ended. `isCurrent`: the caller.
 */
export type Person = AllRights & {
  id: string
  name: string
  email: string | null
  method: 'oidc' | 'header' | 'invite'
  provider: string
  lastSeen: string | null
  sessions: number
  isCurrent: boolean
}

/** Without its link, which is shown once. */
export type Invite = Rights & { id: string; by: string; email: string | null; expires: string }

/** By name. `invites`: those that are not accepted yet. `canMail`: an invite can be sent by mail. */
export type PeopleAnswer = { people: Person[]; invites: Invite[]; canMail: boolean }

/** Members that are missing stay as they are. */
export type PersonChange = { role?: Role; services?: string[] }

/** `email`: where the link is sent by mail. */
export type NewInvite = Rights & { email?: string }

/**
 * `url`: the path and the secret, to be sent to one person: `/invite#…`. `mailProblem`: why the mail was not
 * sent; null: it was, or none was asked for.
 */
export type InviteLink = { id: string; url: string; expires: string; mailProblem: string | null }

export type AcceptedInvite = { name: string; password: string }

/** `maps`: source maps alone. */
export type TokenScope = 'maps' | 'read' | 'write'

/** `expires`: an instant, or null: it does not expire. */
export type NewToken = { name: string; scope: TokenScope; services: string[]; expires: string | null }

/** `prefix`: its first characters, to recognise it. `lastUsed`: the day, and from where. */
export type ApiToken = NewToken & {
  id: string
  prefix: string
  by: string
  createdAt: string
  lastUsed: { day: string; address: string } | null
}

/** The newest first. */
export type TokensAnswer = { tokens: ApiToken[] }

/** `token`: the secret, in this answer alone. */
export type CreatedToken = ApiToken & { token: string }

/** `device`: browser and system, such as `Firefox on Linux`; empty: unknown. */
export type Session = {
  id: string
  method: AccessMethod
  device: string
  address: string
  createdAt: string
  lastSeen: string
  isCurrent: boolean
}

/** The caller's own, the last used one first. */
export type SessionsAnswer = { sessions: Session[] }

export type AuditValues = Record<string, string | number | boolean | string[] | null>

/**
 * `act`: what was done, such as `token.created`. `target`: to what. `before`, `after`: the values that
 * changed, without secrets; null: nothing.
 */
export type AuditEntry = {
  at: string
  by: string
  method: string
  address: string
  act: string
  target: string
  before: AuditValues | null
  after: AuditValues | null
}

/** The newest first. */
export type AuditAnswer = { entries: AuditEntry[]; nextCursor: string | null }

/** All entries that match, the newest first. `at`: when they were exported. */
export type AuditExport = { at: string; entries: AuditEntry[] }
