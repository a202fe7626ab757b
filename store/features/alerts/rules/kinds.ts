// The kinds of rules, by what a rule asks for.
import { crashFree } from './crash-free.ts'
import { delivery } from './delivery.ts'
import { feedback } from './feedback.ts'
import { louder } from './louder.ts'
import { newIssue } from './new-issue.ts'
import { regressed } from './regressed.ts'
import type { RuleKinds } from './rule-kind.ts'
import { silence } from './silence.ts'
import { vital } from './vital.ts'
import { events, users } from './volume.ts'

export const RULE_KINDS: RuleKinds = {
  new: newIssue,
  regressed,
  louder,
  events,
  users,
  crashFree,
  vital,
  silence,
  delivery,
  feedback,
}
