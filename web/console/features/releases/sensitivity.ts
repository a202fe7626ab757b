// How rare an error can be that so many sessions would have shown.
import type { ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { formatCount } from '../../format/format-number.ts'

/** An error of one session in n/3 is seen in n sessions with 95 %: the rule of three. */
const RULE_OF_THREE = 3

export function describeSensitivity({ release }: ReleaseChangesAnswer): string {
  const { sessions } = release
  if (sessions < 2 * RULE_OF_THREE) return 'Few sessions were seen so far: an error may still show itself.'
  const rarest = formatCount(Math.floor(sessions / RULE_OF_THREE))
  const so = `${formatCount(sessions)} sessions so far`
  return `${so}: an error in 1 of ${rarest} sessions would most likely have been seen.`
}
