// Above the trace list: number of rows, query time, and order.
import type { TraceOrder } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import css from './traces.module.css'

export const ORDERS: Record<TraceOrder | 'newest', string> = {
  newest: 'Newest',
  duration: 'Slowest',
  errors: 'Most errors',
}

const ORDER_OPTIONS = (Object.keys(ORDERS) as (TraceOrder | 'newest')[]).map((value) => ({
  value,
  label: ORDERS[value],
}))

/** The next order; undefined is newest first. */
export function nextOrder(order: TraceOrder | undefined): TraceOrder | undefined {
  if (order === undefined) return 'duration'
  return order === 'duration' ? 'errors' : undefined
}

type Props = {
  shown: number
  /** Null: unknown. */
  total: number | 'loading' | null
  milliseconds: number | undefined
  order: TraceOrder | undefined
  setOrder: (order: TraceOrder | undefined) => void
}

export function TraceResults({ shown, total, milliseconds, order, setOrder }: Props) {
  return (
    <div className={`caption line ${css.bar}`}>
      <span className="num" role="status">
        <b>{formatCount(shown)}</b>
        {total === null ? ' shown' : ' of '}
        {total !== null && <b>{total === 'loading' ? '…' : formatCount(total)}</b>}
        <span className="visually-hidden"> {total === 1 ? 'trace' : 'traces'}</span>
        {milliseconds !== undefined && ` · ${formatCount(milliseconds)} ms`}
      </span>
      <Segmented
        legend="Order"
        name="order"
        options={ORDER_OPTIONS}
        value={order ?? 'newest'}
        onChange={(name) => setOrder(name === 'newest' ? undefined : name)}
      />
    </div>
  )
}
