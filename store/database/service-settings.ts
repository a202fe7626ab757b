// What people have set for a service, in memory: each page of an event, and each alert, reads it.
import type { Logger } from 'pino'
import type { Engine } from './engine/engine.ts'
import { readSettings, writeSetting } from './settings.ts'

/**
 * `repository`: its address, or the address of a line with placeholders; empty: not set. `channel`: of
 * alerts; `since`: when it was chosen, in nanoseconds since 1970, as text.
 */
export type ServiceSetting = {
  owners: string[]
  repository: string
  channel: { id: string; since: string } | null
}

export type ServiceSettings = {
  of(service: string): ServiceSetting
  all(): ReadonlyMap<string, ServiceSetting>
  /** Throws if it cannot be stored. */
  write(service: string, setting: ServiceSetting): Promise<void>
}

/** Another store on the same server may have changed them. */
const REFRESH_MS = 2_000

const KIND = 'service'

const NOTHING_SET: ServiceSetting = { owners: [], repository: '', channel: null }

export async function openServiceSettings(engine: Engine, log: Logger): Promise<ServiceSettings> {
  let settings = await load(engine)
  let loadedAt = performance.now()
  return { of: (service) => all().get(service) ?? NOTHING_SET, all, write }

  function all(): Map<string, ServiceSetting> {
    if (engine.kind === 'clickhouse' && performance.now() - loadedAt > REFRESH_MS) {
      loadedAt = performance.now()
      load(engine).then(
        (loaded) => (settings = loaded),
        (error: unknown) => log.warn({ err: error }, 'settings of services could not be read'),
      )
    }
    return settings
  }

  async function write(service: string, setting: ServiceSetting): Promise<void> {
    const isEmpty = setting.owners.length === 0 && setting.repository === '' && setting.channel === null
    await writeSetting(engine, { kind: KIND, id: service, value: isEmpty ? null : setting })
    if (isEmpty) settings.delete(service)
    else settings.set(service, setting)
  }
}

async function load(engine: Engine): Promise<Map<string, ServiceSetting>> {
  const settings = await readSettings<ServiceSetting>(engine, KIND)
  return new Map(settings.flatMap(({ id, value }) => (value === null ? [] : [[id, value] as const])))
}
