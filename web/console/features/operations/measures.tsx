// Calls, errors and percentiles as figures, each with its baseline.
import type { ReactNode } from 'react'
import type { OperationsTotals, UsualOperations } from '../../../../contract/operations.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatDuration } from '../../format/format-time.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { changeOf, formatRate, formatShare, formatBaselineRate, hasManyErrors } from './operation-texts.ts'
import css from './measures.module.css'

type Measured = Pick<OperationsTotals, 'count' | 'errors' | 'p50Ns' | 'p95Ns' | 'p99Ns'> & {
  usual?: UsualOperations
}
type Props = { label: string; measured: Measured; milliseconds: number; children?: ReactNode }

const PERCENTILES = ['p50Ns', 'p95Ns', 'p99Ns'] as const
/** Smaller changes are not spelled out: the two numbers show them. */
const NAMED_FACTOR = 2

/** `milliseconds`: the length of the range. `children`: further figures. */
export function Measures({ label, measured, milliseconds, children }: Props) {
  const { count, errors, usual } = measured
  const share = errors / Math.max(1, count)
  return (
    <Figures label={label} className={children ? css.six : css.five}>
      <Figure label="Calls" value={formatCount(count)}>
        {formatRate(count, milliseconds)}
        {usual && `, usually ${formatBaselineRate(usual.count, count, milliseconds)}`}
      </Figure>
      <Figure
        label="With errors"
        value={formatShare(share)}
        tone={hasManyErrors(share) ? 'error' : undefined}
      >
        {usual ? `usually ${formatShare(usual.errorShare)}` : `${formatCount(errors)} calls`}
      </Figure>
      {PERCENTILES.map((name) => (
        <Figure key={name} label={name.slice(0, -2)} value={formatDuration(measured[name])}>
          {usual && describeBaseline(measured[name], usual[name])}
        </Figure>
      ))}
      {children}
    </Figures>
  )
}

/** `usually 480 ms, ×10.5`. */
function describeBaseline(value: number, baseline: number): string {
  const change = value >= baseline * NAMED_FACTOR ? changeOf(value, baseline) : null
  return `usually ${formatDuration(baseline)}${change ? `, ${change.text}` : ''}`
}
