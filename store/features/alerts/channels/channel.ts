// Channels as they are stored.
import type { ChannelKind, ChannelLimits } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings } from '../../../database/settings.ts'
import type { ChannelTarget } from './attempt.ts'

/** The value of a setting. `resumedAt`: a person has switched it on again, in milliseconds since 1970. */
export type ChannelSetting = ChannelLimits & {
  name: string
  kind: ChannelKind
  target: string
  secret: string
  previousSecret: ChannelTarget['previousSecret']
  resumedAt: number
  /** 0: never. */
  heartbeatMinutes: number
}

/** `createdAt`: in nanoseconds since 1970. What happened before is not sent. */
export type StoredChannel = ChannelSetting & { id: string; createdAt: bigint; fromFile: boolean }

/** The oldest first. */
export async function readChannels(engine: Engine): Promise<StoredChannel[]> {
  const settings = await readSettings<ChannelSetting>(engine, 'channel')
  return settings.flatMap(({ id, value, createdAt }) =>
    value === null ? [] : [{ ...value, id, createdAt, fromFile: false }],
  )
}

/** Throws a 400 that names the first id that no channel has. */
export function requireChannels(ids: string[], channels: Pick<StoredChannel, 'id'>[]): void {
  const unknown = ids.find((id) => !channels.some((channel) => channel.id === id))
  if (unknown !== undefined)
    throw new HttpError(400, `channels: no channel has the id ${unknown.slice(0, 40)}.`)
}
