// Evaluates each rule when it is due: a kind with an interval after it, others when an issue has changed.
import type { Logger } from 'pino'
import type { Rule, RuleEvaluation } from '../../../../contract/alerts.ts'
import { DAY_NS, exactInstant, least, nowNs, SECOND_NS } from '../../../database/instants.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { withIssueTerms, type QueryContext } from '../../issues/index.ts'
import { RULE_KINDS } from './kinds.ts'
import type { Match, RuleKind } from './rule-kind.ts'
import { createRound, type Round } from './round.ts'
import type { StoredRule } from './rule.ts'

/** An issue that does not match is looked at again after so long. */
const RECHECK_MS = 10_000

/** Rules without an interval look at all issues so often: for what a crash or another store has left. */
const FULL_MS = 3_600_000

/** Clocks of pages may be fast. */
const AHEAD_NS = 600n * SECOND_NS

/** Issues of one evaluation, whose queries name each. Others follow a second later. */
const MAX_ISSUES = 1_000

/** Issues that a rule remembers. Then it looks at them again. */
const MAX_SETTLED = 200_000

/** Of one rule. Times: milliseconds of `performance.now()`. */
type State = {
  last: RuleEvaluation | null
  /** Why the last evaluation failed. */
  error: string | null
  nextAt: number
  nextFullAt: number
  /** Issues with new occurrences, and since when, in nanoseconds since 1970. */
  changed: Map<string, bigint>
  /** When an issue was looked at last; Infinity: it can never match again. */
  lookedAt: Map<string, number>
}

export type Evaluator = {
  /** `since`: an occurrence of them was received then or later, in nanoseconds since 1970. */
  changed(issueIds: Iterable<string>, since: bigint): void
  /** Evaluates the rules that are due, and hands over their matches. Never rejects: see `problems`. */
  run(context: QueryContext, rules: StoredRule[], onMatches: OnMatches): Promise<void>
  /** Milliseconds until a rule is due. */
  dueIn(rules: StoredRule[]): number
  last(ruleId: string): Pick<Rule, 'last' | 'error'>
  /** A sentence for each rule that could not be evaluated. */
  problems(rules: StoredRule[]): string[]
}

/** Of a round. `start`: in nanoseconds since 1970. */
type Start = { context: QueryContext; round: Round; start: bigint; onMatches: OnMatches }

type OnMatches = (rule: StoredRule, kind: RuleKind, matches: Match[]) => Promise<void>

function newState(): State {
  return { last: null, error: null, nextAt: 0, nextFullAt: 0, changed: new Map(), lookedAt: new Map() }
}

