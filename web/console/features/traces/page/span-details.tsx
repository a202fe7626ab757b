// Details of a span: status message, attributes, events, links, resource.
import { Link } from '@tanstack/react-router'
import type { SpanAnswer } from '../../../../../contract/traces.ts'
import { nanosBetween } from '../../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../../format/format-time.ts'
import { Bars } from '../../../charts/spark-line.tsx'
import { formatCount, formatPercent } from '../../../format/format-number.ts'
import { UntrustedText, plainText } from '../../../ui/untrusted-text.tsx'
import { Attributes } from '../../../ui/attributes.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import css from './duration-histogram.module.css'

export function SpanDetails({ span }: { span: SpanAnswer }) {
  const { statusMessage, peers, attributes, links, resource } = span
  const events = span.events.toSorted((a, b) => nanosBetween(b.at, a.at))
  return (
    <>
      {statusMessage && (
        <section>
          <h3>Status</h3>
          <p>
            <UntrustedText text={statusMessage} />
          </p>
        </section>
      )}
      {peers.count > 1 && <DurationHistogram span={span} />}
      <section>
        <h3>
          Attributes
          <span className="push">
            <CopyButton text={JSON.stringify(attributes, null, 2)} label="Copy all attributes as JSON" />
          </span>
        </h3>
        <Attributes label="Attributes of the span" values={attributes} />
      </section>
      {events.length > 0 && (
        <section>
          <h3>Events</h3>
          {events.map((event) => (
            <details key={`${event.at} ${event.name}`}>
              <summary className="row">
                <span className="mono faint">+{formatDuration(nanosBetween(span.start, event.at))}</span>{' '}
                <UntrustedText text={event.name} />
              </summary>
              <Attributes label={`Attributes of ${plainText(event.name)}`} values={event.attributes} />
            </details>
          ))}
        </section>
      )}
      {links.length > 0 && (
        <section>
          <h3>Links</h3>
          {links.map(({ traceId, spanId }) => (
            <p key={`${traceId} ${spanId}`}>
              <Link to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }}>
                <code>{traceId.slice(0, 8)}</code>
              </Link>
            </p>
          ))}
        </section>
      )}
      <section>
        <h3>Resource</h3>
        <Attributes label="Attributes of the resource" values={resource} />
      </section>
    </>
  )
}

/** Durations of similar spans in the last 24 hours, with a mark for this span. */
function DurationHistogram({ span }: { span: SpanAnswer }) {
  const { count, histogram, p50Ns, p95Ns } = span.peers
  const faster = histogram.reduce((sum, bin) => sum + (bin.toNs <= span.durationNs ? bin.count : 0), 0)
  const bin = Math.max(
    0,
    histogram.findIndex(({ toNs }) => span.durationNs < toNs),
  )
  const position = ((bin + 0.5) / Math.max(1, histogram.length)) * 100
  const comparison = faster > 0 ? `, slower than ${formatPercent(faster, count)}` : ''
  const label = `this span: ${formatDuration(span.durationNs)}${comparison}`
  return (
    <section>
      <h3>
        Similar spans <small className="push num">{formatCount(count)} in the last 24 hours</small>
      </h3>
      <div className={`chart ${css.histogram}`}>
        <Bars
          className=""
          values={histogram.map(({ count: bar }) => bar)}
          label={`Durations of similar spans; ${label}`}
        />
        <span className={css.span} style={{ left: `${position}%` }} aria-hidden="true">
          <b style={{ translate: `-${position}%` }}>{label}</b>
        </span>
      </div>
      <p className={`num faint ${css.scale}`}>
        <span>{formatDuration(histogram[0]?.fromNs ?? 0)}</span>
        <span>p50 {formatDuration(p50Ns)}</span>
        <span>p95 {formatDuration(p95Ns)}</span>
        <span>{formatDuration(histogram.at(-1)?.toNs ?? 0)}</span>
      </p>
    </section>
  )
}
