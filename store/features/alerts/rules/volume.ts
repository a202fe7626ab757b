// Events and users: a number of occurrences of an issue, or of users that it affects, within some minutes.
import type { Period } from '../../../http/filters.ts'
import type { Buckets } from '../../../occurrences/buckets.ts'
import { describeIssues, withoutLoopback, type ComparedIssue } from './compared-issues.ts'
import {
  candidates,
  periodOf,
  readIssueSteps,
  slidingCounts,
  stepBefore,
  stepsOf,
  type Entry,
  type Unit,
} from './issue-steps.ts'
import type { Evaluation, Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { countOf, lengthOf, rounded, thresholdOf } from './threshold.ts'

const MINUTE_NS = 60_000_000_000n

/** `counts`: of each minute, the events or users of the minutes that end with it. */
type Loaded = { issue: ComparedIssue; counts: Int32Array }

export const events = kindOf('events', { count: 100, minutes: 10 })
export const users = kindOf('users', { count: 20, minutes: 60 })

type VolumeThreshold = { count: number; minutes: number }

function kindOf(unit: Unit, defaults: VolumeThreshold): RuleKind {
  return {
    type: `issue.${unit}`,
    defaults,
    intervalMs: 60_000,
    endsAfterMs: 3_600_000,
    async open(context, rule, period) {
      const rowsOf = (other: StoredRule): Wanted => wantedBy(thresholdOf(other, defaults), period)
      const loaded = await context.round.readOnce(rule, (alike) => {
        const wanted = new Map(alike.map((other) => [other.id, rowsOf(other)]))
        return readCounts(context, rule, { unit, wanted })
      })
      return (at) => evaluate(loaded, { at, unit, ...rowsOf(rule) })
    },
  }
}

type Wanted = { threshold: VolumeThreshold; steps: Buckets }

function wantedBy(threshold: VolumeThreshold, { from, to }: Period): Wanted {
  return { threshold, steps: stepsOf({ from: from - BigInt(threshold.minutes) * MINUTE_NS, to }, MINUTE_NS) }
}

type Reading = { unit: Unit; wanted: Map<string, Wanted> }

/** By rule id, of issues that reach the number of the rule at least once. All steps end at one instant. */
async function readCounts(
  context: RuleContext,
  rule: StoredRule,
  { unit, wanted }: Reading,
): Promise<Map<string, Loaded[]>> {
  const ids = new Map<string, string[]>()
  for (const [ruleId, { threshold, steps }] of wanted) {
    const { count, minutes } = threshold
    ids.set(ruleId, await candidates(context, rule, { count, width: minutes, steps }))
  }
  const steps = [...wanted.values()].map((each) => each.steps).reduce((a, b) => (b.count > a.count ? b : a))
  const allIds = [...new Set([...ids.values()].flat())]
  const entries = await readIssueSteps(context, rule, { ids: allIds, unit, steps })
  const reached = new Map<string, Counts>()
  for (const [ruleId, own] of wanted) {
    const ofRule = new Map(ids.get(ruleId)!.map((id) => [id, entries.get(id)!]))
    reached.set(ruleId, countsOf(ofRule, unit, { ...own, skipped: steps.count - own.steps.count }))
  }
  const reachedIds = [...new Set([...reached.values()].flatMap((counts) => [...counts.keys()]))]
  const described = await describeIssues(context, rule, { ids: reachedIds, period: periodOf(steps) })
  const issueOf = new Map(described.map((issue) => [issue.id, issue]))
  const answers = new Map<string, Loaded[]>()
  for (const [ruleId, own] of wanted) {
    const counts = reached.get(ruleId)!
    const issues = [...counts.keys()].flatMap((id) => issueOf.get(id) ?? [])
    const compared = await withoutLoopback(context, rule, { issues, period: periodOf(own.steps) })
    answers.set(
      ruleId,
      compared.map((issue) => ({ issue, counts: counts.get(issue.id)! })),
    )
  }
  return answers
}

/** By issue id. */
type Counts = Map<string, Int32Array>

/** `skipped`: steps of the entries before the first one of the rule. */
function countsOf(
  entries: Map<string, Entry[]>,
  unit: Unit,
  { threshold, steps, skipped }: Wanted & { skipped: number },
): Counts {
  const counts: Counts = new Map()
  for (const [id, all] of entries) {
    const own = skipped === 0 ? all : entriesFrom(all, skipped)
    const ofIssue = slidingCounts(own, threshold.minutes, unit, steps.count)
    if (ofIssue.some((count) => count >= threshold.count)) counts.set(id, ofIssue)
  }
  return counts
}

function entriesFrom(entries: Entry[], skipped: number): Entry[] {
  return entries.flatMap(([step, ...rest]): Entry[] => (step < skipped ? [] : [[step - skipped, ...rest]]))
}

type Instant = { at: bigint; unit: Unit; steps: Buckets; threshold: VolumeThreshold }

function evaluate(loaded: Loaded[], { at, unit, steps, threshold }: Instant): Evaluation {
  const step = stepBefore(at, steps)
  const { count, minutes } = threshold
  const reached = loaded.filter(({ counts }) => (counts[step] ?? 0) >= count)
  const compared = `${countOf(count, unit.slice(0, -1))} or more in ${lengthOf(minutes)}`
  return {
    matches: reached.map((row) => toMatch(row, { step, unit, steps, threshold })),
    numbers: { issues: reached.length },
    reason: `${reached.length === 0 ? 'no issue' : countOf(reached.length, 'issue')} had ${compared}`,
  }
}

type Step = Omit<Instant, 'at'> & { step: number }

function toMatch({ issue, counts }: Loaded, { step, unit, steps, threshold }: Step): Match {
  const { id, service, release, environment } = issue
  const { count, minutes } = threshold
  const value = counts[step]!
  let begin = step
  while (begin > 0 && counts[begin - 1]! >= count) begin--
  const heading = `${countOf(value, unit.slice(0, -1))} in ${lengthOf(minutes)}`
  return {
    subject: `issue:${id}`,
    issueId: id,
    since: steps.first + BigInt(begin + 1) * steps.step,
    state: null,
    service,
    release,
    environment,
    heading,
    title: '',
    facts: heading,
    numbers: { [unit]: value, minutes },
    reason: `${heading}, the rule asks for ${rounded(count)}`,
    path: `/issues/${id}`,
  }
}
