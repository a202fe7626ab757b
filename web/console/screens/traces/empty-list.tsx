import { DEFAULT_RANGE, isNarrow, RANGES, type TraceFilters } from '../../filters.ts'
import { Empty } from '../../parts/states.tsx'

export function NoTraces({
  filters,
  change,
}: {
  filters: TraceFilters
  change: (filters: TraceFilters) => void
}) {
  const time = filters.from
    ? 'in the chosen time'
    : `in the ${RANGES[filters.range ?? DEFAULT_RANGE].toLowerCase()}`
  const none = {
    q: undefined,
    service: undefined,
    environment: undefined,
    release: undefined,
    operation: undefined,
    attribute: undefined,
    minDurationNs: undefined,
    errors: undefined,
  }
  if (isNarrow(filters)) {
    return (
      <Empty
        title="Nothing matches"
        acts={
          <>
            <button type="button" onClick={() => change(none)}>
              Take the filters out
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => change({ range: '30d', from: undefined, to: undefined })}
            >
              Search 30 days
            </button>
          </>
        }
      >
        No trace {time} has all of what was asked for.
      </Empty>
    )
  }
  return (
    <Empty
      title="No trace yet"
      waiting
      acts={
        <>
          <a className="button primary" href="/demo">
            Open the demo
          </a>
          <a className="button" href="/connect">
            Connect a page
          </a>
        </>
      }
    >
      Nothing was traced {time}. A watched page sends one for its load and for each of its requests; servers
      send theirs to the collector.
    </Empty>
  )
}
