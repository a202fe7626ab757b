// An empty issue list: the filters match nothing, or there are no open issues.
import { Link } from '@tanstack/react-router'
import { storeSearch } from '../../../search/search-tokens.ts'
import { Fragment } from 'react'
import type { IssueStatus, IssuesAnswer } from '../../../../../contract/issues.ts'
import { ISSUE_STATUSES, type IssueFilters } from '../../../search/filters.ts'
import { describePeriod } from '../../../search/period.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatAge } from '../../../format/format-time.ts'
import { hasFilters, NoMatches } from '../../../search/no-matches.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useNow } from '../../../ui/use-now.ts'

type Props = {
  filters: IssueFilters
  counts: IssuesAnswer['counts']
  change: (filters: IssueFilters) => void
  lastStored: string | null
}

export function EmptyIssues({ filters, counts, change, lastStored }: Props) {
  const now = useNow()
  const { q, release, service, environment, status } = filters
  if (hasFilters(filters)) {
    const terms = [storeSearch(q, 'issues'), release && `release:${release}`, service, environment]
      .filter(Boolean)
      .join(' ')
    const matches = Object.values(counts).some((count) => count > 0)
    const subject = [status ?? (matches ? 'open' : ''), 'issue'].join(' ').trim()
    const title = (
      <span>
        No {subject}s match <code>{terms}</code>
      </span>
    )
    return (
      <NoMatches title={title} subject={subject} filters={filters} change={change}>
        <OtherTabs shown={status} counts={counts} />
      </NoMatches>
    )
  }
  const actions = (
    <>
      {!status && (
        <Link className="button" to="/" search={(current) => ({ ...current, status: 'resolved' })}>
          Resolved <span className="faint num">{formatCount(counts.resolved)}</span>
        </Link>
      )}
      {filters.range !== '30d' && (
        <button type="button" onClick={() => change({ range: '30d', from: undefined, to: undefined })}>
          Search the last 30 days
        </button>
      )}
    </>
  )
  return (
    <Empty title="No issues" actions={actions}>
      No {status ?? 'new, regressed or ongoing'} issue {describePeriod(filters)}.{' '}
      {lastStored && `The last event was stored ${formatAge(lastStored, now)} ago.`}
    </Empty>
  )
}

type OtherTabsProps = { shown: IssueStatus | undefined; counts: IssuesAnswer['counts'] }

/** Links to the tabs that have matches: a user may have only ignored issues. */
function OtherTabs({ shown, counts }: OtherTabsProps) {
  const others = ISSUE_STATUSES.filter((status) => status !== shown && counts[status] > 0)
  if (others.length === 0) return null
  return (
    <>
      The filters match{' '}
      {others.map((status, index) => (
        <Fragment key={status}>
          {index > 0 && (index === others.length - 1 ? ' and ' : ', ')}
          <Link to="/" search={(current) => ({ ...current, status })}>
            {pluralize(counts[status], `${status} issue`)}
          </Link>
        </Fragment>
      ))}
      .
    </>
  )
}
