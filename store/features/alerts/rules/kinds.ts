// All kinds of rules.
import { newIssue } from './new-issue.ts'
import { regressed } from './regressed.ts'
import type { RuleKinds } from './rule-kind.ts'

export const RULE_KINDS = { new: newIssue, regressed } as unknown as RuleKinds
