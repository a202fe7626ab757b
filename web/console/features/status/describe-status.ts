// Describes the numbers of relay and store in sentences.
import type { StatusAnswer } from '../../../../contract/status.ts'
import type { Health } from '../../http/health.ts'
import { formatBytes, pluralize } from '../../format/format-number.ts'
import { formatDay, formatDuration } from '../../format/format-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A disk that will be full later than this is not a problem yet. */
const NEAR_DAYS = 14
/** Deliveries are queued for a moment at every restart. */
const LATE_MS = 60_000

/** Answers are under way for some seconds at most. */
const CLOCK_MS = 5_000

export type Stage = 'ok' | 'delayed' | 'down' | 'none'

export function relayStage(health: Health | undefined, now: number): Stage {
  if (!health) return 'down'
  return ageOf(health.spool.oldest, now) > LATE_MS ? 'delayed' : 'ok'
}

/** Nothing was ever stored. */
export function isUnused(status: StatusAnswer | undefined): boolean {
  return (
    status !== undefined && !status.lastStored && Object.values(status.rows).every((count) => count === 0)
  )
}

export function collectorStage(health: Health | undefined, now: number): Stage {
  if (!health) return 'down'
  if (health.collector !== 'ok') return health.collector
  return ageOf(health.collectorQueue?.oldest, now) > LATE_MS ? 'delayed' : 'ok'
}

/** Milliseconds; 0 if nothing is queued. */
function ageOf(oldest: string | null | undefined, now: number): number {
  return oldest ? now - Date.parse(oldest) : 0
}

/** `at`: when the answer with the `time` of a process arrived, in milliseconds since 1970. */
export function describeClock(time: string | undefined, at: number): string {
  if (!time) return '–'
  const differenceMs = Date.parse(time) - at
  if (Math.abs(differenceMs) < CLOCK_MS) return 'as in this browser'
  const side = differenceMs > 0 ? 'ahead of' : 'behind'
  return `${formatDuration(Math.abs(differenceMs) * 1e6)} ${side} this browser`
}

export function describeSpoolDamage({ lost = 0, canRead = true }: Health['spool']): string {
  if (!canRead) return 'the queue cannot be read'
  return lost > 0 ? `${pluralize(lost, 'delivery', 'deliveries')} lost since start` : 'none found'
}

/** A sentence about the growth of the last days, and the day on which the disk will be full. */
export function describeDisk({ growth, retentionDays, limit }: StatusAnswer, now: number): string {
  if (!growth || growth.bytesPerDay === null) return 'The growth will be known after the first full day.'
  const size = formatBytes(growth.bytesPerDay)
  if (growth.fullAt) {
    const days = Math.max(0, Math.round((Date.parse(growth.fullAt) - now) / DAY_MS))
    const what = limit ? 'STORE_LIMIT will be reached' : 'The disk will be full'
    const day = formatDay(new Date(growth.fullAt))
    return `${what} on ${day}, in ${pluralize(days, 'day')}, at ${size} a day.`
  }
  return growth.days >= retentionDays
    ? `Each day adds ${size}, and retention deletes the oldest day.`
    : `Growing by ${size} a day; retention keeps it below ${limit ? 'STORE_LIMIT' : 'the size of the disk'}.`
}

export function isDiskNear({ growth, limit }: StatusAnswer, now: number): boolean {
  return !limit && !!growth?.fullAt && Date.parse(growth.fullAt) - now < NEAR_DAYS * DAY_MS
}

function describeStoreDown({ collector, collectorQueue: queue }: Health, now: number): string {
  const keeper = collector === 'ok' ? 'collector' : 'relay'
  const rest = keeper === 'collector' && queue ? describeSpace(queue, now) : ''
  const promise = `The ${keeper} queues incoming data and delivers it when the store is back.`
  return `The store does not answer. ${promise}${rest}`
}

/** In hours or days: a screen reader reads an alert again whenever its text changes. */
function describeSpace({ bytes, room, oldest }: NonNullable<Health['collectorQueue']>, now: number): string {
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
  return ` There is space for ${time} at this rate.`
}

/** A sentence for each problem, the worst first. */
export function problemsOf(
  health: Health | undefined,
  status: StatusAnswer | undefined,
  now: number,
): string[] {
  const problems: string[] = []
  if (!health) problems.push('The relay does not answer. Pages keep unsent data and retry.')
  if (health?.store === 'down') problems.push(describeStoreDown(health, now))
  if (health?.collector === 'down')
    problems.push('The collector does not answer. The relay writes incoming data to its disk.')
  if (relayStage(health, now) === 'delayed')
    problems.push(
      `${pluralize(health!.spool.envelopes, 'delivery', 'deliveries')} queued in the relay. No data is lost while there is space.`,
    )
  if (health?.store === 'ok' && collectorStage(health, now) === 'delayed')
    problems.push(
      'The store is behind. Incoming data is queued in the collector; no data is lost while there is space.',
    )
  if (health?.spool.canRead === false)
    problems.push('The relay cannot read its queue. New data goes to the collector directly.')
  problems.push(...(status?.problems ?? []))
  if (status && isDiskNear(status, now)) problems.push(describeDisk(status, now))
  if (health?.hint) problems.push(health.hint)
  return problems
}
