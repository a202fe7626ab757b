// All kinds of rules.
import { newIssue } from './new-issue.ts'
import { regressed } from './regressed.ts'
import type { RuleKind, RuleKinds } from './rule-kind.ts'

const none: RuleKind = {
  type: 'summary',
  defaults: {},
  intervalMs: 3_600_000,
  endsAfterMs: 1,
  open: () => Promise.resolve(() => ({ matches: [], numbers: {}, reason: '' })),
}

export const RULE_KINDS: RuleKinds = {
  new: newIssue,
  regressed,
  louder: none,
  events: none,
  users: none,
  crashFree: none,
  vital: none,
  silence: none,
  delivery: none,
}
