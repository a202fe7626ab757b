// The suspect commits of an issue as lines of its Markdown.
import type { Suspect } from '../../../../contract/commits.ts'
import type { IssueAnswer } from '../../../../contract/issues.ts'
import type { Section } from '../../../http/markdown-document.ts'
import { quoted } from '../../../http/markdown-text.ts'

/** Those that changed the stack; others are many. */
const MAX_SUSPECTS = 5

export function suspectSection({ suspects, changed }: Pick<IssueAnswer, 'suspects' | 'changed'>): Section {
  const close = suspects.filter(({ evidence }) => evidence !== 'range')
  const lineOf = ({ commit, author, at, subject, evidence }: Suspect): string => {
    const change = changed?.places.find((each) => each.commit === commit)
    const file = change === undefined ? '' : `, ${evidence} of ${quoted(change.file)}`
    return `- ${quoted(commit)} ${quoted(subject)}, by ${quoted(author)}, ${at}${file}`
  }
  return {
    title: 'Suspect commits',
    blocks: close.slice(0, MAX_SUSPECTS).map(lineOf),
    total: close.length,
    rest: 'The page of the issue has all.',
  }
}
