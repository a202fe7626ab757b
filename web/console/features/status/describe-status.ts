// What the numbers of relay and store mean, in sentences.
import type { StatusAnswer } from '../../../../contract/status.ts'
import type { Health } from '../../http/health.ts'
import { formatBytes, formatCount, pluralize } from '../../format/format-number.ts'
import { formatDay } from '../../format/format-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A full disk that is further away is no news. */
const NEAR_DAYS = 14
/** Deliveries wait for a moment at every restart. */
const LATE_MS = 60_000

export type Stage = 'ok' | 'delayed' | 'down' | 'none'

export function relayStage(health: Health | undefined, now: number): Stage {
  if (!health) return 'down'
  return ageOf(health.spool.oldest, now) > LATE_MS ? 'delayed' : 'ok'
}

export function collectorStage(health: Health | undefined, now: number): Stage {
  if (!health) return 'down'
  if (health.collector !== 'ok') return health.collector
  return ageOf(health.collectorQueue?.oldest, now) > LATE_MS ? 'delayed' : 'ok'
}

/** Milliseconds; 0 where nothing waits. */
function ageOf(oldest: string | null | undefined, now: number): number {
  return oldest ? now - Date.parse(oldest) : 0
}

/** `fullAt`: the day on which the disk is full at the growth of the last days. */
export function describeDisk({ growth, retentionDays, limit }: StatusAnswer, now: number): string {
  if (!growth || growth.bytesPerDay === null) return 'The growth is known after the first complete day.'
  const perDay = `+${formatBytes(growth.bytesPerDay)} a day`
  if (growth.fullAt) {
    const days = Math.max(0, Math.round((Date.parse(growth.fullAt) - now) / DAY_MS))
    const what = limit ? 'STORE_LIMIT is reached' : 'full'
    return `${what} on ${formatDay(new Date(growth.fullAt))}, in ${formatCount(days)} days: ${perDay}.`
  }
  const rest = growth.days >= retentionDays ? 'a day goes for each that comes' : 'retention keeps it below'
  return `Not full at this growth: ${perDay}, and ${rest}.`
}

export function isDiskNear({ growth, limit }: StatusAnswer, now: number): boolean {
  return !limit && !!growth?.fullAt && Date.parse(growth.fullAt) - now < NEAR_DAYS * DAY_MS
}

function describeStoreDown({ collector, collectorQueue: queue }: Health, now: number): string {
  const keeper = collector === 'ok' ? 'collector' : 'relay'
  const rest = keeper === 'collector' && queue ? describeRoom(queue, now) : ''
  const promise = `The ${keeper} keeps what arrives, and delivers it when it is back.`
  return `The store does not answer. ${promise}${rest}`
}

/** In hours or days, as an alert is read aloud again when its text changes. */
function describeRoom({ bytes, room, oldest }: NonNullable<Health['collectorQueue']>, now: number): string {
  const ageMs = ageOf(oldest, now)
  if (ageMs < LATE_MS || bytes === 0) return ''
  const hours = Math.floor((room / bytes) * (ageMs / HOUR_MS))
  if (hours >= NEAR_DAYS * 24) return ''
  const time =
    hours === 0
      ? 'less than an hour'
      : hours < 48
        ? pluralize(hours, 'hour')
        : pluralize(Math.floor(hours / 24), 'day')
  return ` It has room for ${time} at this rate.`
}

/** Sentences about what is wrong, the worst first; empty: everything works. */
export function problemsOf(
  health: Health | undefined,
  status: StatusAnswer | undefined,
  now: number,
): string[] {
  const problems: string[] = []
  if (!health) problems.push('The relay does not answer. Pages keep what they cannot send, and try again.')
  if (health?.store === 'down') problems.push(describeStoreDown(health, now))
  if (health?.collector === 'down')
    problems.push('The collector does not answer. The relay writes what arrives to its disk.')
  if (relayStage(health, now) === 'delayed')
    problems.push(
      `${formatCount(health!.spool.envelopes)} deliveries wait in the relay. Nothing is lost while it has room.`,
    )
  if (health?.store === 'ok' && collectorStage(health, now) === 'delayed')
    problems.push(
      'The store is behind. What arrives waits in the collector; nothing is lost while it has room.',
    )
  problems.push(...(status?.problems ?? []))
  if (status && isDiskNear(status, now)) problems.push(`The disk is ${describeDisk(status, now)}`)
  if (health?.hint) problems.push(health.hint)
  return problems
}
