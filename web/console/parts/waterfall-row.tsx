import { memo } from 'react'
import { counted } from '../numbers.ts'
import type { SpanNode, SpanTree } from '../spans.ts'
import { duration } from '../time.ts'
import { guidesOf } from '../waterfall.ts'
import { Icon } from './icon.tsx'
import css from './waterfall.module.css'

type Props = {
  tree: SpanTree
  index: number
  node: SpanNode
  place: number
  total: number
  top: number
  view: { from: number; to: number }
  folded: boolean
  selected: boolean
  hue: number | undefined
  /** When exceptions were seen in it, nanoseconds after the start of the trace. */
  thrown: number[]
  select: (index: number) => void
  fold: (index: number) => void
}

/** Rows stay as they are while others come and go: a scroll draws only what is new. */
export const WaterfallRow = memo(Row)

function Row({ tree, index, node, place, total, top, view, folded, selected, hue, thrown, select, fold }: Props) {
  const { span, below, failed } = node
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
      aria-expanded={below > 0 ? !folded : undefined}
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
        {below > 0 ? (
          <button
            type="button"
            className={css.fold}
            tabIndex={-1}
            aria-hidden="true"
            title={folded ? `Unfold ${counted(below, 'span')}` : 'Fold'}
            onClick={(event) => {
              event.stopPropagation()
              fold(index)
            }}
          >
            <Icon name={folded ? 'right' : 'down'} small />
          </button>
        ) : (
          <i className={css.fold} />
        )}
        <span className="clip">
          {failed && <Icon name="poor" small className={css.flag} />}
          <b>{span.name || '(no name)'}</b>
          <small className="service">{span.service}</small>
          {failed && <span className="heard"> error</span>}
          {node.stray && (
            <small className="faint">{node.stray === 'missing' ? ' its parent is not in the trace' : ' its parents form a loop'}</small>
          )}
        </span>
        {folded && <small className={`num ${css.more}`}>{below}</small>}
      </div>
      <div className={css.track}>
        <i
          className={css.bar}
          style={{ left: `${share(node.start)}%`, width: `${((node.end - node.start) / (view.to - view.from)) * 100}%` }}
        />
        <Took node={node} share={share} />
        {thrown.map((at) => (
          <svg
            key={at}
            className={css.caret}
            style={{ left: `${share(Math.min(Math.max(at, node.start), node.end))}%` }}
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
function Took({ node, share }: { node: SpanNode; share: (at: number) => number }) {
  const from = Math.max(0, share(node.start))
  const to = Math.min(100, share(node.end))
  const text = duration(node.span.durationNs)
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
