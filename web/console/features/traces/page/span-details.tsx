// Details of a span: status message, attributes, events, links, resource.
import { Link } from '@tanstack/react-router'
import type { SpanAnswer } from '../../../../../contract/traces.ts'
import { formatDuration, nanosBetween } from '../../../format/format-time.ts'
import { UntrustedText, plainText } from '../../../ui/untrusted-text.tsx'
import { Attributes } from '../../../ui/attributes.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DurationHistogram } from './duration-histogram.tsx'

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
