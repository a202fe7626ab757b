// One row of the waterfall: span name with tree lines, and bar.
import { type CSSProperties, memo } from 'react'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { SpanGroup } from '../../../../../contract/timeline/repeated-spans.ts'
import { guidesBackground, hiddenLevels, indentOf } from './row-indent.ts'
import { SpanBar } from './span-bar.tsx'
import type { SpanMarks } from './span-marks.ts'
import type { SpanNode, SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import type { TimeWindow } from '../spans/time-window.ts'
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
  /** False: on the way to a span that matches the filter. Undefined without a filter. */
  isMatch: boolean | undefined
  color: number | undefined
  marks: SpanMarks | undefined
  /** Its parts of the critical path; undefined if the path is hidden. */
  path: TimeWindow[] | undefined
  /** A visual copy that stays above its descendants; not part of the tree. */
  isSticky?: boolean
}

/** Scrolling renders only newly visible rows. */
export const WaterfallRow = memo(Row)

function Row(props: Props) {
  const { index, node, group, isExpanded, isSticky, isMatch } = props
  const item = {
    id: `span-${index}`,
    role: 'treeitem',
    tabIndex: -1,
    'aria-level': node.depth + 1,
    'aria-setsize': props.rowCount,
    'aria-posinset': props.position,
    'aria-expanded': canExpand(props) ? isExpanded : undefined,
    'aria-selected': props.isSelected,
  }
  return (
    <div
      {...(isSticky ? {} : item)}
      className={`${css.row} ${node.failed ? css.failed : ''} ${node.isEcho ? css.echo : ''}`}
      data-row={index}
      data-match={isMatch}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <Name {...props} />
      <SpanBar
        node={node}
        group={isExpanded ? undefined : group}
        visible={props.visible}
        marks={props.marks}
        path={props.path}
        color={props.color}
      />
    </div>
  )
}

function Name(props: Props) {
  const { tree, index, node, group, isExpanded } = props
  const { span, failed, anomaly, depth, descendantCount } = node
  const hidden = hiddenLevels(depth)
  const name = plainText(span.name, '(no name)')
  // Set on an element without children: a style change also restyles all descendants.
  const style = {
    '--indent': `${indentOf(depth)}px`,
    background: guidesBackground(tree, index, canExpand(props)),
  } as CSSProperties
  return (
    <div className={`span-name ${css.name}`}>
      <i className={css.guides} style={style} />
      <Toggle {...props} />
      {hidden > 0 && <span className={css.hidden}>+{hidden}</span>}
      <span className="clip">
        {failed && <Icon name={node.isEcho ? 'echo' : 'poor'} small className={`span-flag ${css.flag}`} />}
        <b>{props.isMatch ? <mark>{name}</mark> : name}</b>
        {group && !isExpanded && <small className="num">× {formatCount(group.count)} repeated</small>}
        <small className="service" data-service={props.color}>
          {plainText(span.service)}
        </small>
        {failed && (
          <span className="visually-hidden">{node.isEcho ? ' error of a span below' : ' error'}</span>
        )}
        {props.path && props.path.length > 0 && (
          <span className="visually-hidden"> on the critical path</span>
        )}
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

/** For the pointer only: `aria-expanded` and the arrow keys belong to the row. */
function Toggle(props: Props) {
  const { node, group, isExpanded, isSticky } = props
  if (!canExpand(props)) return <i className={css.toggle} />
  const title = isExpanded ? 'Collapse' : `Expand ${pluralize(group?.count ?? node.descendantCount, 'span')}`
  return (
    <i
      className={`${css.toggle} ${isExpanded ? css.expanded : css.collapsed}`}
      aria-hidden="true"
      data-toggle={isSticky ? undefined : ''}
      title={title}
    />
  )
}

function canExpand({ node, group }: Props): boolean {
  return node.descendantCount > 0 || group !== undefined
}
