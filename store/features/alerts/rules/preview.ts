// What a rule would have sent in the last 7 days, as channels gather by default.
import type { RulePreview } from '../../../../contract/alerts.ts'
import { DAY_NS, nowNs, rfc3339OfNanoseconds } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import { RULE_KINDS } from './kinds.ts'
import type { Match, RuleContext, RuleKind } from './rule-kind.ts'
import { createRound } from './round.ts'
import type { StoredRule } from './rule.ts'

const DAYS = 7n

/** Milliseconds between two evaluations: the live rule's, but not more often than this. */
const MIN_STEP_MS = 300_000

/** As a new channel gathers, in seconds. */
const [GATHER_SECONDS, PAUSE_SECONDS] = [30, 300]

type Change = { at: bigint; match: Match }

/** `context`: as of any request. What the store may have missed before its start is compared too. */
export async function previewRule(
  context: Omit<RuleContext, 'issueIds' | 'changedSince' | 'startedAt' | 'round'>,
  rule: StoredRule,
  to = nowNs(),
): Promise<RulePreview> {
  const kind = RULE_KINDS[rule.when]
  const period = { from: to - DAYS * DAY_NS, to }
  const ruleContext = { ...context, issueIds: null, changedSince: 0n, startedAt: 0n, round: createRound() }
  const evaluate = await kind.open(ruleContext, rule, period)
  return { messages: gather(changesOf(kind, evaluate, period)) }
}

/** What began in the period, the oldest first. */
export function changesOf(
  { intervalMs, endsAfterMs }: RuleKind,
  evaluate: Awaited<ReturnType<RuleKind['open']>>,
  { from, to }: Period,
): Change[] {
  if (endsAfterMs === 0) {
    const changes = evaluate(to).matches.map((match) => ({ at: match.since, match }))
    return changes.filter(({ at }) => at >= from).toSorted((a, b) => Number(a.at - b.at))
  }
  const step = BigInt(Math.max(intervalMs, MIN_STEP_MS)) * 1_000_000n
  const newest = new Map<string, bigint>()
  const changes: Change[] = []
  for (let at = to - ((to - from) / step) * step; at <= to; at += step)
    for (const match of evaluate(at).matches) {
      const last = newest.get(match.subject)
      newest.set(match.subject, at)
      if (last === undefined || at - last > BigInt(endsAfterMs) * 1_000_000n) changes.push({ at, match })
    }
  return changes
}

/** A message has what began before it and after the one before. */
function gather(changes: Change[]): RulePreview['messages'] {
  const messages: { at: bigint; changes: Change[] }[] = []
  for (const change of changes) {
    const last = messages.at(-1)
    if (last && change.at <= last.at) last.changes.push(change)
    else {
      const gathered = change.at + inNanoseconds(GATHER_SECONDS)
      const allowed = last ? last.at + inNanoseconds(PAUSE_SECONDS) : gathered
      messages.push({ at: gathered > allowed ? gathered : allowed, changes: [change] })
    }
  }
  return messages.map(({ at, changes }) => ({
    at: rfc3339OfNanoseconds(at),
    issueIds: [...new Set(changes.flatMap(({ match }) => match.issueId ?? []))],
    numbers: changes.length === 1 ? changes[0]!.match.numbers : { changes: changes.length },
  }))
}

function inNanoseconds(seconds: number): bigint {
  return BigInt(seconds) * 1_000_000_000n
}
