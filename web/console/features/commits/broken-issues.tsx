// The issues of a release beside the commits that changed their stacks, and those that no commit explains.
import { Link } from '@tanstack/react-router'
import type { Evidence } from '../../../../contract/commits.ts'
import type { IssueStatus } from '../../../../contract/issues.ts'
import type { IssueOfRelease, IssueSuspect, ReleaseSuspectsAnswer } from '../../../../contract/releases.ts'
import { formatCount } from '../../format/format-number.ts'
import { ErrorTitle } from '../../ui/error-title.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import css from './commits.module.css'

/** An issue, and what a commit has changed of its stack. */
export type Break = { issue: IssueOfRelease; suspect: IssueSuspect }

/** Issues beside a commit: more do not fit. */
const MAX_BREAKS = 3
/** Characters of a message in a table. */
const MAX_MESSAGE = 120

const EVIDENCE: Evidence[] = ['line', 'file', 'range']

/** What happened with the release, as long as nobody has closed the issue. */
function labelOf({ status, change }: IssueOfRelease): { icon: IssueStatus; text: string } {
  if (status === 'resolved') return { icon: status, text: 'Resolved' }
  if (status === 'ignored') return { icon: status, text: 'Ignored' }
  return change === 'new' ? { icon: 'new', text: 'New' } : { icon: 'regressed', text: 'Back' }
}

/** By the hash of the commit; a changed line first. */
export function breaksOf(issues: IssueOfRelease[]): Map<string, Break[]> {
  const breaks = issues.flatMap((issue) => issue.suspects.map((suspect) => ({ issue, suspect })))
  const sorted = breaks.toSorted((a, b) => rankOf(a) - rankOf(b))
  return Map.groupBy(sorted, ({ suspect }) => suspect.commit)
}

/** Lower: the commit explains more. */
export function rankOfBreaks(breaks: Break[] | undefined): number {
  return breaks?.[0] === undefined ? EVIDENCE.length : rankOf(breaks[0])
}

function rankOf({ suspect }: Break): number {
  return EVIDENCE.indexOf(suspect.evidence)
}

export function BrokenBy({ breaks }: { breaks: Break[] }) {
  const rest = breaks.length - MAX_BREAKS
  if (breaks.length === 0) return <span className="faint">–</span>
  return (
    <>
      <ul>
        {breaks.slice(0, MAX_BREAKS).map(({ issue, suspect }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} />
            <span className={css.evidence} data-evidence={suspect.evidence} title={plainText(suspect.file)}>
              {suspect.evidence === 'line' ? `line ${suspect.line}` : 'file'}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <small className="faint">and {formatCount(rest)} more</small>}
    </>
  )
}

function IssueLink({ issue }: { issue: IssueOfRelease }) {
  const { id, type, message } = issue
  const { icon, text } = labelOf(issue)
  return (
    <>
      <span className="status" data-status={icon}>
        <Icon name={icon} small />
        {text}
      </span>
      <Link to="/issues/$id" params={{ id }} className="clip">
        <ErrorTitle type={type} message={message.slice(0, MAX_MESSAGE)} />
      </Link>
    </>
  )
}

/** Issues that are named below the table. */
const MAX_NAMED = 5

export function WithoutSuspect({ answer: { issues, total } }: { answer: ReleaseSuspectsAnswer }) {
  const others = issues.filter(({ suspects }) => suspects.length === 0)
  if (total === 0)
    return <p className={css.note}>No issue began with this release, and none came back in it.</p>
  if (others.length === 0) return null
  return (
    <div className={css.note}>
      <p>
        {formatCount(others.length)} of the {formatCount(total)} issues that are new or back here{' '}
        {others.length === 1 ? 'has' : 'have'} no suspect in this release:
      </p>
      <ul>
        {others.slice(0, MAX_NAMED).map((issue) => (
          <li key={issue.id}>
            <IssueLink issue={issue} />
          </li>
        ))}
      </ul>
      {others.length > MAX_NAMED && <p>and {formatCount(others.length - MAX_NAMED)} more.</p>}
    </div>
  )
}
