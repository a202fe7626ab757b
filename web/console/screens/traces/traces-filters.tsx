import { useQuery } from '@tanstack/react-query'
import { facets } from '../../api/issues.ts'
import type { TraceFilters } from '../../filters.ts'
import { count } from '../../format-number.ts'
import { Choice } from '../../parts/select.tsx'
import { Icon } from '../../parts/icon.tsx'
import css from './traces.module.css'

/** Steps people think in: what a person feels (100 ms), waits for (1 s), gives up on (10 s). */
const DURATIONS = {
  '100000000': 'over 100 ms',
  '500000000': 'over 500 ms',
  '1000000000': 'over 1 s',
  '5000000000': 'over 5 s',
  '10000000000': 'over 10 s',
}

type Props = { filters: TraceFilters; change: (filters: TraceFilters) => void; shown: number; more: boolean }

export function Narrowing({ filters, change, shown, more }: Props) {
  const { minDurationNs, attribute } = filters
  const operations =
    useQuery(facets('traces', filters)).data?.facets.find(({ name }) => name === 'operation')?.values ?? []
  return (
    <div className={css.narrowing}>
      <Choice
        label="Operation"
        all="All operations"
        value={filters.operation}
        options={operations.map(({ value }) => value)}
        change={(operation) => change({ operation })}
      />
      <select
        aria-label="Duration"
        value={minDurationNs ?? ''}
        onChange={(event) => change({ minDurationNs: event.target.value || undefined })}
      >
        <option value="">Any duration</option>
        {Object.entries(DURATIONS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {minDurationNs && !(minDurationNs in DURATIONS) && (
          <option value={minDurationNs}>over {minDurationNs} ns</option>
        )}
      </select>
      <label>
        <input
          type="checkbox"
          checked={filters.errors === 'true'}
          onChange={() => change({ errors: filters.errors ? undefined : 'true' })}
        />
        Errors only
      </label>
      {attribute && (
        <span className="chip">
          {attribute}
          <button
            type="button"
            aria-label={`Remove ${attribute}`}
            onClick={() => change({ attribute: undefined })}
          >
            <Icon name="close" small />
          </button>
        </span>
      )}
      {shown > 0 && (
        <span className={`num ${css.results}`}>
          {more ? `the newest ${count(shown)}` : `all ${count(shown)}`}
        </span>
      )}
    </div>
  )
}
