// One row of the waterfall: the name of the span with its guide lines, and its bar.
import { memo } from 'react'
import { formatCount, pluralize } from '../../format-number.ts'
import { Icon } from '../../parts/icon.tsx'
import type { SpanGroup } from './repeated-spans.ts'
import { SpanBar } from './span-bar.tsx'
import type { SpanNode, SpanTree } from './span-tree.ts'
import type { TimeWindow } from './time-window.ts'
import { guidesOf } from './tree-navigation.ts'
import css from './waterfall.module.css'

type Props = {
  tree: SpanTree
  index: number
  node: SpanNode
  position: number
  rowCount: number
  top: number
  visible: TimeWindow
  isExpanded: boolean
  /** Set on the first span of a group of repeated spans. */
  group: SpanGroup | undefined
  isSelected: boolean
  color: number | undefined
  exceptionTimes: number[]
  criticalSections: TimeWindow[]
  select: (index: number) => void
  toggle: (index: number) => void
}

/** Scrolling renders only the rows that become visible. */
export const WaterfallRow = memo(Row)

function Row(props: Props) {
  const { index, node, group, isExpanded, select, toggle } = props
  return (
    <div
      id={`span-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={node.depth + 1}
      aria-setsize={props.rowCount}
      aria-posinset={props.position}
      aria-expanded={canExpand(props) ? isExpanded : undefined}
      aria-selected={props.isSelected}
      className={`${css.row} ${node.failed ? css.failed : ''} ${node.isEcho ? css.echo : ''}`}
      data-service={props.color}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => select(index)}
      onDoubleClick={() => toggle(index)}
    >
      <Name {...props} />
      <SpanBar
        node={node}
        group={isExpanded ? undefined : group}
        visible={props.visible}
        exceptionTimes={props.exceptionTimes}
        criticalSections={props.criticalSections}
      />
    </div>
  )
}

function Name(props: Props) {
  const { tree, index, node, group, isExpanded } = props
  const { span, failed, anomaly, descendantCount } = node
  const { guides, hidden } = guidesOf(tree, index)
  return (
    <div className={css.name}>
      {hidden > 0 && <span className={css.hidden}>+{hidden}</span>}
      {guides.map(({ level, kind }) => (
        <i key={level} className={`${css.guide} ${kind === 'none' ? '' : css[kind]}`} />
      ))}
      {canExpand(props) ? <ToggleButton {...props} /> : <i className={css.toggle} />}
      <span className="clip">
        {failed && <Icon name={node.isEcho ? 'echo' : 'poor'} small className={css.flag} />}
        <b>{span.name || '(no name)'}</b>
        {group && !isExpanded && <small className="num">× {formatCount(group.count)} repeated</small>}
        <small className="service">{span.service}</small>
        {failed && <span className="visually-hidden">{node.isEcho ? ' echo of an error' : ' error'}</span>}
        {props.criticalSections.length > 0 && <span className="visually-hidden"> on the critical path</span>}
        {anomaly && (
          <small className="faint">
            {anomaly === 'missing' ? 'parent not in the trace' : 'parents form a cycle'}
          </small>
        )}
      </span>
      {!isExpanded && descendantCount > 0 && (
        <small className={`num ${css.count}`}>{formatCount(descendantCount)}</small>
      )}
    </div>
  )
}

function ToggleButton({ index, node, group, isExpanded, toggle }: Props) {
  return (
    <button
      type="button"
      className={css.toggle}
      tabIndex={-1}
      aria-hidden="true"
      title={isExpanded ? 'Collapse' : `Expand ${pluralize(group?.count ?? node.descendantCount, 'span')}`}
      onClick={(event) => {
        event.stopPropagation()
        toggle(index)
      }}
    >
      <Icon name={isExpanded ? 'down' : 'right'} small />
    </button>
  )
}

function canExpand({ node, group }: Props): boolean {
  return node.descendantCount > 0 || group !== undefined
}
