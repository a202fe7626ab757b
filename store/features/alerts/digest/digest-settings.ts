// When a digest is sent, and to whom: what people or the file of alerts have set.
import type { DigestChange, DigestSettings } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings } from '../../../database/settings.ts'
import type { JsonObject } from '../../../http/body.ts'
import { readFlag, readInteger, readNames, readText, requireKnown } from '../body-members.ts'

export type DigestSetting = Required<DigestChange>

/** `changedAt`: what was due before is not sent. In nanoseconds since 1970. */
export type StoredDigest = DigestSettings & { changedAt: bigint }

export const NO_DIGEST: DigestSetting = {
  channels: [],
  weekday: 1,
  hour: 9,
  zone: 'UTC',
  weekly: true,
  releases: true,
}

const WEEKDAYS: [min: number, max: number] = [1, 7]
const HOURS: [min: number, max: number] = [0, 23]

/** By member. */
export const DIGEST_RANGES = { weekday: WEEKDAYS, hour: HOURS }

/** What people have set. */
export async function readDigestSettings(engine: Engine): Promise<StoredDigest> {
  const [setting] = await readSettings<DigestSetting>(engine, 'digest')
  return { ...NO_DIGEST, ...setting?.value, changedAt: setting?.changedAt ?? 0n, fromFile: false }
}

/** Throws a 400 that names the member. */
export function parseDigestChange(body: JsonObject): DigestChange {
  requireKnown(body, Object.keys(NO_DIGEST))
  return {
    ...(body['channels'] !== undefined && { channels: readNames(body, 'channels') }),
    ...(body['weekday'] !== undefined && { weekday: readInteger(body, 'weekday', WEEKDAYS) }),
    ...(body['hour'] !== undefined && { hour: readInteger(body, 'hour', HOURS) }),
    ...(body['zone'] !== undefined && { zone: readZone(body) }),
    ...(body['weekly'] !== undefined && { weekly: readFlag(body, 'weekly') }),
    ...(body['releases'] !== undefined && { releases: readFlag(body, 'releases') }),
  }
}

function readZone(body: JsonObject): string {
  const zone = readText(body, 'zone')
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new HttpError(400, 'zone must be the name of a time zone, such as Europe/Vienna.')
  }
}
