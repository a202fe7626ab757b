// Rules, channels and the digest: of people, and of the file, which wins.
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../../database/settings.ts'
import { readChannels, type StoredChannel } from '../channels/channel.ts'
import { readDigestSettings, type StoredDigest } from '../digest/digest-settings.ts'
import { findSearch } from '../../search/index.ts'
import { NO_FILTER, readRules, type SearchFilter, type StoredRule } from '../rules/rule.ts'
import { readUnsubscribed, withoutUnsubscribed } from '../channels/unsubscribed.ts'
import type { AlertsFile, FileSettings } from './alerts-file.ts'

export type AlertSettings = { channels: StoredChannel[]; rules: StoredRule[]; digest: StoredDigest }

/** When a setting of the file was read first, and when it changed, in nanoseconds since 1970. */
type Times = { createdAt: bigint; changedAt: bigint }

export async function readAlertSettings(engine: Engine, file: AlertsFile): Promise<AlertSettings> {
  const current = file.current()
  const [channels, rules, digest, unsubscribed, timesOf] = await Promise.all([
    readChannels(engine),
    readRules(engine),
    readDigestSettings(engine),
    readUnsubscribed(engine),
    readTimes(engine, current),
  ])
  const fileChannels = current.channels.map(({ id, value }): StoredChannel => {
    const { createdAt } = timesOf('channel', id)
    return { ...value, id, createdAt, fromFile: true, previousSecret: null, resumedAt: 0 }
  })
  const fileRules = current.rules.map(({ id, value }) => {
    const { changedAt } = timesOf('rule', id)
    return { ...value, id, changedAt, fromFile: true }
  })
  const ownRules = rules.map((rule) => ({ ...rule, fromFile: false }))
  return {
    channels: fileFirst(channels, fileChannels).map((channel) => withoutUnsubscribed(channel, unsubscribed)),
    rules: await Promise.all(
      fileFirst(ownRules, fileRules).map(async (rule) => ({
        ...rule,
        filter: await filterOf(engine, rule.search),
      })),
    ),
    digest: current.digest
      ? {
          ...current.digest.value,
          changedAt: timesOf('digest', current.digest.id).changedAt,
          fromFile: true,
        }
      : digest,
  }
}

/** Where both have an id, the file's. */
function fileFirst<Item extends { id: string }>(own: Item[], ofFile: Item[]): Item[] {
  const ids = new Set(ofFile.map(({ id }) => id))
  return [...own.filter(({ id }) => !ids.has(id)), ...ofFile]
}

/** Records what is new in the file: from then on, what happens is reported. */
async function readTimes(
  engine: Engine,
  { channels, rules, digest }: FileSettings,
): Promise<(kind: string, id: string) => Times> {
  const hashes = new Map([
    ...channels.map(({ id, hash }) => [`channel ${id}`, hash] as const),
    ...rules.map(({ id, hash }) => [`rule ${id}`, hash] as const),
    ...(digest ? [[`digest ${digest.id}`, digest.hash] as const] : []),
  ])
  const read = () => readSettings<{ hash: string }>(engine, 'alerts-file')
  let settings = hashes.size === 0 ? [] : await read()
  const recorded = new Map(settings.map(({ id, value }) => [id, value?.hash]))
  const changed = [...hashes].filter(([id, hash]) => recorded.get(id) !== hash)
  for (const [id, hash] of changed) await writeSetting(engine, { kind: 'alerts-file', id, value: { hash } })
  if (changed.length > 0) settings = await read()
  const times = new Map(settings.map((setting) => [setting.id, setting]))
  return (kind, id) => times.get(`${kind} ${id}`) ?? { createdAt: 0n, changedAt: 0n }
}

/** Null: the search was deleted. */
export async function filterOf(engine: Engine, search: string): Promise<SearchFilter | null> {
  if (search === '') return NO_FILTER
  return (await findSearch(engine, search))?.filter ?? null
}
