// Events over time, with the releases on the same axis. Selected bars give a time range.
import { formatCount, pluralize } from '../format/format-number.ts'
import { formatShortDateTime } from '../format/format-time.ts'
import { type OpenRelease, releaseMarkers, type ReleaseStart } from './release-markers.ts'
import { formatStep } from './time-axis.ts'
import { ReleaseMark } from './release-mark.tsx'
import { plainText } from '../ui/untrusted-text.tsx'
import { TimeTicks } from './time-ticks.tsx'
import { ReleaseLabels } from './release-labels.tsx'
import { useAreaSelection } from './use-area-selection.ts'
import css from './trend.module.css'

/** `fresh`: of new and regressed issues. */
type Bar = { at: string; count: number; fresh: number }
type Props = {
  bars: Bar[]
  releases?: ReleaseStart[]
  /** Called for a click on the name of a release. */
  openRelease?: OpenRelease
  now: number
  onSelect: (from: string, to: string) => void
  low?: boolean
  /** What Enter and a click do, for screen readers. */
  action: string
}

const NO_RELEASES: ReleaseStart[] = []
const noop = () => {}

/** The instants (milliseconds) of a chart. Null for fewer than two bars, which have no step. */
export function chartTimes(bars: Pick<Bar, 'at'>[]): { start: number; step: number; end: number } | null {
  const [first, second] = bars
  if (!first || !second) return null
  const start = Date.parse(first.at)
  const step = Date.parse(second.at) - start
  return { start, step, end: start + step * bars.length }
}

export function Trend({ bars, now, onSelect, low = false, action, ...props }: Props) {
  const { releases = NO_RELEASES, openRelease = noop } = props
  const times = chartTimes(bars)
  const { area, handlers } = useAreaSelection({
    columns: bars.length,
    select: ({ left, right }) => {
      if (!times) return
      const instant = (index: number) => new Date(times.start + index * times.step).toISOString()
      onSelect(instant(left), instant(right + 1))
    },
  })
  if (!times) return null
  const { start, step, end } = times
  const max = Math.max(1, ...bars.map(({ count }) => count))
  const index = area?.left ?? bars.length - 1
  const bar = bars[index]
  const at = bar ? formatShortDateTime(bar.at, now) : ''
  const label = `Events over time, ${formatStep(step)} per bar, maximum ${formatCount(max)}`
  const events = pluralize(bar?.count ?? 0, 'event')
  const markers = releaseMarkers(releases, start, end)
  return (
    <div>
      <ReleaseLabels markers={markers} open={openRelease} />
      <div
        className={`chart ${css.plot} ${low ? css.low : ''}`}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Enter ${action}`}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={index}
        aria-valuetext={`${at}: ${events}, ${formatCount(bar?.fresh)} of new or regressed issues`}
        title={area ? `${at} · ${events}` : undefined}
        {...handlers}
      >
        <svg
          viewBox={`0 0 ${bars.length * 10} 100`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          {bars.map((column, position) => (
            <Column key={column.at} bar={column} x={position * 10} max={max} />
          ))}
          {area && (
            <rect
              className={css.selected}
              x={area.left * 10}
              width={(area.right - area.left + 1) * 10}
              y="0"
              height="100"
            />
          )}
        </svg>
        {max > 1 && <span className={`axis ${css.max}`}>{formatCount(max)}</span>}
        {markers.map(({ release, service, position, isOlder }) => (
          <ReleaseMark
            key={`${service} ${release}`}
            position={position}
            isOlder={isOlder}
            // A label names the others.
            title={isOlder ? plainText(`${release} ${service}`) : undefined}
          />
        ))}
      </div>
      <div className="ticks" aria-hidden="true">
        <TimeTicks start={start} end={end} />
        <span className="axis end">
          {Math.abs(end - now) < 2 * step ? 'now' : formatShortDateTime(new Date(end).toISOString(), now)}
        </span>
      </div>
    </div>
  )
}

/** Events of new and regressed issues stand in red on top of the others. */
function Column({ bar, x, max }: { bar: Bar; x: number; max: number }) {
  const height = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / max) * 97))
  const other = height(bar.count - bar.fresh)
  const fresh = height(bar.fresh)
  return (
    <>
      {other > 0 && <rect x={x + 1} width={8} y={100 - other} height={other} />}
      {fresh > 0 && <rect className="hot" x={x + 1} width={8} y={100 - other - fresh} height={fresh} />}
    </>
  )
}
