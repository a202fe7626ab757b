// When the calls of an operation started and how long they took. A drag opens the traces of that area.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trendQuery } from '../issues/issues-query.ts'
import { callTimesQuery } from './measurements-query.ts'
import type { Filters, TraceFilters } from '../../search/filters.ts'
import { usePolling } from '../../app/live.tsx'
import { formatStep } from '../../charts/time-axis.ts'
import { hasSelection } from '../../search/token-filters.ts'
import { LatencyStrip } from '../traces/list/latency-strip.tsx'
import css from './operation.module.css'

export function CallTimes({ filters }: { filters: Filters & { operation: string } }) {
  const navigate = useNavigate()
  const strip = useQuery({ ...callTimesQuery(filters), refetchInterval: usePolling() }).data
  const releases = useQuery(trendQuery({ ...filters, q: undefined })).data?.releases ?? []
  if (!strip || strip.count === 0) return null
  const open = (area: TraceFilters) =>
    hasSelection(area) && void navigate({ to: '/traces', search: { ...filters, ...area } })
  return (
    <LatencyStrip
      strip={strip}
      filters={filters}
      change={open}
      releases={releases}
      heading={
        <span className={css.heading}>
          <b>Time of a call</b>, {formatStep(strip.stepNs / 1e6)} a column
        </span>
      }
    />
  )
}
