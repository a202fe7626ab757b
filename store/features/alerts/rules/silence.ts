// Silence: a service sends nothing for much longer than is usual for it.
import { all, between } from '../../../database/engine/condition.ts'
import { DAY_NS, greatest } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import { onLoopback, releaseKey } from './loopback.ts'
import { namesOfRule } from './rule-filter.ts'
import type { Evaluation, Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { countOf, decimals, roughLength, thresholdOf } from './threshold.ts'
import { GAP_DAYS, hasEnoughPast, usualGap } from './usual-gap.ts'

/** `factor`: times the longest usual gap. `minutes`: at least. */
const DEFAULTS = { factor: 3, minutes: 15 }

/** A gap that ended two weeks ago may have begun a week before. */
const PAST_NS = BigInt(GAP_DAYS + 7) * DAY_NS
const MINUTE_NS = 60_000_000_000n

type Threshold = typeof DEFAULTS

/** `minutes`: those in which it sent anything, since 1970. In their order. */
type Service = { service: string; minutes: Uint32Array }

export const silence: RuleKind = {
  type: 'service.silent',
  defaults: DEFAULTS,
  intervalMs: 60_000,
  endsAfterMs: 3_600_000,
  async open(context, rule, { from, to }) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const period = { from: from - PAST_NS, to }
    const services = await readServices(context, rule, period)
    const candidates = services
      .filter(({ minutes }) => pauses(minutes, { from, to }, threshold))
      .map(({ service }) => ({ service, release: '' }))
    const local = await onLoopback(context, rule, { candidates, period })
    const compared = services.filter(({ service }) => !local.has(releaseKey({ service, release: '' })))
    return (at) => evaluate(compared, { at, threshold, startedAt: context.startedAt })
  },
}

/** It may be silent at an instant of the period. */
function pauses(minutes: Uint32Array, { from, to }: Period, threshold: Threshold): boolean {
  const [start, end] = [Number(from / MINUTE_NS), Number(to / MINUTE_NS)]
  const first = Math.max(0, countUntil(minutes, start) - 1)
  const relevant = [...minutes.subarray(first), end]
  return relevant.some((minute, index) => minute - relevant[Math.max(0, index - 1)]! > threshold.minutes)
}

async function readServices({ engine }: RuleContext, rule: StoredRule, period: Period): Promise<Service[]> {
  const where = all([between(period, 'Hour'), ...namesOfRule({ ...rule, release: [] })])
  const rows = await engine.query<{ service: string; minutes: number[] }>(
    `SELECT ServiceName AS service, arraySort(groupUniqArrayArray(arrayMap(
       minute -> toUInt32(toUnixTimestamp(Hour) / 60 + minute),
       arrayFilter(minute -> bitTest(Minutes, minute), range(60))))) AS minutes
     FROM sessions WHERE ${where.sql} GROUP BY service ORDER BY service`,
    where.parameters,
  )
  return rows.map(({ service, minutes }) => ({ service, minutes: Uint32Array.from(minutes) }))
}

/** How many of them are not later. */
function countUntil(minutes: Uint32Array, last: number): number {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (minutes[middle]! <= last) low = middle + 1
    else high = middle
  }
  return low
}

type Instant = { at: bigint; threshold: Threshold; startedAt: bigint }

function evaluate(services: Service[], instant: Instant): Evaluation {
  const compared = services.flatMap((service) => silenceOf(service, instant) ?? [])
  const silent = compared.filter(({ length, limit }) => length > limit)
  const longest = compared.reduce<Silence | null>(
    (other, row) => (other === null || row.length > other.length ? row : other),
    null,
  )
  const detail = longest
    ? `; the longest silence is ${roughLength(longest.length)}, of ${longest.service}`
    : ''
  return {
    matches: silent.map((row) => toMatch(row, instant)),
    numbers: { services: compared.length, silent: silent.length },
    reason:
      `${silent.length} of ${countOf(compared.length, 'service')} with two days of activity or more ` +
      `${silent.length === 1 ? 'is' : 'are'} silent${detail}`,
  }
}

/**
 * Lengths in minutes. `since`: when its last minute ended, or when this store started. A service that may be
 * silent for that long anyway has no usual gap here.
 */
type Silence = { service: string; since: bigint; length: number; usual: number; limit: number }

/** Null: there is too little to compare with. */
function silenceOf({ service, minutes }: Service, { at, threshold, startedAt }: Instant): Silence | null {
  const now = Number(at / MINUTE_NS)
  const past = minutes.subarray(0, countUntil(minutes, now))
  if (!hasEnoughPast(past) || past.at(-1)! < now - GAP_DAYS * 1_440) return null
  const since = greatest(BigInt(past.at(-1)! + 1) * MINUTE_NS, startedAt)
  const length = Math.max(0, Number(at - since) / Number(MINUTE_NS))
  if (length <= threshold.minutes) return { service, since, length, usual: 0, limit: threshold.minutes }
  const usual = usualGap(past, now)
  if (usual === null) return null
  return { service, since, length, usual, limit: Math.max(threshold.factor * usual, threshold.minutes) }
}

function toMatch({ service, since, length, usual, limit }: Silence, { threshold }: Instant): Match {
  const heading = `Silent for ${roughLength(length)}`
  const before = `its longest usual gap is ${usual === 0 ? 'less than a minute' : roughLength(usual)}`
  return {
    subject: `service:${service}`,
    issueId: null,
    since,
    state: null,
    service,
    release: '',
    environment: '',
    heading,
    title: service,
    facts: `nothing was sent for ${roughLength(length)}, ${before}`,
    numbers: { minutes: Math.floor(length), usual: decimals(usual), limit: decimals(limit) },
    reason:
      `${before}; longer than ${roughLength(limit)} is silence ` +
      `(${threshold.factor} times that, at least ${threshold.minutes} min)`,
    path: `/operations?${new URLSearchParams({ service }).toString()}`,
  }
}
