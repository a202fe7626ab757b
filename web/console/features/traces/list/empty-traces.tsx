// A list of traces without rows: the filters match nothing, or no trace was received.
import { Link } from '@tanstack/react-router'
import { describePeriod, hasFilters, type TraceFilters } from '../../../search/filters.ts'
import { NoMatches } from '../../../search/no-matches.tsx'
import { Empty } from '../../../ui/empty.tsx'

type Props = { filters: TraceFilters; change: (filters: TraceFilters) => void }

export function EmptyTraces({ filters, change }: Props) {
  if (hasFilters(filters))
    return <NoMatches title="No traces match" subject="trace" filters={filters} change={change} />
  const actions = (
    <>
      <a className="button primary" href="/demo">
        Open the demo
      </a>
      <Link className="button" to="/connect">
        Connect an application
      </Link>
    </>
  )
  return (
    <Empty title="No traces yet" waiting actions={actions}>
      No trace was received {describePeriod(filters)}. A monitored page sends one for its load and one for
      each of its requests; servers send theirs to the collector.
    </Empty>
  )
}
