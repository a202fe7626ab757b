// One row of a timeline: time, name, and a bar or a point on the axis. It opens in place.
import { type ReactNode, useState } from 'react'
import type { LogRow } from '../../../../../../contract/logs.ts'
import type { SpanNode } from '../../../../../../contract/timeline/span-tree.ts'
import { formatCount } from '../../../../format/format-number.ts'
import { formatDuration } from '../../../../format/format-time.ts'
import { plainText, UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { clampPercent, percentOf, placeText } from '../../../traces/index.ts'
import { logLine, Level } from '../../../logs/index.ts'
import { TimelineDetails } from './timeline-details.tsx'
import type { TimelineView } from './timeline-view.ts'
import { serviceOf, type TimelineRow } from '../../../../../../contract/timeline/rows.ts'
import css from './timeline-row.module.css'

const ICONS = new Map<string, IconName>([
  ['navigation', 'nav'],
  ['fetch', 'net'],
  ['xhr', 'net'],
  ['click', 'click'],
  ['console', 'console'],
  ['vitals', 'paint'],
  ['error', 'alert'],
])
/** Percent of the axis that the text beside a bar needs. */
const TEXT_WIDTH = 20
/** Characters; the opened row shows the rest. */
const MAX_TEXT = 200
/** Deeper spans are drawn at this level, so that names have space. */
const MAX_GUIDES = 8

type Props = { row: TimelineRow; view: TimelineView }

export function TimelineItem({ row, view }: Props) {
  const { content } = row
  const node = content.kind === 'span' ? content.node : undefined
  const [isOpen, setOpen] = useState(false)
  // The page has a section of its own.
  if (content.kind === 'snapshot')
    return (
      <li data-kind="snapshot">
        <a href="#snapshot">
          <Line row={row} view={view} />
        </a>
      </li>
    )
  return (
    <li data-kind={content.kind} className={classOf(node)}>
      <details data-span={node?.span.spanId} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary data-service={view.colors.get(serviceOf(content) ?? '')}>
          <Line row={row} view={view} />
        </summary>
        {isOpen && <TimelineDetails row={row} view={view} />}
      </details>
    </li>
  )
}

function Line({ row, view }: Props) {
  const { guides, start } = row
  return (
    <>
      <span className={`num faint ${css.when}`}>
        <Icon name="right" small className="wide-only" />
        {formatDuration(start)}
      </span>
      <span className={`span-name ${css.name}`}>
        {guides.slice(-MAX_GUIDES).map((guide, level) => (
          // oxlint-disable-next-line no-array-index-key -- the levels of one row
          <i key={level} className={`${css.guide} ${css[guide]}`} />
        ))}
        <Name row={row} view={view} />
      </span>
      <Track row={row} view={view} />
    </>
  )
}

/** The exception of a page has a row of its own. */
function isFailure({ failed, isEcho, isCarrier }: SpanNode): boolean {
  return failed && (isEcho || !isCarrier)
}

function classOf(node: SpanNode | undefined): string {
  if (!node || !isFailure(node)) return ''
  return `${css.failed} ${node.isEcho ? css.echo : ''}`
}

function Name({ row: { content }, view }: Props) {
  const { event } = view
  if (content.kind === 'exception')
    return (
      <span className="clip">
        <Icon name="alert" small className={`span-flag ${css.flag}`} />
        <b>
          <UntrustedText text={`${event.type}: ${event.message.slice(0, MAX_TEXT)}`} empty="Error" />
        </b>
      </span>
    )
  if (content.kind === 'breadcrumb') {
    const { kind, text } = content.breadcrumb
    return (
      <>
        <Icon name={ICONS.get(kind.split('.')[0] ?? '') ?? 'right'} small className={css.icon} />
        <span className="clip">
          <UntrustedText text={text.slice(0, MAX_TEXT)} empty={kind} />
        </span>
      </>
    )
  }
  if (content.kind === 'log') return <LogName log={content.log} />
  if (content.kind === 'snapshot')
    return (
      <>
        <Icon name="paint" small className={css.icon} />
        <span className="clip">What the user saw</span>
      </>
    )
  const { node, group } = content
  const { span, isEcho } = node
  const failed = isFailure(node)
  const isCorrected = view.offsets.has(span.service)
  return (
    <>
      <span className="clip">
        {failed && <Icon name={isEcho ? 'echo' : 'poor'} small className={`span-flag ${css.flag}`} />}
        <b>
          <UntrustedText text={span.name.slice(0, MAX_TEXT)} empty="(no name)" />
        </b>
        {group && <small className="num"> × {formatCount(group.count)}</small>}
        <small className="service wide-only">
          <UntrustedText text={span.service} empty="(no name)" />
        </small>
        {failed && isEcho && <span className="visually-hidden"> failed because of a span below it</span>}
      </span>
      {failed && !isEcho && <span className={css.tag}>cause</span>}
      {isCorrected && (
        <span
          className={`faint wide-only ${css.clock}`}
          title={`The clock of ${plainText(span.service)} is corrected`}
        >
          <Icon name="clock" small />
          <span className="visually-hidden"> clock corrected</span>
        </span>
      )}
    </>
  )
}

function LogName({ log: { body, service } }: { log: LogRow }) {
  return (
    <>
      <Icon name="console" small className={css.icon} />
      <span className="clip">
        <UntrustedText text={logLine(body)} empty="(no text)" />
        <small className="service wide-only">
          <UntrustedText text={service} empty="(no name)" />
        </small>
      </span>
    </>
  )
}

function Track({ row, view }: Props) {
  const { content, start, end } = row
  const axis = { from: -view.length, to: 0 }
  const left = clampPercent(percentOf(axis, start))
  if (content.kind === 'exception')
    return (
      <span className={css.track}>
        <svg className={`span-caret ${css.caret}`} viewBox="0 0 12 8" aria-hidden="true">
          <path d="M2 7l4-5 4 5" />
        </svg>
        <Text left={100} right={100}>
          <em>exception</em>
        </Text>
      </span>
    )
  if (content.kind === 'breadcrumb')
    return (
      <Point left={left} kind={content.breadcrumb.kind}>
        <UntrustedText text={content.breadcrumb.kind} />
      </Point>
    )
  if (content.kind === 'snapshot')
    return (
      <Point left={left} kind="snapshot">
        page
      </Point>
    )
  if (content.kind === 'log')
    return (
      <Point left={left} kind={content.log.level ?? ''}>
        <Level level={content.log.level} />
      </Point>
    )
  const { span } = content.node
  const failed = isFailure(content.node)
  const right = clampPercent(percentOf(axis, end))
  const status = span.details?.attributes['http.response.status_code']
  return (
    <span className={css.track}>
      <i
        className={content.group ? 'span-bar repeated' : 'span-bar'}
        style={{ left: `${left}%`, width: `${right - left}%` }}
      />
      <Text left={left} right={right}>
        {content.group
          ? `Σ ${formatDuration(content.group.totalNs)}`
          : formatDuration(content.node.span.durationNs)}
        {status && (failed ? <em> {status}</em> : ` ${status}`)}
      </Text>
    </span>
  )
}

function Point({ left, kind, children }: { left: number; kind: string; children: ReactNode }) {
  return (
    <span className={css.track}>
      <i className={`${css.point} ${pointOf(kind)}`} style={{ left: `${left}%` }} />
      <Text left={left} right={left}>
        {children}
      </Text>
    </span>
  )
}

function pointOf(kind: string): string | undefined {
  if (/error|fatal/.test(kind)) return css.bad
  return /warn/.test(kind) ? css.warned : ''
}

function Text({ left, right, children }: { left: number; right: number; children: ReactNode }) {
  const { isInside, style } = placeText({ left, right, width: TEXT_WIDTH })
  return (
    <span className={`num span-text ${css.text} ${isInside ? 'inside' : ''}`} style={style}>
      <span>{children}</span>
    </span>
  )
}
