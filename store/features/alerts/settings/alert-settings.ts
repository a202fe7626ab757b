// Rules, channels and the digest: of people, and of the file, which wins.
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../../database/settings.ts'
import { readChannels, type StoredChannel } from '../channels/channel.ts'
import { readDigestSettings, type StoredDigest } from '../digest/digest-settings.ts'
import { findSearch } from '../../search/index.ts'
import { NO_FILTER, readRules, type SearchFilter, type StoredRule } from '../rules/rule.ts'
import { readUnsubscribed, withoutUnsubscribed } from '../channels/unsubscribed.ts'
import type { AlertsFile } from './alerts-file.ts'

export type AlertSettings = { channels: StoredChannel[]; rules: StoredRule[]; digest: StoredDigest }

/** A setting of the file, as it was first read: since then, what happens is reported. */
type Seen = { hash: string }

export async function readAlertSettings(engine: Engine, file: AlertsFile): Promise<AlertSettings> {
  const { channels, rules, digest } = file.current()
  const isEmpty = channels.length + rules.length === 0 && digest === null
  const [storedChannels, storedRules, storedDigest, unsubscribed, seen] = await Promise.all([
    readChannels(engine),
    readRules(engine),
    readDigestSettings(engine),
    readUnsubscribed(engine),
    isEmpty ? [] : readSettings<Seen>(engine, 'alerts-file'),
  ])
  const seenAt = new Map(seen.map((setting) => [setting.id, setting]))
  const fromFile = async <Value>(
    kind: string,
    { id, hash, value }: { id: string; hash: string; value: Value },
  ) => {
    const key = `${kind} ${id}`
    let setting = seenAt.get(key)
    if (setting?.value?.hash !== hash) {
      await writeSetting(engine, { kind: 'alerts-file', id: key, value: { hash } })
      setting = (await readSettings<Seen>(engine, 'alerts-file')).find((other) => other.id === key)
    }
    const { createdAt = 0n, changedAt = 0n } = setting ?? {}
    return { ...value, id, createdAt, changedAt, fromFile: true }
  }
  const fileChannels = await Promise.all(channels.map((channel) => fromFile('channel', channel)))
  const fileRules = await Promise.all(rules.map((rule) => fromFile('rule', rule)))
  const fileDigest = digest && digestOf(await fromFile('digest', digest))
  const channelIds = new Set(channels.map(({ id }) => id))
  const ruleIds = new Set(rules.map(({ id }) => id))
  const allRules = [
    ...storedRules.filter(({ id }) => !ruleIds.has(id)).map((rule) => ({ ...rule, fromFile: false })),
    ...fileRules.map(({ createdAt: _createdAt, ...rule }) => rule),
  ]
  return {
    channels: [
      ...storedChannels.filter(({ id }) => !channelIds.has(id)),
      ...fileChannels.map(({ changedAt: _changedAt, ...channel }) => ({
        ...channel,
        previousSecret: null,
        resumedAt: 0,
      })),
    ].map((channel) => withoutUnsubscribed(channel, unsubscribed)),
    rules: await Promise.all(
      allRules.map(async (rule) => ({ ...rule, filter: await filterOf(engine, rule.search) })),
    ),
    digest: fileDigest ?? storedDigest,
  }
}

type FileDigest = StoredDigest & { id: string; createdAt: bigint }

function digestOf({ id: _id, createdAt: _createdAt, ...digest }: FileDigest): StoredDigest {
  return digest
}

/** Null: the search was deleted. */
export async function filterOf(engine: Engine, search: string): Promise<SearchFilter | null> {
  if (search === '') return NO_FILTER
  return (await findSearch(engine, search))?.filter ?? null
}
