// What the paths about people need.
import type { Logger } from 'pino'
import type { Engine } from '../../database/engine/engine.ts'
import type { Actor } from '../../http/actor.ts'
import type { Caller } from '../../../server/caller.ts'
import { createAudit, recordRestore, type Audit } from './audit.ts'
import { createRegistry, type Registry } from './registry.ts'

export type People = { registry: Registry; audit: Audit }

/** `folder`: of the store. */
export async function openPeople(engine: Engine, folder: string, log: Logger): Promise<People> {
  const audit = createAudit(engine, log)
  await recordRestore(audit, folder)
  return { registry: createRegistry(engine, log), audit }
}

/** What an entry of the audit log needs. */
export type WithAudit = { people: People; actor: Actor }

/** `caller`: null of a program on the store's own port. */
export type PeopleContext = WithAudit & { caller: Caller | null }
