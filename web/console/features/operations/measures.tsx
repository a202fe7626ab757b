// Calls, errors and percentiles as figures, each beside what is usual.
import type { ReactNode } from 'react'
import type { OperationsTotals, UsualOperations } from '../../../../contract/operations.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatDuration } from '../../format/format-time.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { changeOf, formatRate, formatShare, formatUsualRate, hasManyErrors } from './operation-texts.ts'
import css from './measures.module.css'

type Measured = Pick<OperationsTotals, 'count' | 'errors' | 'p50Ns' | 'p95Ns' | 'p99Ns'> & {
  usual?: UsualOperations
}
type Props = { label: string; measured: Measured; milliseconds: number; children?: ReactNode }

const PERCENTILES = ['p50Ns', 'p95Ns', 'p99Ns'] as const
/** A change that the figure names: smaller ones are seen in the two numbers. */
const NAMED_FACTOR = 2

/** `milliseconds`: the length of the range. `children`: further figures. */
export function Measures({ label, measured, milliseconds, children }: Props) {
  const { count, errors, usual } = measured
  const share = errors / Math.max(1, count)
  return (
    <Figures label={label} className={children ? css.six : css.five}>
      <Figure label="Calls" value={formatCount(count)}>
        {formatRate(count, milliseconds)}
        {usual && `, usually ${formatUsualRate(usual.count, count, milliseconds)}`}
      </Figure>
      <Figure
        label="With an error"
        value={formatShare(share)}
        tone={hasManyErrors(share) ? 'error' : undefined}
      >
        {usual ? `usually ${formatShare(usual.errorShare)}` : `${formatCount(errors)} calls`}
      </Figure>
      {PERCENTILES.map((name) => (
        <Figure key={name} label={name.slice(0, -2)} value={formatDuration(measured[name])}>
          {usual && describeUsual(measured[name], usual[name])}
        </Figure>
      ))}
      {children}
    </Figures>
  )
}

/** `usually 480 ms, ×10.5`. */
function describeUsual(value: number, usual: number): string {
  const change = value >= usual * NAMED_FACTOR ? changeOf(value, usual) : null
  return `usually ${formatDuration(usual)}${change ? `, ${change.text}` : ''}`
}
