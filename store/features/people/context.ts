// What the paths about people need.
import type { Actor } from '../../http/actor.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Audit } from './audit.ts'
import type { Registry } from './registry.ts'

export type People = { registry: Registry; audit: Audit }

/** `caller`: null of a program on the store's own port. */
export type PeopleContext = { people: People; actor: Actor; caller: Caller | null }
