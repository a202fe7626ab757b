// The bar of a span (or of a group of repeated spans) on the time axis, with its duration and marks.
import { formatDuration } from '../../../format/format-time.ts'
import type { SpanGroup } from '../../../../../contract/timeline/repeated-spans.ts'
import type { SpanMarks } from './span-marks.ts'
import type { SpanNode } from '../../../../../contract/timeline/span-tree.ts'
import { clampPercent, distanceFrom, percentOf, type TimeWindow } from '../spans/time-window.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import css from './waterfall.module.css'

type Props = {
  node: SpanNode
  group: SpanGroup | undefined
  visible: TimeWindow
  marks: SpanMarks | undefined
  path: TimeWindow[] | undefined
  color: number | undefined
}

export function SpanBar({ node, group, visible, marks, path, color }: Props) {
  const span = { start: node.start, end: group?.end ?? node.end }
  const distance = distanceFrom(visible, span)
  const duration = group ? `Σ ${formatDuration(group.totalNs)}` : formatDuration(node.span.durationNs)
  if (distance !== 0) return <Outside distance={distance} duration={duration} />
  const section = sectionOf(visible, span.start, span.end)
  return (
    <div className={css.track}>
      <i className={group ? 'span-bar repeated' : 'span-bar'} data-service={color} style={section} />
      <span
        className={`num span-text ${css.duration}`}
        style={{ left: `calc(${section.left} + ${section.width})` }}
      >
        {duration}
      </span>
      {path && <PathSections path={path} visible={visible} />}
      {marks && <Marks marks={marks} visible={visible} />}
    </div>
  )
}

/** At the edge of the axis: where the span is, and how far away. */
function Outside({ distance, duration }: { distance: number; duration: string }) {
  const [isBefore, away] = [distance < 0, formatDuration(Math.abs(distance))]
  return (
    <div className={css.track} title={`${duration} long`}>
      <span className={`num span-text faint ${css.duration} ${isBefore ? css.before : css.after}`}>
        {isBefore ? `◂ ${away}` : `${away} ▸`}
        <span className="visually-hidden">{isBefore ? ' before' : ' after'} the visible part</span>
      </span>
    </div>
  )
}

/** The visible part of a section of time. */
function sectionOf(visible: TimeWindow, from: number, to: number) {
  const left = clampPercent(percentOf(visible, from))
  return { left: `${left}%`, width: `${clampPercent(percentOf(visible, to)) - left}%` }
}

/** A share of the axis that is less than a pixel: sections with a smaller gap are one. */
const MIN_GAP = 1 / 4_000

function PathSections({ path, visible }: { path: TimeWindow[]; visible: TimeWindow }) {
  const joined: TimeWindow[] = []
  for (const section of path) {
    if (distanceFrom(visible, { start: section.from, end: section.to }) !== 0) continue
    const later = joined.at(-1)
    if (later && later.from - section.to < (visible.to - visible.from) * MIN_GAP) later.from = section.from
    else joined.push({ ...section })
  }
  return joined.map(({ from, to }) => (
    <i key={from} className={css.critical} style={sectionOf(visible, from, to)} />
  ))
}

function Marks({ marks, visible }: { marks: SpanMarks; visible: TimeWindow }) {
  const isVisible = (start: number, end: number) => distanceFrom(visible, { start, end }) === 0
  return (
    <>
      {marks.events
        .filter(({ at }) => isVisible(at, at))
        .map(({ at, name }, position) => (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- two events can be equal; they never move
            key={position}
            className={css.event}
            title={plainText(name)}
            style={{ left: `${percentOf(visible, at)}%` }}
          />
        ))}
      {marks.exceptions.map((at) => (
        <svg
          key={at}
          className={`span-caret ${css.caret}`}
          style={{ left: `${clampPercent(percentOf(visible, at))}%` }}
          viewBox="0 0 12 8"
          aria-hidden="true"
        >
          <path d="M2 7l4-5 4 5" />
        </svg>
      ))}
    </>
  )
}
