// Traces by start and duration: cells with more traces are darker, with a larger share of errors redder. A
// drag or the keyboard selects an area.
import type { CSSProperties, ReactNode } from 'react'
import type { TrendAnswer } from '../../../../../contract/issues.ts'
import type { TraceHeatmapAnswer } from '../../../../../contract/traces.ts'
import type { TraceFilters } from '../../../search/filters.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatDuration, formatRoundDuration, formatShortDateTime } from '../../../format/format-time.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { releaseMarkers } from '../../../charts/release-markers.ts'
import { TimeTicks } from '../../../charts/time-ticks.tsx'
import { describeDurations, NO_SELECTION } from '../../../search/token-filters.ts'
import { useNow } from '../../../ui/use-now.ts'
import { areaOf, countArea, filtersOf, instantOf, rowsOf, shownCells } from './heatmap-area.ts'
import { type Area, useAreaSelection } from '../../../charts/use-area-selection.ts'
import css from './latency-heatmap.module.css'

type Props = {
  heatmap: TraceHeatmapAnswer
  filters: TraceFilters
  change: (filters: TraceFilters) => void
  /** Replaces the totals. */
  heading?: ReactNode
  /** What the cells count. */
  noun?: 'trace' | 'call'
  releases?: TrendAnswer['releases']
}

const NONE: never[] = []

