// Crash-free sessions of a release: below a percentage, and fewer than in the release before.
import { all } from '../../../database/engine/condition.ts'
import { DAY_NS, least, SECOND_NS } from '../../../database/instants.ts'
import {
  crashFreeShare,
  releaseSessions,
  type ReleaseSessions,
  type SessionHour,
} from '../../releases/index.ts'
import { onLoopback, releaseKey } from './loopback.ts'
import { namesOfRule } from './rule-filter.ts'
import type { Evaluation, Match, RuleKind } from './rule-kind.ts'
import { countOf, decimals, rounded, thresholdOf } from './threshold.ts'

const DEFAULTS = { percent: 99, sessions: 50, points: 1 }

/** Older releases do not match: nobody deploys a fix for them. */
const NEW_NS = 14n * DAY_NS
/** Sessions of this time are counted, also in the release before. */
const PAST_NS = 30n * DAY_NS

const HOUR_SECONDS = 3_600

type Threshold = typeof DEFAULTS

export const crashFree: RuleKind = {
  type: 'release.crash_free',
  defaults: DEFAULTS,
  intervalMs: 300_000,
  endsAfterMs: 24 * 3_600_000,
  async open(context, rule, { from, to }) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const period = { from: from - PAST_NS, to }
    const names = all(namesOfRule({ ...rule, release: [] }))
    const releases = await releaseSessions(context.engine, period, names)
    const isNamed = ({ release }: ReleaseSessions): boolean =>
      rule.release.length === 0 || rule.release.includes(release)
    const candidates = releases.filter(
      (release) => isNamed(release) && release.firstSeen > from - NEW_NS && isEverBelow(release, threshold),
    )
    const local = await onLoopback(context, rule, { candidates, period })
    const compared = candidates.filter((release) => !local.has(releaseKey(release)))
    return (at) => evaluate(compared, { at, releases, threshold })
  },
}

function isEverBelow({ hours }: ReleaseSessions, threshold: Threshold): boolean {
  return hours.some((counts) => isBelow(counts, threshold))
}

/** The share is exact to what the answer of the API shows. */
function percentOf(counts: SessionHour): number {
  return decimals((crashFreeShare(counts) ?? 1) * 100, 4)
}

function isBelow(counts: SessionHour, { percent, sessions }: Threshold): boolean {
  return counts.sessions >= sessions && percentOf(counts) < percent
}

type Instant = { at: bigint; releases: ReleaseSessions[]; threshold: Threshold }

function evaluate(candidates: ReleaseSessions[], instant: Instant): Evaluation {
  const { at, threshold } = instant
  const recent = candidates.filter(({ firstSeen }) => firstSeen <= at && firstSeen > at - NEW_NS)
  const below = recent.filter((release) => {
    const counts = countsAt(release, at)
    return counts !== null && isBelow(counts, threshold)
  })
  const matches = below.flatMap((release) => matchOf(release, instant) ?? [])
  const { percent, sessions } = threshold
  const limit = `below ${percent} % with ${countOf(sessions, 'session')} or more`
  const text = below.length === 0 ? 'no new release is' : countOf(below.length, 'new release')
  const worse = below.length === 0 ? '' : `, ${matches.length} worse than the release before`
  return {
    matches,
    numbers: { releases: below.length, worse: matches.length },
    reason: `${text} ${limit}${worse}`,
  }
}

/** What was known at an instant; null before the first session. */
function countsAt({ hours }: ReleaseSessions, at: bigint): SessionHour | null {
  const second = Number(at / SECOND_NS)
  return hours.findLast(({ hour }) => hour < second) ?? null
}

/** The newest one before it with enough sessions. */
function releaseBefore(release: ReleaseSessions, { at, releases, threshold }: Instant) {
  const before = releases.filter(
    ({ service, firstSeen }) => service === release.service && firstSeen < release.firstSeen,
  )
  return before
    .map((other) => ({ name: other.release, counts: countsAt(other, at) }))
    .findLast(({ counts }) => counts !== null && counts.sessions >= threshold.sessions)
}

function matchOf(release: ReleaseSessions, instant: Instant): Match | null {
  const { at, threshold } = instant
  const counts = countsAt(release, at)
  const before = releaseBefore(release, instant)
  if (counts === null || !before?.counts) return null
  const [percent, percentBefore] = [percentOf(counts), percentOf(before.counts)]
  if (decimals(percentBefore - percent, 4) < threshold.points) return null
  const { service } = release
  const sessions = countOf(counts.sessions, 'session')
  const points = countOf(threshold.points, 'point')
  const own = `${percentText(percent)} of ${sessions} are crash-free`
  const other = `${percentText(percentBefore)} in ${before.name}`
  return {
    subject: `release:${service} ${release.release}`,
    issueId: null,
    since: beginOf(release, at, threshold),
    state: null,
    service,
    release: release.release,
    environment: '',
    heading: `${percentText(percent)} crash-free`,
    title: `${service} ${release.release}`,
    facts: `${rounded(counts.crashed)} of ${sessions} crashed; ${other} were crash-free`,
    numbers: {
      sessions: counts.sessions,
      crashed: counts.crashed,
      percent: decimals(percent),
      before: decimals(percentBefore),
    },
    reason: `${own}, ${other}; the rule asks for less than ${threshold.percent} % and ${points} less`,
    path: `/releases/${encodeURIComponent(service)}/${encodeURIComponent(release.release)}`,
  }
}

/** The end of the first hour after which it has been below the percentage. */
function beginOf({ hours }: ReleaseSessions, at: bigint, threshold: Threshold): bigint {
  const past = hours.filter(({ hour }) => BigInt(hour) * SECOND_NS < at)
  const last = past.findLastIndex((counts) => !isBelow(counts, threshold))
  return least(BigInt(past[last + 1]!.hour + HOUR_SECONDS) * SECOND_NS, at)
}

function percentText(percent: number): string {
  return `${decimals(percent, percent > 99 ? 2 : 1)} %`
}
