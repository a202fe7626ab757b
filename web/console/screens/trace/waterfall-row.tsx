import { memo } from 'react'
import type { Run } from './repeated-spans.ts'
import { count, counted } from '../../format-number.ts'
import type { SpanNode, SpanTree } from './span-tree.ts'
import { duration } from '../../format-time.ts'
import { guidesOf } from './tree-navigation.ts'
import { Icon } from '../../parts/icon.tsx'
import css from './waterfall.module.css'

type Props = {
  tree: SpanTree
  index: number
  node: SpanNode
  place: number
  total: number
  top: number
  view: { from: number; to: number }
  open: boolean
  /** It is the first of neighbours that are alike. */
  run: Run | undefined
  selected: boolean
  hue: number | undefined
  /** When exceptions were seen in it, nanoseconds after the start of the trace. */
  thrown: number[]
  select: (index: number) => void
  fold: (index: number) => void
}

/** Rows stay as they are while others come and go: a scroll draws only what is new. */
export const WaterfallRow = memo(Row)

function Row({
  tree,
  index,
  node,
  place,
  total,
  top,
  view,
  open,
  run,
  selected,
  hue,
  thrown,
  select,
  fold,
}: Props) {
  const { span, below, failed } = node
  const holds = below > 0 || run !== undefined
  const stands = run && !open ? run : undefined
  const end = stands?.end ?? node.end
  const share = (at: number) => ((at - view.from) / (view.to - view.from)) * 100
  const { guides, hidden } = guidesOf(tree, index)
  return (
    <div
      id={`span-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={node.depth + 1}
      aria-setsize={total}
      aria-posinset={place + 1}
      aria-expanded={holds ? open : undefined}
      aria-selected={selected}
      className={`${css.row} ${failed ? css.failed : ''}`}
      data-service={hue}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => select(index)}
      onDoubleClick={() => fold(index)}
    >
      <div className={css.name}>
        {hidden > 0 && <span className={css.deep}>+{hidden}</span>}
        {guides.map(({ level, kind }) => (
          <i key={level} className={`${css.guide} ${kind === 'none' ? '' : css[kind]}`} />
        ))}
        {holds ? (
          <button
            type="button"
            className={css.fold}
            tabIndex={-1}
            aria-hidden="true"
            title={open ? 'Fold' : `Unfold ${counted(run?.count ?? below, 'span')}`}
            onClick={(event) => {
              event.stopPropagation()
              fold(index)
            }}
          >
            <Icon name={open ? 'down' : 'right'} small />
          </button>
        ) : (
          <i className={css.fold} />
        )}
        <span className="clip">
          {failed && <Icon name="poor" small className={css.flag} />}
          <b>{span.name || '(no name)'}</b>
          {stands && <small className="num">× {count(stands.count)} in a row</small>}
          <small className="service">{span.service}</small>
          {failed && <span className="heard"> error</span>}
          {node.stray && (
            <small className="faint">
              {node.stray === 'missing' ? ' its parent is not in the trace' : ' its parents form a loop'}
            </small>
          )}
        </span>
        {!open && below > 0 && <small className={`num ${css.more}`}>{count(below)}</small>}
      </div>
      <div className={css.track}>
        <i
          className={`${css.bar} ${stands ? css.many : ''}`}
          style={{ left: `${share(node.start)}%`, width: `${share(end) - share(node.start)}%` }}
        />
        <Took
          from={share(node.start)}
          to={share(end)}
          text={stands ? `Σ ${duration(stands.sum)}` : duration(span.durationNs)}
        />
        {thrown.map((at) => (
          <svg
            key={at}
            className={css.caret}
            style={{ left: `${Math.min(100, Math.max(0, share(at)))}%` }}
            viewBox="0 0 12 8"
            aria-hidden="true"
          >
            <path d="M2 7l4-5 4 5" />
          </svg>
        ))}
      </div>
    </div>
  )
}

/** The duration stands where there is room: behind the bar, before it, else on it. */
function Took({ from: left, to: right, text }: { from: number; to: number; text: string }) {
  const from = Math.max(0, left)
  const to = Math.min(100, right)
  if (to < 86)
    return (
      <span className={`num ${css.took}`} style={{ left: `${Math.max(0, to)}%` }}>
        {text}
      </span>
    )
  if (from > 14)
    return (
      <span className={`num ${css.took}`} style={{ right: `${100 - Math.min(100, from)}%` }}>
        {text}
      </span>
    )
  return (
    <span className={`num ${css.took} ${css.inside}`} style={{ right: `${100 - to}%` }}>
      <span>{text}</span>
    </span>
  )
}
