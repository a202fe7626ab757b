// The filters of the trace list: operation, duration, errors.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operationsQuery } from '../traces-query.ts'
import type { TraceFilters } from '../../../search/filters.ts'
import { formatRoundDuration } from '../../../format/format-time.ts'
import { Select } from '../../../ui/select.tsx'
import css from './traces.module.css'

/** Nanoseconds. Users notice 100 ms, wait at 1 s, and give up at 10 s. */
const DURATIONS = [1e8, 5e8, 1e9, 5e9, 10e9]

type Props = {
  filters: TraceFilters
  change: (filters: TraceFilters) => void
  toggleErrors: () => void
  /** Added at the end of the row. */
  children: ReactNode
}

export function TracesFilters({ filters, change, toggleErrors, children }: Props) {
  const { operation, minDurationNs, errors } = filters
  const operations = useQuery(operationsQuery(filters)).data?.operations ?? []
  // A link may have another one.
  const durations = new Set([...DURATIONS, ...(minDurationNs ? [Number(minDurationNs)] : [])])
  return (
    <div className={`controls ${css.filters}`}>
      <Select
        label="Operation"
        all="All operations"
        value={operation}
        options={[...new Set(operations.map(({ name }) => name))]}
        onChange={(name) => change({ operation: name })}
      />
      <Select
        label="Duration"
        all="Any duration"
        value={minDurationNs}
        options={Object.fromEntries(
          [...durations].map((edge) => [edge, `over ${formatRoundDuration(edge)}`]),
        )}
        onChange={(value) => change({ minDurationNs: value })}
      />
      <label>
        <input type="checkbox" checked={errors === 'true'} onChange={toggleErrors} />
        Errors only
      </label>
      {children}
    </div>
  )
}
