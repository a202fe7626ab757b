// Which digests are due: of the week that has ended, and of releases that are a day old.
import type { Engine } from '../../../database/engine/engine.ts'
import { DAY_NS, SECOND_NS } from '../../../database/instants.ts'
import { IS_PRODUCTION } from '../rules/rule-filter.ts'
import type { DigestSetting, StoredDigest } from './digest-settings.ts'

/** `id`: the same digest, whoever finds that it is due. `since`, `until`: in nanoseconds since 1970. */
export type DueDigest = {
  id: string
  since: bigint
  until: bigint
  service: string
  release: string
}

/** A store that was down sends what it missed within this time. */
const LATE_NS = 3n * DAY_NS

/** Offsets of zones are multiples of it. */
const STEP_NS = 900n * SECOND_NS

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const STEPS_OF_WEEK = 7 * 24 * 4

export async function dueDigests(engine: Engine, settings: StoredDigest, now: bigint): Promise<DueDigest[]> {
  const isDue = (at: bigint): boolean => at > settings.changedAt && at <= now && now - at < LATE_NS
  const weekEnd = settings.weekly ? lastWeekEnd(settings, now) : 0n
  const week = { since: weekEnd - 7n * DAY_NS, until: weekEnd, service: '', release: '' }
  const releases = settings.releases ? await readReleases(engine, now) : []
  return [
    ...(isDue(weekEnd) ? [{ id: `week ${weekEnd}`, ...week }] : []),
    ...releases.filter(({ until }) => isDue(until)),
  ]
}

/** The last instant at which the hour of the weekday began in the zone. */
export function lastWeekEnd({ weekday, hour, zone }: DigestSetting, now: bigint): bigint {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const expected = `${WEEKDAYS[weekday - 1]} ${String(hour).padStart(2, '0')}:00`
  const newest = (now / STEP_NS) * STEP_NS
  for (let step = 0; step <= STEPS_OF_WEEK; step++) {
    const at = newest - BigInt(step) * STEP_NS
    const parts = format.formatToParts(new Date(Number(at / 1_000_000n)))
    const valueOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
    if (`${valueOf('weekday')} ${valueOf('hour')}:${valueOf('minute')}` === expected) return at
  }
  // The hour does not exist in the week in which clocks go forward.
  return 0n
}

/** Of production, first seen between one and four days ago. */
async function readReleases(engine: Engine, now: bigint): Promise<DueDigest[]> {
  const rows = await engine.query<{ service: string; release: string; first: string }>(
    `SELECT ServiceName AS service, Release AS release,
       toString(toUnixTimestamp64Nano(min(FirstSeen))) AS first
     FROM releases WHERE Release != '' AND ${IS_PRODUCTION}
     GROUP BY service, release
     HAVING min(FirstSeen) > fromUnixTimestamp64Nano({from:Int64})
       AND min(FirstSeen) <= fromUnixTimestamp64Nano({to:Int64})
     ORDER BY first LIMIT 20`,
    { from: String(now - LATE_NS - DAY_NS), to: String(now - DAY_NS) },
  )
  return rows.map(({ service, release, first }) => ({
    id: `release ${service} ${release}`,
    since: BigInt(first),
    until: BigInt(first) + DAY_NS,
    service,
    release,
  }))
}
