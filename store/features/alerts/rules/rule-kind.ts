// What a kind of rule is: a function that reads what it compares, and says at any instant what matches.
import type { RuleCondition } from '../../../../contract/alerts.ts'
import type { QueryContext } from '../../issues/index.ts'
import type { Period } from '../../../http/filters.ts'
import type { MessageType } from '../messages/message.ts'
import type { Round } from './round.ts'
import type { StoredRule } from './rule.ts'

/**
 * A subject that matches at an instant. `subject`: `issue:ID`, `release:SERVICE RELEASE`,
 * `route:SERVICE ROUTE NAME`, `service:NAME` or `feedback:ID`. `since`: when the change happened, in
 * nanoseconds since 1970; `received`: when the store received it, where that may be later. `state`: of a
 * change that happens once, such as "new"; null of one that lasts: its state is when it began.
 * `heading`, `title`, `facts`: see `MessageChange`; `title` is empty of an issue, which has its own. `path`:
 * path and search of its page in the console.
 */
export type Match = {
  subject: string
  issueId: string | null
  since: bigint
  received?: bigint
  state: string | null
  service: string
  release: string
  environment: string
  heading: string
  title: string
  facts: string
  numbers: Record<string, number>
  reason: string
  path: string
}

/**
 * `numbers`, `reason`: of all that was compared, also where nothing matches. `settled`: ids of issues that
 * can never match later.
 */
export type Evaluation = {
  matches: Match[]
  numbers: Record<string, number>
  reason: string
  settled?: string[]
}

/**
 * `issueIds`: only these issues can have changed since the last evaluation; null: any. `changedSince`: their
 * new occurrences were received since then, in nanoseconds since 1970.
 * `startedAt`: since when the store runs, in nanoseconds since 1970; before, it may have missed something.
 */
export type RuleContext = QueryContext & {
  issueIds: string[] | null
  changedSince: bigint
  startedAt: bigint
  round: Round
}

export type RuleKind = {
  type: MessageType
  /** Every member of `threshold` that it reads, and the value without one. */
  defaults: Record<string, number | string>
  /** Milliseconds between two evaluations. 0: also when an issue has changed. */
  intervalMs: number
  /** Milliseconds before it looks at an issue again that did not match; 10 seconds where it is missing. */
  recheckMs?: number
  /** Milliseconds without a match that end a lasting one; 0: its matches have a `state`. */
  endsAfterMs: number
  /** Reads what is needed for any instant of the period, and returns the evaluation of an instant. */
  open(context: RuleContext, rule: StoredRule, period: Period): Promise<(at: bigint) => Evaluation>
}

export type RuleKinds = Record<RuleCondition, RuleKind>
