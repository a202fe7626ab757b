// What the paths about people need.
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Actor } from '../../http/actor.ts'
import type { Caller } from '../../../server/caller.ts'
import { createAudit, recordRestore, type Audit } from './audit.ts'
import { createRegistry, type Registry } from './registry.ts'

/** `mail`: of the store; its `url` is null without mail. `publicUrl`: of the console. */
export type People = {
  registry: Registry
  audit: Audit
  mail: Config['mail'] & Pick<Config, 'publicUrl'>
}

export async function openPeople(engine: Engine, config: Config, log: Logger): Promise<People> {
  const { folder, mail, publicUrl } = config
  const audit = createAudit(engine, log)
  await recordRestore(audit, folder)
  return { registry: createRegistry(engine, log), audit, mail: { ...mail, publicUrl } }
}

/** What an entry of the audit log needs. */
export type WithAudit = { people: People; actor: Actor }

/** `caller`: null of a program on the store's own port. */
export type PeopleContext = WithAudit & { caller: Caller | null }
