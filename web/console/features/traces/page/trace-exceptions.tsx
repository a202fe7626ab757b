// The exceptions of a trace, below its rows: message, span and event.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { nanosBetween } from '../../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { ErrorTitle } from '../../../ui/error-title.tsx'
import { useTrace } from './trace-context.ts'
import css from './trace.module.css'

/** Others can be reached with `e` and the filter. */
const MAX_LISTED = 50
/** With at most this many rows, the list has space below them. */
const FEW_ROWS = 15

export function TraceExceptions({ rowCount }: { rowCount: number }) {
  const { trace, tree, jump, save } = useTrace()
  const [isOpen, setOpen] = useState(rowCount <= FEW_ROWS)
  const { exceptions } = trace
  if (exceptions.length === 0) return null
  return (
    <details
      className={css.exceptions}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{pluralize(exceptions.length, 'exception')} in this trace</summary>
      <ul>
        {exceptions.slice(0, MAX_LISTED).map(({ digest, spanId, type, message, at }) => {
          const index = tree.byId.get(spanId)
          const name = index === undefined ? undefined : tree.nodes[index]?.span.name
          return (
            <li key={digest}>
              <span className="num faint">+{formatDuration(nanosBetween(trace.start, at))}</span>
              <span className="clip">
                <ErrorTitle type={type} message={message} />
              </span>
              {index !== undefined && (
                <button type="button" className="quiet clip" onClick={() => jump(index)}>
                  <UntrustedText text={name ?? ''} empty="(no name)" />
                </button>
              )}
              {/* Events of a file are not in the store. */}
              {save === null ? (
                <code>{digest}</code>
              ) : (
                <Link to="/d/$digest" params={{ digest }}>
                  <code>{digest}</code>
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {exceptions.length > MAX_LISTED && (
        <p className="caption">{formatCount(exceptions.length - MAX_LISTED)} more</p>
      )}
    </details>
  )
}
