// The filters of the trace list: operation, duration, errors.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operationsQuery } from '../traces-query.ts'
import type { TraceFilters } from '../../../search/filters.ts'
import { formatDuration } from '../../../format/format-time.ts'
import { Select } from '../../../ui/select.tsx'
import css from './traces.module.css'

/** Nanoseconds. Users notice 100 ms, wait at 1 s, and give up at 10 s. */
const DURATIONS = {
  '100000000': 'over 100 ms',
  '500000000': 'over 500 ms',
  '1000000000': 'over 1 s',
  '5000000000': 'over 5 s',
  '10000000000': 'over 10 s',
}

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
  return (
    <div className={`controls ${css.filters}`}>
      <Select
        label="Operation"
        all="All operations"
        value={operation}
        options={[...new Set(operations.map(({ name }) => name))]}
        onChange={(name) => change({ operation: name })}
      />
      <select
        aria-label="Duration"
        value={minDurationNs ?? ''}
        onChange={(event) => change({ minDurationNs: event.target.value || undefined })}
      >
        <option value="">Any duration</option>
        {Object.entries(DURATIONS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {minDurationNs && !(minDurationNs in DURATIONS) && (
          <option value={minDurationNs}>over {formatDuration(Number(minDurationNs))}</option>
        )}
      </select>
      <label>
        <input type="checkbox" checked={errors === 'true'} onChange={toggleErrors} />
        Errors only
      </label>
      {children}
    </div>
  )
}