export function LatencyHeatmap({
  heatmap,
  filters,
  change,
  heading,
  noun = 'trace',
  releases = NONE,
}: Props) {
  const now = useNow(60_000)
  const { bottom, top } = rowsOf(heatmap)
  const { columns } = heatmap
  const clear = () => change(NO_SELECTION)
  const { area, handlers } = useAreaSelection({
    columns,
    bottom,
    top,
    select: (selection) => change(filtersOf(selection, heatmap)),
    clear,
  })
  const selected = areaOf(filters, heatmap)
  const marked = area ?? selected ?? { left: columns - 1, right: columns - 1, bottom: top, top }
  const start = Date.parse(heatmap.from)
  const end = Date.parse(instantOf(columns, heatmap))
  const text = `${describeArea(marked, heatmap, now)}: ${describeCounts(countArea(heatmap, marked), noun)}`
  return (
    <figure className={css.latency} aria-label="Traces by start and duration">
      <figcaption className="chart-caption">
        {heading ?? <Summary heatmap={heatmap} noun={noun} />}
        {selected ? (
          <span className={`push ${css.selection}`}>
            {describeArea(selected, heatmap, now)}:{' '}
            <b className="num">{formatCount(countArea(heatmap, selected).count)}</b> of{' '}
            {pluralize(heatmap.count, noun)}
            <IconButton className="quiet" icon="close" label="Clear the selection" onClick={clear} />
          </span>
        ) : (
          <span className={`push wide-only ${css.hint}`}>
            <span className="key">{noun}s</span> <span className="key hot">over 10 % with errors</span> drag
            to compare an area
          </span>
        )}
      </figcaption>
      <div className="scaled">
        <div className="scale" aria-hidden="true">
          {scaleOf(heatmap.durationsNs, { bottom, top }).map(({ label, position }) => (
            <span key={label} className="axis" style={{ top: `${position * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div
          className={`chart ${css.cells}`}
          role="slider"
          tabIndex={0}
          aria-label={
            'Traces by start and duration. Left and Right change the start, Up and Down the duration, ' +
            'Shift extends the area, Enter selects it, Escape clears the selection'
          }
          aria-valuemin={0}
          aria-valuemax={columns - 1}
          aria-valuenow={marked.right}
          aria-valuetext={text}
          title={area ? text : undefined}
          {...handlers}
        >
          <svg viewBox={`0 0 ${columns} ${top - bottom + 1}`} preserveAspectRatio="none" aria-hidden="true">
            <Cells heatmap={heatmap} top={top} />
            {selected && !area && <AreaShape area={selected} top={top} className={css.selected} />}
            {area && <AreaShape area={area} top={top} className={css.selected} />}
          </svg>
          {releaseMarkers(releases, start, end)
            .filter(({ isOlder }) => !isOlder)
            .map(({ release, service, position }) => (
              <span
                key={`${service} ${release}`}
                className="release-marker"
                style={{ left: `${position * 100}%` }}
                title={plainText(`${release} ${service}`)}
              />
            ))}
        </div>
        <Errors heatmap={heatmap} />
        <div className="ticks" aria-hidden="true">
          <TimeTicks start={start} end={end} />
        </div>
      </div>
    </figure>
  )
}

/** As high as the heatmap, so that the list below does not move when it arrives. */
export function HeatmapSpace() {
  return <div className={`${css.latency} ${css.space}`} aria-hidden="true" />
}

function Summary({ heatmap, noun }: { heatmap: TraceHeatmapAnswer; noun: string }) {
  return (
    <>
      <span>
        <b className="num">{formatCount(heatmap.count)}</b> {noun}s
      </span>
      <span>
        <b className="num">{formatCount(heatmap.errors)}</b> with errors
      </span>
      <span>
        p50 <b className="num">{formatDuration(heatmap.p50Ns)}</b>
      </span>
      <span>
        p95 <b className="num">{formatDuration(heatmap.p95Ns)}</b>
      </span>
    </>
  )
}

/** Opacities of a cell; more cannot be distinguished. */
const SHADES = [0.1, 0.2, 0.32, 0.46, 0.62]
/** Where all traces failed. */
const FAILED_SHADE = 0.75
/** A larger share of failed traces has a red edge. */
const MANY_FAILED = 0.1

function Cells({ heatmap, top }: { heatmap: TraceHeatmapAnswer; top: number }) {
  const cells = shownCells(heatmap)
  const max = Math.max(1, ...cells.map(({ count }) => count))
  const shadeOf = (count: number) =>
    SHADES[Math.round((Math.log(count) / Math.log(Math.max(2, max))) * (SHADES.length - 1))]
  return cells.map(({ column, row, count, errors }) => {
    const share = errors / count
    const shade = shadeOf(count)!
    return (
      <rect
        key={`${column} ${row}`}
        className={share > MANY_FAILED ? css.failed : undefined}
        style={{ '--failed': `${Math.round(share * 100)}%` } as CSSProperties}
        fillOpacity={shade + share * (FAILED_SHADE - shade)}
        x={column + 0.04}
        y={top - row + 0.06}
        width={0.92}
        height={0.88}
      />
    )
  })
}

/** Traces with errors by start time, below the cells. */
function Errors({ heatmap: { cells, columns } }: { heatmap: TraceHeatmapAnswer }) {
  const sums = Array.from({ length: columns }, () => 0)
  for (const { column, errors } of cells) sums[column] = (sums[column] ?? 0) + errors
  const max = Math.max(1, ...sums)
  return (
    <svg className={css.errors} viewBox={`0 0 ${columns} 100`} preserveAspectRatio="none" aria-hidden="true">
      {sums.map((count, column) =>
        count === 0 ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its index
          <rect key={column} x={column + 0.04} width={0.92} y={100 - (count / max) * 95} height={100} />
        ),
      )}
    </svg>
  )
}

function AreaShape({ area, top, className }: { area: Area; top: number; className: string | undefined }) {
  return (
    <rect
      className={className}
      x={area.left}
      y={top - area.top}
      width={area.right - area.left + 1}
      height={area.top - area.bottom + 1}
    />
  )
}

/** `14:31 to 15:02, 1.00 s to 5.00 s`. */
function describeArea(area: Area, heatmap: TraceHeatmapAnswer, now: number): string {
  const instant = (column: number) => formatShortDateTime(instantOf(column, heatmap), now)
  const { started, minDurationNs, maxDurationNs } = filtersOf(area, heatmap)
  const times = started ? `${instant(area.left)} to ${instant(area.right + 1)}` : 'any start'
  const durations =
    minDurationNs || maxDurationNs ? describeDurations(minDurationNs, maxDurationNs) : 'any duration'
  return `${times}, ${durations}`
}

function describeCounts({ count, errors }: { count: number; errors: number }, noun: string): string {
  return `${pluralize(count, noun)}, ${formatCount(errors)} with errors`
}

/** Each row has a label if no more than these have to fit. */
const MAX_LABELS = 6

/** Labels of rows, of many those at powers of ten; `position`: from the top. */
function scaleOf(durationsNs: number[], { bottom, top }: { bottom: number; top: number }) {
  const isShort = top - bottom < MAX_LABELS
  return durationsNs
    .map((edge, index) => ({
      label: formatRoundDuration(edge),
      position: (top - index) / (top - bottom + 1),
      isLabelled: isShort || Number.isInteger(Math.log10(edge)),
    }))
    .filter(({ position, isLabelled }) => isLabelled && position > 0 && position <= 1)
}
