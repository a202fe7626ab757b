// What the paths about people need.
import type { Actor } from '../../http/actor.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Audit } from './audit.ts'
import type { Registry } from './registry.ts'

export type People = { registry: Registry; audit: Audit }

/** What an entry of the audit log needs. */
export type WithAudit = { people: People; actor: Actor }

/** `caller`: null of a program on the store's own port. */
export type PeopleContext = WithAudit & { caller: Caller | null }
