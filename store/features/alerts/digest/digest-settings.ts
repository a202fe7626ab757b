// When a digest is sent, and to whom.
import type { DigestSettings } from '../../../../contract/alerts.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings } from '../../../database/settings.ts'

export const NO_DIGEST: DigestSettings = {
  channels: [],
  weekday: 1,
  hour: 9,
  zone: 'UTC',
  weekly: true,
  releases: true,
}

/** `changedAt`: what was due before is not sent. In nanoseconds since 1970. */
export async function readDigestSettings(engine: Engine): Promise<DigestSettings & { changedAt: bigint }> {
  const [setting] = await readSettings<DigestSettings>(engine, 'digest')
  return { ...NO_DIGEST, ...setting?.value, changedAt: setting?.changedAt ?? 0n }
}
