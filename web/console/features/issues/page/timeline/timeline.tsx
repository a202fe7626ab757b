// Breadcrumbs, spans and log records before an exception, on one time axis that ends at the exception.
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Event } from '../../../../../../contract/issues.ts'
import type { LogsAnswer } from '../../../../../../contract/logs.ts'
import { clockOffsets } from '../../../../../../contract/timeline/clocks.ts'
import {
  correctedTimeline,
  serviceOf,
  type Timeline as Rows,
  type TimelineRow,
} from '../../../../../../contract/timeline/rows.ts'
import type { TraceAnswer } from '../../../../../../contract/traces.ts'
import { formatCount, pluralize } from '../../../../format/format-number.ts'
import { formatDuration, formatRoundDuration } from '../../../../format/format-time.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useServiceColors } from '../../../../ui/service-name.tsx'
import { ClockNotice, percentOf, roundTicks } from '../../../traces/index.ts'
import { TimelineItem } from './timeline-row.tsx'
import type { SpanLink } from './timeline-view.ts'
import { isEarlier, timelineWindows } from './timeline-window.ts'
import css from './timeline.module.css'

const NO_OFFSETS: ReadonlyMap<string, number> = new Map()

const NO_LOGS: LogsAnswer = { logs: [], nextCursor: null }

const MIN_TICK_PERCENT = 5

/**
 * `trace`: null if no span is stored. `logs`: of the trace, the newest. `clocks`: `raw` shows times without
 * clock correction.
 */
type Props = {
  event: Event
  trace: TraceAnswer | null
  logs?: LogsAnswer
  clocks: 'raw' | undefined
  setClocks: (clocks: 'raw' | undefined) => void
  spanLink: SpanLink
}

export function Timeline({ event, trace, logs = NO_LOGS, clocks, setClocks, spanLink }: Props) {
  const offsets = useMemo(() => (trace ? clockOffsets(trace) : NO_OFFSETS), [trace])
  const applied = clocks === 'raw' ? NO_OFFSETS : offsets
  const timeline = useMemo(
    () => correctedTimeline(event, { trace, logs: logs.logs, offsets: applied }),
    [event, trace, logs, applied],
  )
  const windows = useMemo(() => timelineWindows(timeline.rows), [timeline])
  const [chosen, choose] = useState(0)
  const colors = useServiceColors(timeline.rows.flatMap(({ content }) => serviceOf(content) ?? []))
  const shown = Math.min(chosen, windows.length - 1)
  const visible = windows[shown]
  if (!visible || timeline.rows.length < 2) return null
  const isHidden = (row: TimelineRow) => !visible.isAll && isEarlier(row, visible.length)
  const rows = timeline.rows.filter((row) => !isHidden(row))
  const earlier = timeline.rows.filter(isHidden)
  const view = {
    event,
    exceptions: trace?.exceptions ?? [],
    colors,
    offsets: applied,
    length: visible.length,
    spanLink,
  }
  return (
    <section aria-labelledby="timeline">
      <header className="controls">
        <h2 id="timeline">Timeline</h2>
        <ClockNotice
          offsets={offsets}
          isCorrected={clocks !== 'raw'}
          toggle={() => setClocks(clocks === 'raw' ? undefined : 'raw')}
        />
        {windows.length > 1 && (
          <Segmented
            legend="Time before the exception"
            name="timeline"
            options={windows.map(({ length, isAll }, value) => ({
              value,
              label: isAll ? 'All' : formatRoundDuration(length),
            }))}
            value={shown}
            onChange={choose}
          />
        )}
      </header>
      <div className={css.timeline}>
        <Ruler length={visible.length} />
        <div className={css.rows}>
          <Lines length={visible.length} />
          {earlier.length > 0 && (
            <button type="button" className={css.earlier} onClick={() => choose(windows.length - 1)}>
              <Icon name="right" small />
              {formatCount(earlier.length)} earlier, from{' '}
              {formatDuration(Math.min(...earlier.map(({ start }) => start)))}
            </button>
          )}
          <ol>
            {rows.map((row) => (
              <TimelineItem key={row.key} row={row} view={view} />
            ))}
          </ol>
        </div>
        <Foot {...{ event, trace, timeline, spanLink }} hasMoreLogs={logs.nextCursor !== null} />
      </div>
    </section>
  )
}

function Ruler({ length }: { length: number }) {
  const axis = { from: -length, to: 0 }
  return (
    <div className={`faint ${css.ruler}`} aria-hidden="true">
      <span className="wide-only">Time</span>
      <span className="wide-only">Breadcrumb, span or log record</span>
      <div>
        {ticksOf(axis).map((at) => (
          <span key={at} className="axis" style={{ left: `${percentOf(axis, at)}%` }}>
            {formatRoundDuration(at)}
          </span>
        ))}
        <span className={`axis ${css.zero}`} style={{ left: '100%' }}>
          0
        </span>
      </div>
    </div>
  )
}

function Lines({ length }: { length: number }) {
  const axis = { from: -length, to: 0 }
  return (
    <div className={css.lines} aria-hidden="true">
      {ticksOf(axis).map((at) => (
        <i key={at} className="wide-only" style={{ left: `${percentOf(axis, at)}%` }} />
      ))}
      <i className={css.now} style={{ left: '100%' }} />
    </div>
  )
}

type FootProps = {
  event: Event
  trace: TraceAnswer | null
  timeline: Rows
  spanLink: SpanLink
  hasMoreLogs: boolean
}

function Foot({ event, trace, timeline, spanLink, hasMoreLogs }: FootProps) {
  const { rows, spanCount, laterCount, logCount } = timeline
  const spans = rows.flatMap(({ content }) => (content.kind === 'span' ? [content.node] : []))
  const hasEchoes = spans.some(({ isEcho }) => isEcho)
  return (
    <p className={`caption line ${css.foot}`}>
      <span>
        {pluralize(event.breadcrumbs.length, 'breadcrumb')}
        {trace && ` · ${formatCount(spanCount)} of ${pluralize(trace.totalSpans, 'span')}`}
        {trace?.truncated && ', nearest to the exception'}
        {laterCount > 0 && ` · ${formatCount(laterCount)} after it`}
        {logCount > 0 && (
          <>
            {' · '}
            <Link to="/logs" search={{ trace: event.traceId, range: '30d' }}>
              {hasMoreLogs && 'the last '}
              {pluralize(logCount, 'log record')}
            </Link>
          </>
        )}
        {trace && (
          <>
            {' · '}
            <Link {...spanLink()}>Full trace</Link>
          </>
        )}
      </span>
      {hasEchoes && (
        <span className={`push ${css.key}`}>
          <i className={css.solid} /> cause <i /> failed because of it
        </span>
      )}
    </p>
  )
}

/** Labels are centred on their ticks: at the left end one would be cut off. */
function ticksOf(axis: { from: number; to: number }): number[] {
  return roundTicks(axis).filter((at) => percentOf(axis, at) > MIN_TICK_PERCENT)
}
