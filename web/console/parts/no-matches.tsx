// A list whose filters match nothing, with buttons that widen the search.
import type { ReactNode } from 'react'
import { describePeriod, type TraceFilters } from '../filters.ts'
import { Empty } from './states.tsx'

const NO_FILTERS: TraceFilters = {
  q: undefined,
  service: undefined,
  environment: undefined,
  release: undefined,
  operation: undefined,
  attribute: undefined,
  minDurationNs: undefined,
  errors: undefined,
}

type Props = {
  title: ReactNode
  subject: string
  filters: TraceFilters
  change: (filters: TraceFilters) => void
}

/** A list whose filters match nothing. `subject`: what was searched for, `resolved issue`. */
export function NoMatches({ title, subject, filters, change }: Props) {
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
      No {subject} {describePeriod(filters)} matches the filters.
    </Empty>
  )
}
