// What the paths about people need.
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { takeRestored } from '../../database/restore-marker.ts'
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
  const registry = createRegistry(engine, log)
  await takeRestored(folder, async (restored) => {
    await recordRestore(audit, restored)
    await endRestored(registry)
  })
  return { registry, audit, mail: { ...mail, publicUrl } }
}

/** Sessions that a backup has may have been ended after it, and invites used. */
async function endRestored(registry: Registry): Promise<void> {
  for (const kind of ['session', 'invite'] as const)
    for (const id of (await registry.read())[kind].keys()) await registry.write(kind, id, null)
}

/** What an entry of the audit log needs. */
export type WithAudit = { people: People; actor: Actor }

/** `caller`: null of a program on the store's own port. */
export type PeopleContext = WithAudit & { caller: Caller | null }
