// An opened row of the timeline: details of a breadcrumb, a span, a log record or the exception.
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../../../../contract/issues.ts'
import type { SpanGroup } from '../../../../../../contract/timeline/repeated-spans.ts'
import type { SpanNode } from '../../../../../../contract/timeline/span-tree.ts'
import { LogDetails } from '../../../logs/index.ts'
import { formatCount } from '../../../../format/format-number.ts'
import { formatDateTime, formatDuration } from '../../../../format/format-time.ts'
import { Attributes } from '../../../../ui/attributes.tsx'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { ErrorTitle } from '../../../../ui/error-title.tsx'
import type { TimelineView } from './timeline-view.ts'
import type { TimelineRow } from '../../../../../../contract/timeline/rows.ts'
import css from './timeline-row.module.css'

type Props = { row: TimelineRow; view: TimelineView }

export function TimelineDetails({ row: { content }, view }: Props) {
  return (
    <div className={css.details}>
      {content.kind === 'span' && <SpanFacts node={content.node} group={content.group} view={view} />}
      {content.kind === 'log' && (
        <>
          <p className="faint">
            <UntrustedText text={content.log.service} empty="(no name)" /> · {formatDateTime(content.log.at)}
          </p>
          <LogDetails log={content.log} />
        </>
      )}
      {content.kind === 'exception' && <ExceptionFacts event={view.event} />}
      {content.kind === 'breadcrumb' && (
        <>
          <p className="faint">
            <UntrustedText text={content.breadcrumb.kind} /> · {formatDateTime(content.breadcrumb.at)}
          </p>
          <p className="long-text">
            <UntrustedText text={content.breadcrumb.text} empty="(no text)" />
          </p>
        </>
      )}
    </div>
  )
}

function ExceptionFacts({ event }: { event: Event }) {
  return (
    <>
      <p className="faint">{formatDateTime(event.at)}</p>
      <p className="long-text">
        <ErrorTitle type={event.type} message={event.message} />
      </p>
    </>
  )
}

type SpanProps = { node: SpanNode; group: SpanGroup | undefined; view: TimelineView }

function SpanFacts({ node, group, view }: SpanProps) {
  const { span } = node
  const { statusMessage = '', attributes = {} } = span.details ?? {}
  const facts = [span.kind, formatDateTime(span.start), formatDuration(span.durationNs)]
  const others = view.exceptions.filter(
    ({ spanId, digest }) => spanId === span.spanId && digest !== view.event.digest,
  )
  return (
    <>
      <p className="faint">
        {group &&
          `First of ${formatCount(group.count)} similar spans, ${formatDuration(group.totalNs)} in total. `}
        <UntrustedText text={span.service} empty="(no name)" /> · {facts.join(' · ')}
      </p>
      {statusMessage && (
        <p className="long-text severity" data-severity="error">
          <UntrustedText text={statusMessage} />
        </p>
      )}
      {others.map(({ digest, type, message }) => (
        <p key={digest} className="long-text">
          <ErrorTitle type={type} message={message} />
        </p>
      ))}
      <Attributes label={`Attributes of ${span.name}`} values={attributes} />
      <p>
        <Link className="button" {...view.spanLink(span.spanId)}>
          Open in the waterfall <kbd>t</kbd>
        </Link>
      </p>
    </>
  )
}
