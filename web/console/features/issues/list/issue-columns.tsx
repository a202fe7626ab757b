// The columns of the issue table after the checkbox. A name can be a class of the stylesheet.
import { type HistoryState, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Issue, IssueSort } from '../../../../../contract/issues.ts'
import { Sparkline } from '../../../charts/spark-line.tsx'
import { DEFAULT_RANGE, type IssueFilters, RANGES } from '../../../search/filters.ts'
import { Age } from '../../../ui/age.tsx'
import { Count } from '../../../ui/count.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { UntrustedCode, plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { ErrorTitle } from '../../../ui/error-title.tsx'
import { TicketLink } from '../../tickets/index.ts'
import { needsAttention, Status } from '../issue-status.tsx'

/** One object for all renders: a link with a new one cancels its preload. */
const FROM_LIST = { fromList: true }
/** Characters of a type in a row. */
const MAX_TYPE = 200
/** Characters of a message that fit on the widest screen. */
const MAX_MESSAGE = 400

type Column = {
  name: string
  isNumber?: boolean
  /** The order that a click on the header sets. */
  sort?: IssueSort
  header: (filters: IssueFilters) => ReactNode
  cell: (issue: Issue, tabIndex: number) => ReactNode
}

export const ISSUE_COLUMNS: Column[] = [
  {
    name: 'status',
    sort: 'change',
    header: () => 'Status',
    cell: ({ status }) => <Status status={status} />,
  },
  {
    name: 'issue',
    header: () => 'Issue',
    cell: (issue, tabIndex) => (
      <IssueCell issue={issue} tabIndex={tabIndex} state={FROM_LIST}>
        <ServiceName name={issue.service} />
      </IssueCell>
    ),
  },
  {
    name: 'trend',
    header: ({ from, range }) => (from ? 'Selected period' : RANGES[range ?? DEFAULT_RANGE]),
    cell: ({ trend, status }) => <Sparkline buckets={trend} hot={needsAttention(status)} />,
  },
  {
    name: 'events',
    isNumber: true,
    sort: 'count',
    header: () => 'Events',
    cell: ({ count }) => <Count value={count} noun="event" />,
  },
  {
    name: 'users',
    isNumber: true,
    sort: 'users',
    header: () => 'Users',
    cell: ({ users }) => (
      <span className={users === 0 ? 'faint' : undefined}>
        <Count value={users} noun="user" />
      </span>
    ),
  },
  {
    name: 'seen',
    isNumber: true,
    sort: 'lastSeen',
    header: () => 'Last / first seen',
    cell: ({ lastSeen, firstSeen }) => (
      <>
        <Age at={lastSeen} />
        <small className="wide-only">
          <Age at={firstSeen} />
        </small>
      </>
    ),
  },
  {
    name: 'release',
    header: () => 'Release',
    cell: ({ releases }) => <Releases releases={releases.filter(Boolean)} />,
  },
  {
    name: 'assignee',
    header: () => <span className="visually-hidden">Assignee</span>,
    cell: ({ assignee }) =>
      assignee && (
        <span className="initials" title={`Assigned to ${plainText(assignee)}`}>
          {initialsOf(assignee)}
        </span>
      ),
  },
]

type IssueCellProps = { issue: Issue; tabIndex: number; state?: HistoryState; children: ReactNode }

/** `children`: beside the culprit. `state`: of the history entry that a click adds. */
export function IssueCell({ issue, tabIndex, state, children }: IssueCellProps) {
  const { id, type, message, culprit, ticket } = issue
  return (
    <>
      <Link
        to="/issues/$id"
        params={{ id }}
        {...(state && { state })}
        className="clip row-link"
        tabIndex={tabIndex}
      >
        <ErrorTitle type={type.slice(0, MAX_TYPE)} message={firstLine(message)} />
      </Link>
      <p className="clip caption">
        {culprit && <UntrustedCode text={culprit} />} {children}
        {ticket && <TicketLink url={ticket} tabIndex={tabIndex} />}
      </p>
    </>
  )
}

function Releases({ releases }: { releases: string[] }) {
  const newest = releases.at(-1)
  const [oldest = ''] = releases
  if (!newest?.trim()) return <span className="faint">–</span>
  return (
    <>
      <div className="clip" title={plainText(newest)}>
        <UntrustedText text={newest} />
      </div>
      <small className="clip" title={plainText(oldest)}>
        {oldest === newest ? (
          'only here'
        ) : (
          <>
            since <UntrustedText text={oldest} />
          </>
        )}
      </small>
    </>
  )
}

/** Of the first and the last word; of one word the first two letters. */
function initialsOf(name: string): string {
  const starts = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []
  const letters = name.match(/[\p{L}\p{N}]/gu) ?? []
  return (starts.length > 1 ? [starts[0], starts.at(-1)] : letters.slice(0, 2)).join('').toUpperCase()
}

export function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, MAX_MESSAGE) ?? ''
}
