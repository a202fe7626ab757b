// What ends that an issue is ignored or resolved, in words that follow its status.
import type { IssueCondition } from '../../../../../contract/issues.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatShortDateTime } from '../../../format/format-time.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'

export function describeCondition(condition: IssueCondition, now: number): string {
  if ('at' in condition) return `until ${formatShortDateTime(condition.at, now)}`
  if ('events' in condition) {
    const { events, soFar = 0 } = condition
    const until = `until ${pluralize(events + soFar, 'more event')}`
    return soFar > 0 ? `${until} (${formatCount(soFar)} so far)` : until
  }
  if ('users' in condition) return `until ${pluralize(condition.users, 'more user')}`
  const { after } = condition
  return `in the next release${after === null ? '' : ` after ${plainText(after)}`}`
}
