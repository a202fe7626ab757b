// A list without rows: no data yet, nothing in the period, or nothing that matches the filters.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../ui/empty.tsx'
import { type IssueFilters, type TraceFilters } from './filters.ts'
import { hasFilters, NoMatches } from './no-matches.tsx'
import { describePeriod } from './period.ts'

type Props = {
  /** `operation`. */
  subject: string
  filters: IssueFilters & TraceFilters
  change: (filters: TraceFilters) => void
  /** Nothing was ever stored that the list could show. */
  isFirstVisit: boolean
  /** Where such data comes from. */
  children: ReactNode
}

export function EmptyList({ subject, filters, change, isFirstVisit, children }: Props) {
  if (hasFilters(filters))
    return (
      <NoMatches title={`No ${subject}s match`} subject={subject} filters={filters} change={change}>
        {children}
      </NoMatches>
    )
  if (isFirstVisit)
    return (
      <Empty title={`No ${subject}s yet`} waiting actions={<FirstSteps />}>
        {children} For sample data, run <code>npm run seed</code> in the folder of Errata.
      </Empty>
    )
  return (
    <Empty
      title={`No ${subject}s`}
      actions={
        filters.range !== '30d' && (
          <button type="button" onClick={() => change({ range: '30d', from: undefined, to: undefined })}>
            Search the last 30 days
          </button>
        )
      }
    >
      No {subject} {describePeriod(filters)}. {children}
    </Empty>
  )
}

function FirstSteps() {
  return (
    <>
      <Link className="button primary" to="/connect">
        Connect an application
      </Link>
      <a className="button" href="/demo">
        Open the demo
      </a>
    </>
  )
}
