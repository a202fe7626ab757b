// Attributes that are more frequent in the selected traces than in the others of the range, by difference.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TraceDifference } from '../../../../../contract/traces.ts'
import { selectionAttributesQuery } from '../traces-query.ts'
import type { TraceFilters } from '../../../search/filters.ts'
import { formatCount, formatPercent } from '../../../format/format-number.ts'
import { FilterLink } from '../../../search/facets/facets.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { useFocusWithin } from '../../../ui/use-focus-within.ts'
import { allBut, hasValue, toggleOnly } from '../../../search/token-filters.ts'
import css from './selection-attributes.module.css'

/** Rows that fit above the trace list. */
const SHORT = 8
/** Names of attributes that do not differ. */
const MAX_SAME = 6

export function SelectionAttributes({ filters }: { filters: TraceFilters }) {
  const query = useQuery(selectionAttributesQuery(filters))
  const [isOpen, setOpen] = useState(false)
  const part = useFocusWithin<HTMLElement>()
  const { selected, others, sampled, differences = [], same = [] } = query.data ?? {}
  const more = differences.length - SHORT
  return (
    <section {...part} className={css.differs} aria-labelledby="differs" aria-busy={query.isPlaceholderData}>
      <header className="caption line">
        <h2 id="differs">What differs in the selection</h2>
        {query.data && (
          <>
            <span className={`key ${css.inSelection}`}>
              <b className="num">{formatCount(selected)}</b> selected
            </span>
            <span className="key">
              <b className="num">{formatCount(others)}</b> others in the range
            </span>
            {sampled && <span>based on a sample</span>}
          </>
        )}
      </header>
      <QueryState query={query} label="the comparison" thin />
      {differences.length > 0 && (
        <table className="cards" aria-labelledby="differs">
          <thead>
            <tr>
              <th className={css.key}>Attribute</th>
              <th className={css.value}>Value</th>
              <th className={css.bars}>Share of traces</th>
              <th className="num">Selected</th>
              <th className="num">Others</th>
              <th className={`num ${css.lift}`} aria-sort="descending">
                Lift
              </th>
              <th className={css.actions}>
                <span className="visually-hidden">Filter</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.slice(0, isOpen ? differences.length : SHORT).map((difference) => (
              <Row
                key={`${difference.service} ${difference.key}`}
                difference={difference}
                filters={filters}
              />
            ))}
          </tbody>
        </table>
      )}
      {query.data && (
        <p className="caption line">
          <span>
            {differences.length === 0 && 'No differences found. '}
            {same.length > 0 && describeSame(same)}
          </span>
          {more > 0 && (
            <button
              type="button"
              className="quiet small push"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Fewer' : `${formatCount(more)} more`}
            </button>
          )}
        </p>
      )}
    </section>
  )
}

function Row({ difference, filters }: { difference: TraceDifference; filters: TraceFilters }) {
  const { service, key, value, share, base } = difference
  const name = plainText(value)
  const others = allBut('traces', filters, key, value)
  const isSet = hasValue(filters, key, value)
  const only = key === 'status' && value !== 'error' ? null : toggleOnly(filters, key, value)
  return (
    <tr>
      <th scope="row" className={`clip faint ${css.key}`}>
        {service !== '' && (
          <>
            <UntrustedText text={service} />{' '}
          </>
        )}
        <code>
          <UntrustedText text={key} />
        </code>
      </th>
      <td className={`clip ${css.value}`} title={name}>
        <UntrustedText text={value} />
      </td>
      <td className={css.bars}>
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className={css.inSelection} width={Math.max(0.5, share * 100)} height="4.4" />
          <rect className={css.inOthers} y="5.6" width={Math.max(0.5, base * 100)} height="4.4" />
        </svg>
      </td>
      <td className="num">{formatPercent(share, 1)}</td>
      <td className="num">{formatPercent(base, 1)}</td>
      <td className={`num ${css.lift}`}>{describeLift(share, base)}</td>
      <td className={css.actions}>
        {only && (
          <FilterLink filters={only} replace={false} isSet={isSet} label={`Only ${name}`}>
            Only
          </FilterLink>
        )}
        {others && (
          <FilterLink filters={others} replace={false} label={`All but ${name}`}>
            All but
          </FilterLink>
        )}
      </td>
    </tr>
  )
}

/** `× 8.7`. */
function describeLift(share: number, base: number): string {
  if (base === 0) return 'only here'
  const lift = share / base
  return `× ${lift < 10 ? lift.toFixed(1) : formatCount(lift)}`
}

function describeSame(same: string[]): string {
  const named = same
    .slice(0, MAX_SAME)
    .map((name) => plainText(name))
    .join(', ')
  const more = same.length - MAX_SAME
  const rest = more > 0 ? ` and ${formatCount(more)} more` : ''
  return `No difference in ${named}${rest}.`
}
