// What the numbers of relay and store mean, in sentences.
import type { StatusAnswer } from '../../../../store/api/contract.ts'
import type { Health } from '../../api/status.ts'
import { formatBytes, formatCount } from '../../format-number.ts'
import { formatDay } from '../../format-time.ts'

const DAY_MS = 24 * 3_600_000
/** A full disk that is further away is no news. */
const NEAR_DAYS = 14
/** Deliveries wait for a moment at every restart. */
const LATE_MS = 60_000

export type Stage = 'ok' | 'delayed' | 'down' | 'none'

export function relayStage(health: Health | undefined, now: number): Stage {
  if (!health) return 'down'
  return waitingMs(health, now) > LATE_MS ? 'delayed' : 'ok'
}

function waitingMs({ spool }: Health, now: number): number {
  return spool.envelopes > 0 && spool.oldest ? now - Date.parse(spool.oldest) : 0
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

/** Sentences about what is wrong, the worst first; empty: everything works. */
export function problemsOf(
  health: Health | undefined,
  status: StatusAnswer | undefined,
  now: number,
): string[] {
  const problems: string[] = []
  if (!health) problems.push('The relay does not answer. Pages keep what they cannot send, and try again.')
  if (health?.store === 'down') {
    const keeper = health.collector === 'ok' ? 'collector' : 'relay'
    problems.push(
      `The store does not answer. The ${keeper} keeps what arrives, and delivers it when it is back.`,
    )
  }
  if (health?.collector === 'down')
    problems.push('The collector does not answer. The relay writes what arrives to its disk.')
  if (health && waitingMs(health, now) > LATE_MS)
    problems.push(
      `${formatCount(health.spool.envelopes)} deliveries wait in the relay. Nothing is lost while it has room.`,
    )
  problems.push(...(status?.problems ?? []))
  if (status && isDiskNear(status, now)) problems.push(`The disk is ${describeDisk(status, now)}`)
  if (health?.hint) problems.push(health.hint)
  return problems
}
