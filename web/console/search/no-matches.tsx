// A list whose filters match nothing. `subject`: what was searched for, `resolved issue`.
import type { ReactNode } from 'react'
import { type IssueFilters, TRACE_FILTER_PARAMETERS, type TraceFilters } from './filters.ts'
import { describePeriod } from './period.ts'
import { Empty } from '../ui/empty.tsx'

/** The filters besides time, status and order. */
const FILTERS = Object.keys(TRACE_FILTER_PARAMETERS).filter(
  (name) => !['range', 'from', 'to', 'order'].includes(name),
) as (keyof TraceFilters)[]
const NO_FILTERS: TraceFilters = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** True if a filter besides the time is set. */
export function hasFilters(filters: IssueFilters & TraceFilters): boolean {
  return FILTERS.some((name) => filters[name])
}

type Props = {
  title: ReactNode
  subject: string
  filters: TraceFilters
  change: (filters: TraceFilters) => void
  /** What the same filters match elsewhere. */
  children?: ReactNode
}

export function NoMatches({ title, subject, filters, change, children }: Props) {
  const actions = (
    <>
      <button type="button" onClick={() => change(NO_FILTERS)}>
        Remove the filters
      </button>
      <button
        type="button"
        className="quiet"
        onClick={() => change({ range: '30d', from: undefined, to: undefined })}
      >
        Search the last 30 days
      </button>
    </>
  )
  return (
    <Empty title={title} actions={actions}>
      No {subject} {describePeriod(filters)} matches the filters. {children}
    </Empty>
  )
}
