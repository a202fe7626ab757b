import { Link } from '@tanstack/react-router'
import { describePeriod, hasFilters, type TraceFilters } from '../../filters.ts'
import { Empty } from '../../parts/states.tsx'

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

type Props = { filters: TraceFilters; change: (filters: TraceFilters) => void }

/** A list without rows: the filters match nothing, or no trace was received. */
export function EmptyTraces({ filters, change }: Props) {
  if (hasFilters(filters)) {
    return (
      <Empty
        title="No traces match"
        actions={
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
        }
      >
        No trace {describePeriod(filters)} matches all filters.
      </Empty>
    )
  }
  return (
    <Empty
      title="No traces yet"
      waiting
      actions={
        <>
          <a className="button primary" href="/demo">
            Open the demo
          </a>
          <Link className="button" to="/connect">
            Connect an application
          </Link>
        </>
      }
    >
      No trace was received {describePeriod(filters)}. A monitored page sends one for its load and one for
      each of its requests; servers send theirs to the collector.
    </Empty>
  )
}
