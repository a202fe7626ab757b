// What is above the list of issues: its filters, and the chart of the events.
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { trendQuery } from '../issues-query.ts'
import type { Filters, IssueFilters } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { usePolling } from '../../../app/live.tsx'
import { chartTimes, Trend } from '../../../charts/trend.tsx'
import { formatStep } from '../../../charts/time-axis.ts'
import { useNow } from '../../../ui/use-now.ts'
import css from './issues.module.css'
import { FacetButton, type FacetPanelState } from '../../../search/facets/facet-panel.tsx'
import { SavedSearchesButton } from '../../../search/saved/saved-searches-button.tsx'
import { Search } from '../../../search/search.tsx'
import { VisitorLinks } from '../../../search/visitor-link.tsx'

type SearchProps = { filters: IssueFilters; change: (filters: IssueFilters) => void; panel: FacetPanelState }

export function IssueSearch({ filters, change, panel }: SearchProps) {
  return (
    <Search list="issues" filters={filters} change={change}>
      <SavedSearchesButton list="issues" filters={filters} />
      <FacetButton panel={panel} />
      <VisitorLinks filters={filters} />
    </Search>
  )
}

type ChartProps = { filters: Filters; change: (filters: Filters) => void }

/** Selected bars become the time filter. Not drawn again when the focus moves in the list. */
export const EventsChart = memo(function EventsChart({ filters, change }: ChartProps) {
  const { data, isPending } = useQuery({ ...trendQuery(filters), refetchInterval: usePolling() })
  const now = useNow()
  const bars = data?.buckets ?? []
  const times = chartTimes(bars)
  return (
    <figure className={css.chart} aria-label="Events over time">
      <figcaption className="chart-caption">
        <span>
          <b className="num">{formatCount(data?.events)}</b> {data?.events === 1 ? 'event' : 'events'}
        </span>
        <span>
          <b className="num">{formatCount(data?.users)}</b> {data?.users === 1 ? 'user' : 'users'}
        </span>
        <span className="key hot">new or regressed</span>
        <span className="key">other</span>
        {times && (
          <span className="push wide-only">{formatStep(times.step)} per bar · click a bar to zoom in</span>
        )}
      </figcaption>
      {isPending && <div className={css.placeholder} />}
      {data?.events !== 0 && (
        <Trend
          bars={bars}
          releases={data?.releases ?? []}
          openRelease={(release, service) => change({ release, service })}
          now={now}
          onSelect={(from, to) => change({ from, to, range: undefined })}
          action="zooms in"
        />
      )}
    </figure>
  )
})
