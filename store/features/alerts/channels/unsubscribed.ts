// Mail addresses that want no more messages, as settings.
import { createHmac, randomBytes } from 'node:crypto'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../../database/settings.ts'
import type { StoredChannel } from './channel.ts'
import { readAddresses } from './target-text.ts'

const KEY_ID = 'unsubscribe'

/** The same for all mails of an installation, also after a restart. */
export async function readSigningKey(engine: Engine): Promise<string> {
  const keys = await readSettings<string>(engine, 'key')
  const stored = keys.find(({ id }) => id === KEY_ID)?.value
  if (stored) return stored
  const value = randomBytes(32).toString('hex')
  await writeSetting(engine, { kind: 'key', id: KEY_ID, value })
  return value
}

export function keyOfLink(signingKey: string, channel: string, address: string): string {
  return createHmac('sha256', signingKey).update(`${channel} ${address}`).digest('base64url')
}

/** By channel: the addresses without those that have unsubscribed. */
export async function readUnsubscribed(engine: Engine): Promise<Set<string>> {
  const settings = await readSettings<true>(engine, 'unsubscribed')
  return new Set(settings.flatMap(({ id, value }) => (value ? id : [])))
}

export function withoutUnsubscribed(channel: StoredChannel, unsubscribed: Set<string>): StoredChannel {
  if (channel.kind !== 'email') return channel
  const addresses = readAddresses(channel.target)
  const target = addresses.filter((address) => !unsubscribed.has(`${channel.id} ${address}`)).join(', ')
  return { ...channel, target }
}

/** People have entered these addresses again. */
export async function subscribeAgain(engine: Engine, channel: string, target: string): Promise<void> {
  const unsubscribed = await readUnsubscribed(engine)
  for (const address of readAddresses(target)) {
    const id = `${channel} ${address}`
    if (unsubscribed.has(id)) await writeSetting(engine, { kind: 'unsubscribed', id, value: null })
  }
}
