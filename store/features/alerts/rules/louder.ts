// Louder: more events of an issue in an hour than usual at this time of day.
import { queryNumber } from '../../../database/engine/engine.ts'
import { DAY_NS, greatest } from '../../../database/instants.ts'
import type { Buckets } from '../../../occurrences/buckets.ts'
import { issueStates } from '../../issues/index.ts'
import {
  candidates,
  readIssueSteps,
  slidingCounts,
  stepBefore,
  stepsOf,
  type IssueSteps,
} from './issue-steps.ts'
import {
  createLouderSeries,
  isNoisy,
  STEP_NS,
  STEPS_OF_HOUR,
  type LouderAlarm,
  type LouderSeries,
} from './louder-series.ts'
import type { Evaluation, Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { countOf, decimals, rounded, thresholdOf } from './threshold.ts'
import type { LouderThreshold } from './usual-hours.ts'

const DEFAULTS = { factor: 3, count: 10 }
const SIX_HOURS_MS = 6 * 3_600_000

/** Of the past, for the usual hours and for the test on the past. */
const PAST_NS = 28n * DAY_NS
/** An hour, and the evaluation before. */
const RECENT_NS = BigInt(STEPS_OF_HOUR + 1) * STEP_NS

type Loaded = { issue: IssueSteps; series: LouderSeries }

export const louder: RuleKind = {
  type: 'issue.louder',
  defaults: DEFAULTS,
  intervalMs: 300_000,
  endsAfterMs: SIX_HOURS_MS,
  async open(context, rule, { from, to }) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const recent = await readLoud(context, rule, {
      steps: stepsOf({ from: from - RECENT_NS, to }, STEP_NS),
      count: threshold.count,
    })
    const steps = stepsOf({ from: from - PAST_NS, to }, STEP_NS)
    const loaded = await readSeries(context, rule, { loud: recent, steps, threshold })
    return (at) => evaluate(loaded, { at, steps, threshold })
  },
}

/** The ids of issues with `count` events in an hour, at two evaluations in a row. */
async function readLoud(
  context: RuleContext,
  rule: StoredRule,
  { steps, count }: { steps: Buckets; count: number },
): Promise<string[]> {
  const ids = await candidates(context, rule, { unit: 'events', count, steps })
  const issues = await readIssueSteps(context, rule, { ids, unit: 'events', steps })
  const isLoud = ({ entries }: IssueSteps): boolean => {
    const hours = slidingCounts(entries, STEPS_OF_HOUR, 'events', steps.count)
    return hours.some((events, step) => events >= count && (hours[step - 1] ?? 0) >= count)
  }
  return issues.filter(isLoud).map(({ id }) => id)
}

type Reading = { loud: string[]; steps: Buckets; threshold: LouderThreshold }

async function readSeries(
  context: RuleContext,
  rule: StoredRule,
  { loud, steps, threshold }: Reading,
): Promise<Loaded[]> {
  if (loud.length === 0) return []
  const [states, oldest] = await Promise.all([
    issueStates(context, loud),
    queryNumber(context.engine, 'SELECT toUnixTimestamp(min(Timestamp)) AS value FROM exceptions'),
  ])
  const ids = loud.filter((id) => (states.get(id)?.status ?? 'ignored') !== 'ignored')
  const issues = await readIssueSteps(context, rule, { ids, unit: 'events', steps })
  return issues.map((issue) => {
    const hours = slidingCounts(issue.entries, STEPS_OF_HOUR, 'events', steps.count)
    const since = greatest(states.get(issue.id)!.firstSeen, BigInt(oldest) * 1_000_000_000n)
    return { issue, series: createLouderSeries(hours, { since, steps, threshold }) }
  })
}

type Instant = { at: bigint; steps: Buckets; threshold: LouderThreshold }

function evaluate(loaded: Loaded[], { at, steps, threshold }: Instant): Evaluation {
  const step = stepBefore(at, steps)
  const loud = loaded.filter(({ series }) => series.eventsAt(step) >= threshold.count)
  const alarms = loud.flatMap(({ issue, series }) => {
    const alarm = series.alarmAt(step)
    return alarm === null ? [] : [{ issue, alarm }]
  })
  const noisy = alarms.filter(({ alarm }) => isNoisy(alarm))
  const matches = alarms.filter(({ alarm }) => !isNoisy(alarm)).map((row) => toMatch(row, steps))
  const compared = `${countOf(loud.length, 'issue')} had ${threshold.count} events or more in the last hour`
  const first = noisy[0]?.alarm
  return {
    matches,
    numbers: { issues: loud.length, louder: matches.length, quiet: noisy.length },
    reason: [
      `${compared}, ${matches.length === 0 ? 'none was' : `${matches.length} of them`} louder than usual`,
      ...(first
        ? [
            `${noisy.length} ${noisy.length === 1 ? 'stays' : 'stay'} quiet: it would have had ${describePast(first)}`,
          ]
        : []),
    ].join('; '),
  }
}

function describePast({ pastAlarms, testedDays }: LouderAlarm): string {
  return `${countOf(pastAlarms, 'alarm')} in the ${countOf(Math.round(testedDays), 'day')} before`
}

function toMatch({ issue, alarm }: { issue: IssueSteps; alarm: LouderAlarm }, steps: Buckets): Match {
  const { id, service, release, environment } = issue
  const { events, usual, limit, days } = alarm
  const times = usual >= 1 ? `${rounded(events / usual)} × louder than usual` : 'Louder than usual'
  const before = usual === 0 ? 'usually none' : `usually ${rounded(usual)}`
  return {
    subject: `issue:${id}`,
    issueId: id,
    since: steps.first + BigInt(alarm.begin + 1) * steps.step,
    state: null,
    service,
    release,
    environment,
    heading: times,
    title: '',
    facts: `${countOf(events, 'event')} in the last hour, ${before} at this time of day`,
    numbers: { events, usual: decimals(usual, 1), limit: Math.floor(limit), days },
    reason:
      `${countOf(events, 'event')} in the last hour, ${before} at this time of day (${days} days); ` +
      `above ${rounded(Math.floor(limit))} it is louder`,
    path: `/issues/${id}`,
  }
}
