// Events and users: a number of occurrences of an issue, or of users that it affects, within some minutes.
import type { Buckets } from '../../../occurrences/buckets.ts'
import { comparedIssues, type ComparedIssue } from './compared-issues.ts'
import {
  candidates,
  periodOf,
  readIssueSteps,
  slidingCounts,
  stepBefore,
  stepsOf,
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
    async open(context, rule, { from, to }) {
      const threshold = thresholdOf(rule, defaults)
      const { count, minutes } = threshold
      const steps = stepsOf({ from: from - BigInt(minutes) * MINUTE_NS, to }, MINUTE_NS)
      const ids = await candidates(context, rule, { count, width: minutes, steps })
      const loaded = await readCounts(context, rule, { ids, unit, steps, threshold })
      return (at) => evaluate(loaded, { at, unit, steps, threshold })
    },
  }
}

type Reading = { ids: string[]; unit: Unit; steps: Buckets; threshold: VolumeThreshold }

/** Of issues that reach the number at least once. */
async function readCounts(
  context: RuleContext,
  rule: StoredRule,
  { ids, unit, steps, threshold }: Reading,
): Promise<Loaded[]> {
  const counts = new Map<string, Int32Array>()
  for (const [id, entries] of await readIssueSteps(context, rule, { ids, unit, steps })) {
    const ofIssue = slidingCounts(entries, threshold.minutes, unit, steps.count)
    if (ofIssue.some((count) => count >= threshold.count)) counts.set(id, ofIssue)
  }
  const input = { ids: [...counts.keys()], period: periodOf(steps) }
  const issues = await comparedIssues(context, rule, input)
  return issues.map((issue) => ({ issue, counts: counts.get(issue.id)! }))
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
