// The bar of a span (or of a group of repeated spans) on the time axis, with its duration and marks.
import { formatDuration } from '../../../format/format-time.ts'
import type { SpanGroup } from '../spans/repeated-spans.ts'
import type { SpanMarks } from './span-marks.ts'
import type { SpanNode } from '../spans/span-tree.ts'
import { clampPercent, percentOf, placeText, type TimeWindow } from '../spans/time-window.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import css from './waterfall.module.css'

/** Percent of the axis that the duration needs. */
const TEXT_WIDTH = 14

type Props = {
  node: SpanNode
  group: SpanGroup | undefined
  visible: TimeWindow
  marks: SpanMarks | undefined
  color: number | undefined
}

export function SpanBar({ node, group, visible, marks, color }: Props) {
  const left = percentOf(visible, node.start)
  const right = percentOf(visible, group?.end ?? node.end)
  return (
    <div className={css.track}>
      <i
        className={group ? 'span-bar repeated' : 'span-bar'}
        data-service={color}
        style={{ left: `${left}%`, width: `${right - left}%` }}
      />
      <Duration
        left={clampPercent(left)}
        right={clampPercent(right)}
        text={group ? `Σ ${formatDuration(group.totalNs)}` : formatDuration(node.span.durationNs)}
      />
      {marks && <Marks marks={marks} visible={visible} />}
    </div>
  )
}

function Marks({ marks, visible }: { marks: SpanMarks; visible: TimeWindow }) {
  return (
    <>
      {marks.path?.map(({ from, to }) => (
        <i
          key={`path ${from}`}
          className={css.critical}
          style={{
            left: `${percentOf(visible, from)}%`,
            width: `${percentOf(visible, to) - percentOf(visible, from)}%`,
          }}
        />
      ))}
      {marks.events.map(({ at, name }, position) => (
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

function Duration({ left, right, text }: { left: number; right: number; text: string }) {
  const { isInside, style } = placeText({ left, right, width: TEXT_WIDTH })
  return (
    <span className={`num span-text ${css.duration} ${isInside ? 'inside' : ''}`} style={style}>
      {isInside ? <span>{text}</span> : text}
    </span>
  )
}
