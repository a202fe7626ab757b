// The durations of the calls of an operation as a small histogram. The part over its p95 is darker.
import type { OperationRow } from '../../../../store/api/trace-contract.ts'
import { formatDuration } from '../../format-time.ts'
import css from './distribution.module.css'

type Props = { operation: OperationRow; durationsNs: number[] }

const [STEP, HEIGHT] = [10, 24]
/** Shares below are no bar, but the hair of one. */
const MIN_SHARE = 0.001

/** `durationsNs`: the lower edges of the bars. */
export function Distribution({ operation, durationsNs }: Props) {
  const { distribution = [], p50Ns, p95Ns, p99Ns } = operation
  const max = Math.max(...distribution, MIN_SHARE)
  const label = `half within ${formatDuration(p50Ns)}, 95 % within ${formatDuration(p95Ns)}, 99 % within ${formatDuration(p99Ns)}`
  return (
    <svg
      className={css.distribution}
      viewBox={`0 0 ${durationsNs.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={durationsNs.length * STEP} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {distribution.map((share, index) => {
        if (share < MIN_SHARE) return null
        const height = Math.max(0.75, (share / max) * (HEIGHT - 2))
        return (
          <rect
            key={durationsNs[index]}
            className={durationsNs[index]! >= p95Ns ? css.tail : undefined}
            x={index * STEP}
            width={STEP - 1.5}
            y={HEIGHT - 1 - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}

/** `1 ms to 10 s`: the ends of the scale. */
export function describeScale(durationsNs: number[]): string {
  const [first = 0, second = 0] = durationsNs
  const last = (durationsNs.at(-1) ?? 0) * (second / Math.max(1, first))
  return [first, last].map((edge) => formatDuration(edge).replace(/\.0+ /, ' ')).join(' to ')
}