export function createEvaluator(log: Logger): Evaluator {
  const states = new Map<string, State & { changedAt: bigint; isIncremental: boolean }>()
  const startedAt = nowNs()
  let polledAt = startedAt

  function stateOf({ id, changedAt, when }: StoredRule): State {
    const state = states.get(id)
    if (state?.changedAt === changedAt) return state
    const created = { ...newState(), changedAt, isIncremental: RULE_KINDS[when].intervalMs === 0 }
    states.set(id, created)
    return created
  }

  /** Null: any. */
  function takeIssues(state: State, kind: RuleKind, time: number): Map<string, bigint> | null {
    if (time >= state.nextFullAt || state.lookedAt.size > MAX_SETTLED) {
      state.nextFullAt = time + FULL_MS
      state.changed.clear()
      state.lookedAt.clear()
      return null
    }
    const taken = [...state.changed]
      .filter(([id]) => (state.lookedAt.get(id) ?? -Infinity) + (kind.recheckMs ?? RECHECK_MS) <= time)
      .slice(0, MAX_ISSUES)
    for (const [id] of taken) state.changed.delete(id)
    for (const id of state.changed.keys()) if (state.lookedAt.get(id) === Infinity) state.changed.delete(id)
    return new Map(taken)
  }

  async function evaluate(rule: StoredRule, { context, round, start, onMatches }: Start): Promise<void> {
    const kind = RULE_KINDS[rule.when]
    const state = stateOf(rule)
    const time = performance.now()
    const changes = kind.intervalMs === 0 ? takeIssues(state, kind, time) : null
    const issueIds = changes && [...changes.keys()]
    // At the same instants as other rules of this interval, which share what they read.
    state.nextAt = kind.intervalMs === 0 ? time : time - (time % kind.intervalMs) + kind.intervalMs
    if (issueIds?.length === 0) return
    const isOnce = kind.endsAfterMs === 0
    const now = isOnce ? nowNs() : start
    try {
      const period = isOnce ? { from: now - DAY_NS, to: now + AHEAD_NS } : { from: now, to: now }
      const filter = rule.filter && withIssueTerms(context, rule.filter)
      const changedSince = changes ? least(now, ...changes.values()) : now
      const ruleContext = { ...context, issueIds, changedSince, startedAt, round }
      const evaluationAt = await kind.open(ruleContext, { ...rule, filter }, period)
      // What arrived while it read counts too: its issue may be settled, and is not looked at for an hour.
      const { matches, numbers, reason, settled = [] } = evaluationAt(isOnce ? nowNs() : now)
      await onMatches(rule, kind, matches)
      for (const id of issueIds ?? []) state.lookedAt.set(id, time)
      for (const id of settled) state.lookedAt.set(id, Infinity)
      state.last = { at: exactInstant(now), numbers, reason }
      state.error = null
    } catch (error) {
      // Nothing is lost: the same issues are looked at again.
      putBack(state, changes)
      state.nextAt = time + RECHECK_MS
      if (state.error === null) log.warn({ err: error, rule: rule.name }, 'a rule could not be evaluated')
      state.error = (error as Error).message
    }
  }

  function putBack(state: State, changes: Map<string, bigint> | null): void {
    if (changes === null) state.nextFullAt = 0
    else for (const [id, since] of changes) state.changed.set(id, since)
  }

  function changed(issueIds: Iterable<string>, since: bigint): void {
    const incremental = [...states.values()].filter(({ isIncremental }) => isIncremental)
    for (const id of issueIds)
      for (const { changed } of incremental) changed.set(id, changed.get(id) ?? since)
  }

  return {
    changed,
    async run(context, rules, onMatches) {
      if (context.engine.kind !== 'embedded') {
        const polling = nowNs()
        changed(await readReceived(context.engine, polledAt), polledAt)
        polledAt = polling
      }
      const time = performance.now()
      const due = rules.filter((rule) => time >= stateOf(rule).nextAt)
      const start: Start = { context, round: createRound(due), start: nowNs(), onMatches }
      for (const rule of due) await evaluate(rule, start)
    },
    dueIn(rules) {
      const time = performance.now()
      const times = rules.map((rule) => {
        const state = stateOf(rule)
        if (RULE_KINDS[rule.when].intervalMs > 0) return state.nextAt - time
        if (state.changed.size > 0) return Math.max(state.nextAt - time, 1_000)
        return state.nextFullAt - time
      })
      return Math.max(0, Math.min(...times, FULL_MS))
    },
    last(ruleId) {
      const { last = null, error = null } = states.get(ruleId) ?? {}
      return { last, error }
    },
    problems: (rules) =>
      rules.flatMap((rule) => {
        const { error } = stateOf(rule)
        return error === null ? [] : `The rule “${rule.name}” could not be evaluated: ${error}`
      }),
  }
}

/** The clock of the server may be behind, and a row is visible a moment after it was received. */
const BEHIND_NS = 60n * SECOND_NS

/** Issues of which any store on the same server has stored an occurrence since an instant. */
async function readReceived(engine: Engine, since: bigint): Promise<string[]> {
  const rows = await engine.query<{ id: string }>(
    `SELECT DISTINCT IssueId AS id FROM exceptions
     WHERE Timestamp > fromUnixTimestamp64Nano({day:Int64})
       AND Received > fromUnixTimestamp64Nano({received:Int64})`,
    { day: String(since - DAY_NS), received: String(since - BEHIND_NS) },
  )
  return rows.map(({ id }) => id)
}
