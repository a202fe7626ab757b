// The filters that only traces have: operation, duration, errors, attribute.
import { useQuery } from '@tanstack/react-query'
import { operationsQuery } from '../../api/traces.ts'
import type { TraceFilters } from '../../filters.ts'
import { formatCount, pluralize } from '../../format-number.ts'
import { Chip } from '../../parts/chip.tsx'
import { Select } from '../../parts/select.tsx'
import css from './traces.module.css'

/** Nanoseconds: a user notices 100 ms, waits at 1 s, gives up at 10 s. */
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
  shown: number
  hasMore: boolean
}

export function TracesFilters({ filters, change, toggleErrors, shown, hasMore }: Props) {
  const { operation, minDurationNs, attribute, errors } = filters
  const operations = useQuery(operationsQuery(filters)).data?.operations ?? []
  return (
    <div className={css.filters}>
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
          <option value={minDurationNs}>over {minDurationNs} ns</option>
        )}
      </select>
      <label>
        <input type="checkbox" checked={errors === 'true'} onChange={toggleErrors} />
        Errors only
      </label>
      {attribute && (
        <Chip filter={attribute} remove={() => change({ attribute: undefined })}>
          {attribute}
        </Chip>
      )}
      {shown > 0 && (
        <span className={`num ${css.results}`}>
          {hasMore ? `newest ${formatCount(shown)} shown` : pluralize(shown, 'trace')}
        </span>
      )}
    </div>
  )
}
