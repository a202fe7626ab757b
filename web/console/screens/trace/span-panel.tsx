// One span, whole: what it says, what was thrown in it, how it stands among its peers.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SpanAnswer, TraceAnswer } from '../../../../store/api/contract.ts'
import { span as spanQuestion } from '../../api/issues.ts'
import { counted, percent } from '../../format-number.ts'
import { Attributes } from '../../parts/attributes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { Peers } from './duration-histogram.tsx'
import { selfTime, type SpanTree } from './span-tree.ts'
import { duration, nanosBetween } from '../../format-time.ts'
import css from './trace.module.css'

export function SpanPanel({
  trace,
  tree,
  index,
  hues,
}: {
  trace: TraceAnswer
  tree: SpanTree
  index: number
  hues: Map<string, number>
}) {
  const node = tree.nodes[index]
  const spanId = node?.span.spanId ?? ''
  const answer = useQuery({ ...spanQuestion(trace.traceId, spanId), enabled: spanId !== '' })
  if (!node) return null
  const { span } = node
  const thrown = trace.exceptions.filter((exception) => exception.spanId === spanId)
  return (
    <aside className={css.aside} aria-label="Selected span">
      <header>
        <h2>{span.name || '(no name)'}</h2>
        <CopyButton text={spanId} name="Copy the span id" />
      </header>
      <p className="faint">
        <span className="service" data-service={hues.get(span.service)}>
          {span.service}
        </span>{' '}
        · {span.kind} ·{' '}
        {node.failed ? (
          <span className="severity" data-severity="error">
            error
          </span>
        ) : (
          span.status
        )}
      </p>
      <dl className={css.facts}>
        <Fact name="Duration" value={duration(span.durationNs)} />
        <Fact name="Self" value={duration(selfTime(tree, index))} />
        <Fact name="Starts at" value={`+${duration(node.start)}`} />
        <Fact name="Of the trace" value={percent(span.durationNs, tree.end)} />
      </dl>
      {thrown.length > 0 && (
        <section>
          <h3>{counted(thrown.length, 'exception')}</h3>
          {thrown.map((exception) => (
            <div key={exception.digest} className={`notice ${css.thrown}`}>
              <p>
                <b>{exception.type}</b> <bdi>{exception.message.slice(0, 600)}</bdi>
              </p>
              <p>
                <Link to="/d/$digest" params={{ digest: exception.digest }}>
                  Open the event
                </Link>{' '}
                <code>{exception.digest}</code>{' '}
                <span className="faint">at +{duration(nanosBetween(trace.start, exception.at))}</span>
              </p>
            </div>
          ))}
        </section>
      )}
      {answer.isPending && <Loading of="the span" thin />}
      {answer.isError && (
        <Failed error={answer.error} what="This panel" again={() => void answer.refetch()} />
      )}
      {answer.data && <Whole answer={answer.data} start={span.start} />}
    </aside>
  )
}

function Whole({ answer, start }: { answer: SpanAnswer; start: string }) {
  return (
    <>
      {answer.statusMessage && (
        <section>
          <h3>Status</h3>
          <p dir="auto">{answer.statusMessage}</p>
        </section>
      )}
      {answer.peers.count > 1 && <Peers span={answer} />}
      <section>
        <h3>
          Attributes
          <span className="push">
            <CopyButton
              text={JSON.stringify(answer.attributes, null, 2)}
              name="Copy all attributes as JSON"
            />
          </span>
        </h3>
        <Attributes label="Attributes of the span" values={answer.attributes} />
      </section>
      {answer.events.length > 0 && (
        <section>
          <h3>Events</h3>
          {answer.events
            .toSorted((a, b) => nanosBetween(b.at, a.at))
            .map((event) => (
              <details key={`${event.at} ${event.name}`}>
                <summary className="row">
                  <span className="mono faint">+{duration(nanosBetween(start, event.at))}</span> {event.name}
                </summary>
                <Attributes label={`Attributes of ${event.name}`} values={event.attributes} />
              </details>
            ))}
        </section>
      )}
      {answer.links.length > 0 && (
        <section>
          <h3>Links</h3>
          {answer.links.map((link) => (
            <p key={`${link.traceId} ${link.spanId}`}>
              <Link to="/traces/$traceId" params={{ traceId: link.traceId }} search={{ span: link.spanId }}>
                <code>{link.traceId.slice(0, 8)}</code>
              </Link>
            </p>
          ))}
        </section>
      )}
      <section>
        <h3>Resource</h3>
        <Attributes label="Attributes of the resource" values={answer.resource} />
      </section>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
