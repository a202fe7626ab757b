// What ends that an issue is ignored or resolved, in words that follow its status.
import type { IssueCondition } from '../../../../store/api/contract.ts'
import { pluralize } from '../../format-number.ts'
import { formatShortDateTime } from '../../format-time.ts'
import { plainText } from '../../parts/foreign-text.tsx'

export function describeCondition(condition: IssueCondition, now: number): string {
  if ('at' in condition) return `until ${formatShortDateTime(condition.at, now)}`
  if ('events' in condition) return `until ${pluralize(condition.events, 'more event')}`
  if ('users' in condition) return `until ${pluralize(condition.users, 'more user')}`
  const { after } = condition
  return `in the next release${after === null ? '' : ` after ${plainText(after)}`}`
}
