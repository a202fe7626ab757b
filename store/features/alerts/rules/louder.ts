// Louder: more events of an issue in an hour than usual at this time of day.
import type { Condition } from '../../../database/engine/condition.ts'
import { queryNumber } from '../../../database/engine/engine.ts'
import { DAY_NS, greatest, HOUR_NS, SECOND_NS } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import type { Buckets } from '../../../occurrences/buckets.ts'
import { describeIssues, withoutLoopback, type ComparedIssue } from './compared-issues.ts'
import { issueStates } from '../../issues/index.ts'
import { candidates, readIssueSteps, slidingCounts, stepBefore, stepsOf, type Entry } from './issue-steps.ts'
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
/** Of these, what the usual hours need: 14 days, and the hours beside each. */
const USUAL_NS = 15n * DAY_NS
/** An hour, and the evaluation before. */
const RECENT_NS = BigInt(STEPS_OF_HOUR + 1) * STEP_NS

/** By issue id. */
type AllSeries = Map<string, LouderSeries>

export const louder: RuleKind = {
  type: 'issue.louder',
  defaults: DEFAULTS,
  intervalMs: 300_000,
  endsAfterMs: SIX_HOURS_MS,
  async open(context, rule, period) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const input: Input = { context, rule, threshold }
    const { count } = threshold
    const times = sameTimes(period)
    const steps = stepsBefore(period, PAST_NS)
    const first = times ? { steps: stepsBefore(period, USUAL_NS), where: times } : { steps }
    const read = await context.round.readOnce(rule, (alike) => readAlike(input, alike, { period, ...first }))
    const series = await createAll(input, first.steps, read)
    const alarmed = [...series.keys()].filter((id) => isAlarmed(series.get(id)!, period, first.steps))
    const issues = await comparedIssues(input, alarmed, recentOf(period))
    const ofAll = { ids: issues.map(({ id }) => id), steps }
    const full = times ? await createAll(input, steps, await readEntries(context, rule, ofAll)) : series
    return (at) => {
      const last = stepBefore(at, first.steps)
      const loud = [...series.values()].filter((row) => row.eventsAt(last) >= count).length
      const alarms = issues.flatMap((issue) => {
        const alarm = full.get(issue.id)!.alarmAt(stepBefore(at, steps))
        return alarm === null ? [] : [{ issue, alarm }]
      })
      return evaluationOf(alarms, { steps, count, loud })
    }
  },
}

type Input = { context: RuleContext; rule: StoredRule; threshold: LouderThreshold }

/** Of a short period, the times of day that it is compared with: few issues need all of the past. */
function sameTimes({ from, to }: Period): Condition | null {
  if (to - from > HOUR_NS) return null
  const start = from - STEP_NS - 2n * HOUR_NS
  const seconds = Number((to + HOUR_NS - start) / SECOND_NS) + 1
  return {
    sql: `positiveModulo(toUnixTimestamp(Timestamp) - {start:Int64}, 86400) <= ${seconds}`,
    parameters: { start: String(start / SECOND_NS) },
  }
}

function stepsBefore({ from, to }: Period, length: bigint): Buckets {
  return stepsOf({ from: from - length, to }, STEP_NS)
}

function recentOf({ from, to }: Period): Period {
  return { from: from - RECENT_NS, to }
}

type Reading = { ids: string[]; steps: Buckets; where?: Condition }

/** `oldest`: the first stored row, in seconds since 1970; 0: none. */
type Read = { ids: string[]; entries: Map<string, Entry[]>; oldest: number }

/** Of issues with enough events of late, by rule id. */
async function readAlike(
  { context, rule }: Input,
  alike: StoredRule[],
  { period, ...reading }: Omit<Reading, 'ids'> & { period: Period },
): Promise<Map<string, Read>> {
  const steps = stepsOf(recentOf(period), STEP_NS)
  const ids = new Map<string, string[]>()
  for (const other of alike) {
    const { count } = thresholdOf(other, DEFAULTS)
    ids.set(other.id, await candidates(context, rule, { count, width: STEPS_OF_HOUR, steps }))
  }
  const allIds = [...new Set([...ids.values()].flat())]
  const read = await readEntries(context, rule, { ids: allIds, ...reading })
  return new Map([...ids].map(([ruleId, own]) => [ruleId, { ...read, ids: own }]))
}

async function readEntries(context: RuleContext, rule: StoredRule, reading: Reading): Promise<Read> {
  const { ids } = reading
  if (ids.length === 0) return { ids, entries: new Map(), oldest: 0 }
  const [entries, oldest] = await Promise.all([
    readIssueSteps(context, rule, { unit: 'events', ...reading }),
    queryNumber(context.engine, 'SELECT toUnixTimestamp(min(Timestamp)) AS value FROM exceptions'),
  ])
  return { ids, entries, oldest }
}

async function createAll({ context, threshold }: Input, steps: Buckets, read: Read): Promise<AllSeries> {
  const { ids, entries, oldest } = read
  const states = await issueStates(context, ids)
  return new Map(
    [...states].map(([id, { firstSeen }]) => {
      const hours = slidingCounts(entries.get(id)!, STEPS_OF_HOUR, 'events', steps.count)
      const since = greatest(firstSeen, BigInt(oldest) * SECOND_NS)
      return [id, createLouderSeries(hours, { since, steps, threshold })]
    }),
  )
}

async function comparedIssues(
  { context, rule }: Input,
  ids: string[],
  period: Period,
): Promise<ComparedIssue[]> {
  const issues = await describeIssues(context, rule, { ids, period })
  return withoutLoopback(context, rule, { issues, period })
}

function isAlarmed(series: LouderSeries, period: Period, steps: Buckets): boolean {
  const last = stepBefore(period.to, steps)
  for (let step = Math.max(0, stepBefore(period.from, steps)); step <= last; step++)
    if (series.isAlarm(step)) return true
  return false
}

type IssueAlarm = { issue: ComparedIssue; alarm: LouderAlarm }

/** `loud`: how many issues have enough events. */
type Compared = { steps: Buckets; count: number; loud: number }

function evaluationOf(alarms: IssueAlarm[], { steps, count, loud }: Compared): Evaluation {
  const noisy = alarms.filter(({ alarm }) => isNoisy(alarm))
  const matches = alarms.filter(({ alarm }) => !isNoisy(alarm)).map((row) => toMatch(row, steps))
  const compared = `${countOf(loud, 'issue')} had ${count} events or more in the last hour`
  const first = noisy[0]?.alarm
  return {
    matches,
    numbers: { issues: loud, louder: matches.length, quiet: noisy.length },
    reason: [
      `${compared}, ${matches.length === 0 ? 'none was' : `${matches.length} of them`} louder than usual`,
      ...(first
        ? [`${noisy.length} ${noisy.length === 1 ? 'stays' : 'stay'} quiet: ${describePast(first)}`]
        : []),
    ].join('; '),
  }
}

function describePast({ pastAlarms, testedDays }: LouderAlarm): string {
  const days = countOf(Math.round(testedDays), 'day')
  if (pastAlarms === 0) return `hours vary, and only ${days} of the past can be tested`
  return `it would have had ${countOf(pastAlarms, 'alarm')} in the ${days} before`
}

function toMatch({ issue, alarm }: IssueAlarm, steps: Buckets): Match {
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
