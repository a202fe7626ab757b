// A list of issues without rows: the filters match nothing, or there are no open issues.
import { Link } from '@tanstack/react-router'
import type { IssuesAnswer } from '../../../../store/api/contract.ts'
import { describePeriod, hasFilters, type IssueFilters } from '../../filters.ts'
import { formatCount } from '../../format-number.ts'
import { formatAge } from '../../format-time.ts'
import { NoMatches } from '../../parts/no-matches.tsx'
import { Empty } from '../../parts/states.tsx'
import { useNow } from '../../use-now.ts'

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
    const terms = [q, release && `release:${release}`, service, environment].filter(Boolean).join(' ')
    const title = (
      <span>
        No issues match <code>{terms}</code>
      </span>
    )
    const subject = status ? `${status} issue` : 'issue'
    return <NoMatches title={title} subject={subject} filters={filters} change={change} />
  }
  const actions = (
    <>
      {!status && (
        <Link className="button" to="/" search={(current) => ({ ...current, status: 'resolved' })}>
          Resolved <span className="faint num">{formatCount(counts.resolved)}</span>
        </Link>
      )}
      <button type="button" onClick={() => change({ range: '7d', from: undefined, to: undefined })}>
        Last 7 days
      </button>
    </>
  )
  return (
    <Empty title="No issues" actions={actions}>
      No {status ?? 'new, regressed or ongoing'} issue {describePeriod(filters)}.{' '}
      {lastStored && `The last event was stored ${formatAge(lastStored, now)} ago.`}
    </Empty>
  )
}
