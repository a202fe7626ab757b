// The durations of an operation as a histogram. The part above the p95 is darker.
import type { OperationRow } from '../../../../contract/operations.ts'
import { formatDuration, formatRoundDuration } from '../../format/format-time.ts'
import { Bars } from '../../charts/spark-line.tsx'
import css from './distribution.module.css'

type Props = { operation: OperationRow; durationsNs: number[] }

/** Of `Bars`. */
const [STEP, HEIGHT] = [10, 24]
/** Smaller shares are not drawn. */
const MIN_SHARE = 0.001

/** `durationsNs`: the lower edges of the bars. */
export function Distribution({ operation, durationsNs }: Props) {
  const { distribution = [], p50Ns, p95Ns, p99Ns } = operation
  const max = Math.max(...distribution, MIN_SHARE)
  const [p50, p95, p99] = [p50Ns, p95Ns, p99Ns].map(formatDuration)
  const label = `half within ${p50}, 95 % within ${p95}, 99 % within ${p99}`
  return (
    <Bars
      className={`chart ${css.bars} ${css.small}`}
      values={distribution.map(withoutSmall)}
      max={max}
      label={label}
      classOf={(index) => tailClass(durationsNs[index + 1], p95Ns)}
    />
  )
}

function withoutSmall(share: number): number {
  return share < MIN_SHARE ? 0 : share
}

/** A larger version with the baseline as an outline. */
export function Distributions({ operation, durationsNs }: Props) {
  const { distribution = [], usual, p95Ns } = operation
  const baseline = usual?.distribution ?? []
  const max = Math.max(...distribution, ...baseline, MIN_SHARE)
  const y = (share: number) => HEIGHT - 1 - (share / max) * (HEIGHT - 2)
  const scale = describeScale(durationsNs).split(' to ')
  const usually = usual ? `, usually within ${formatDuration(usual.p95Ns)}` : ''
  const label = `95 % within ${formatDuration(p95Ns)}${usually}`
  return (
    <figure>
      <figcaption className="chart-caption">
        <span className="key">now</span>
        {usual && <span className={`key ${css.baseline}`}>previous 7 days</span>}
      </figcaption>
      <Bars
        className={`chart ${css.bars}`}
        values={distribution.map(withoutSmall)}
        max={max}
        label={label}
        classOf={(index) => tailClass(durationsNs[index + 1], p95Ns)}
      >
        <polyline
          points={baseline
            .flatMap((share, index) => [index, index + 1].map((at) => `${at * STEP},${y(share)}`))
            .join(' ')}
        />
      </Bars>
      <p className={`num faint ${css.scale}`}>
        <span>{scale[0]}</span>
        <span>{formatDuration(durationsNs[Math.floor(durationsNs.length / 2)] ?? 0)}</span>
        <span>{scale[1]}</span>
      </p>
    </figure>
  )
}

/** `end`: the upper edge of a bar; undefined for the last one. */
function tailClass(end: number | undefined, p95Ns: number): string | undefined {
  return (end ?? Infinity) > p95Ns ? css.tail : undefined
}

/** `1 ms to 10 s`: the ends of the scale. */
export function describeScale(durationsNs: number[]): string {
  const [first = 0, second = 0] = durationsNs
  const last = (durationsNs.at(-1) ?? 0) * (second / Math.max(1, first))
  return [first, last].map(formatRoundDuration).join(' to ')
}
