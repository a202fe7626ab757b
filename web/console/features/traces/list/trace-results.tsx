// Above the trace list: number of rows, query time, and order.
import type { TraceOrder } from '../../../search/filters.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import css from './traces.module.css'

export const ORDERS: Record<TraceOrder | 'newest', string> = {
  newest: 'Newest',
  duration: 'Slowest',
  errors: 'Most errors',
}

/** The next order; undefined is newest first. */
export function nextOrder(order: TraceOrder | undefined): TraceOrder | undefined {
  if (order === undefined) return 'duration'
  return order === 'duration' ? 'errors' : undefined
}

type Props = {
  shown: number
  total: number | undefined
  milliseconds: number | undefined
  order: TraceOrder | undefined
  setOrder: (order: TraceOrder | undefined) => void
}

export function TraceResults({ shown, total, milliseconds, order, setOrder }: Props) {
  return (
    <div className={`caption line ${css.bar}`}>
      <span className="num" role="status">
        {total === undefined ? (
          `${formatCount(shown)} shown`
        ) : (
          <>
            <b>{formatCount(shown)}</b> of <b>{formatCount(total)}</b>
            <span className="visually-hidden"> {pluralize(total, 'trace').split(' ')[1]}</span>
          </>
        )}
        {milliseconds !== undefined && ` · ${formatCount(milliseconds)} ms`}
      </span>
      <fieldset className="segmented push">
        <legend className="visually-hidden">Order</legend>
        {Object.entries(ORDERS).map(([name, label]) => (
          <label key={name}>
            <input
              type="radio"
              name="order"
              checked={(order ?? 'newest') === name}
              onChange={() => setOrder(name === 'newest' ? undefined : (name as TraceOrder))}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
