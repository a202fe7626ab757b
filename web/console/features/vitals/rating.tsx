// The p75 of a web vital with its rating as shape and colour, and a bar of good, middling and poor values.
import type { VitalRating } from '../../../../contract/vitals.ts'
import { formatPercent } from '../../format/format-number.ts'
import { formatVital, RATING_TEXTS } from './vital-names.ts'
import css from './rating.module.css'

type Measured = { name: string; p75: number; rating: VitalRating; count: number; good: number; poor: number }

export function RatingShape({ rating }: { rating: VitalRating }) {
  return (
    <svg className={css.shape} data-rating={rating} viewBox="0 0 10 10" aria-hidden="true">
      {rating === 'good' && <circle cx="5" cy="5" r="4" />}
      {rating === 'needs-improvement' && <path d="M5 1 9.5 9h-9z" />}
      {rating === 'poor' && <path d="M1 1h8v8H1z" />}
    </svg>
  )
}

/** `4.31 s`, with a shape unless it is good. */
export function RatedValue({ name, p75, rating }: Pick<Measured, 'name' | 'p75' | 'rating'>) {
  return (
    <span className={css.value} data-rating={rating}>
      {rating !== 'good' && <RatingShape rating={rating} />}
      {rating !== 'good' && <span className="visually-hidden">{RATING_TEXTS[rating]}: </span>}
      {formatVital(name, p75)}
    </span>
  )
}

export function Distribution({ count, good, poor }: Pick<Measured, 'count' | 'good' | 'poor'>) {
  const middling = Math.max(0, count - good - poor)
  const text = `${formatPercent(good, count)} good, ${formatPercent(poor, count)} poor`
  return (
    <span className={css.bar} role="img" aria-label={text} title={text}>
      <i data-rating="good" style={{ flexGrow: good }} />
      <i data-rating="needs-improvement" style={{ flexGrow: middling }} />
      <i data-rating="poor" style={{ flexGrow: poor }} />
    </span>
  )
}
