import { useMemo } from 'react'
import type { TraceAnswer } from '../../../../store/api/contract.ts'
import { count, counted } from '../../format-number.ts'
import { Icon } from '../../parts/icon.tsx'
import type { SpanTree } from './span-tree.ts'
import { duration, moment } from '../../format-time.ts'
import { nextFailed } from './tree-navigation.ts'
import css from './trace.module.css'

type Props = {
  trace: TraceAnswer
  tree: SpanTree
  selected: number
  services: string[]
  hues: Map<string, number>
  select: (index: number) => void
  copyLink: () => void
}

export function TraceHeader({ trace, tree, selected, services, hues, select, copyLink }: Props) {
  const root = tree.nodes[0]?.span
  const failed = useMemo(() => [...tree.nodes.keys()].filter((index) => tree.nodes[index]?.failed), [tree])
  const place = failed.indexOf(selected)
  return (
    <header className={css.title}>
      <h1>
        {root?.name || '(no name)'}
        <small className="service" data-service={hues.get(root?.service ?? '')}>
          {root?.service}
        </small>
      </h1>
      <div className={css.errors}>
        {failed.length > 0 && (
          <>
            <span className="num">
              {place >= 0
                ? `error ${count(place + 1)} of ${count(failed.length)}`
                : counted(failed.length, 'error')}
            </span>
            <span className="joined">
              <button
                type="button"
                aria-label="Previous error"
                title="Previous error (E)"
                onClick={() => select(nextFailed(tree, selected, -1))}
              >
                <Icon name="left" small />
                <kbd>E</kbd>
              </button>
              <button
                type="button"
                aria-label="Next error"
                title="Next error (e)"
                onClick={() => select(nextFailed(tree, selected, 1))}
              >
                <kbd>e</kbd>
                <Icon name="right" small />
              </button>
            </span>
          </>
        )}
        <button
          type="button"
          className="only-icon"
          aria-label="Copy link"
          title="Copy link (c)"
          onClick={copyLink}
        >
          <Icon name="link" />
        </button>
      </div>
      <p>
        <b>{duration(trace.durationNs)}</b>
        <span>
          <b>{count(tree.nodes.length)}</b> of {counted(trace.totalSpans, 'span')}
        </span>
        <time dateTime={trace.start} title={new Date(trace.start).toString()}>
          {moment(trace.start)}
        </time>
        <span>
          trace <code>{trace.traceId}</code>
        </span>
      </p>
      <p className={css.legend}>
        {services.slice(0, 12).map((service) => (
          <span key={service} className="service" data-service={hues.get(service)}>
            {service}
          </span>
        ))}
      </p>
    </header>
  )
}
