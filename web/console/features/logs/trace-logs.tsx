// The log records of a trace, below its spans.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LogRow as Log } from '../../../../contract/logs.ts'
import { pluralize } from '../../format/format-number.ts'
import { addNanos, nanosBetween } from '../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../format/format-time.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Level, LogDetails } from './log-row.tsx'
import { keysOf, logLine } from './log-text.ts'
import { useTraceLogs } from './use-trace-logs.ts'
import css from './logs.module.css'

/** `start`: of the trace. `offsets`: of clocks that are corrected, in nanoseconds by service. */
type Props = { traceId: string; start: string; offsets?: ReadonlyMap<string, number> | undefined }

export function TraceLogs({ traceId, start, offsets }: Props) {
  const { logs: newest, nextCursor } = useTraceLogs(traceId, { at: start })
  const logs = newest.toReversed()
  if (logs.length === 0) return null
  const keys = keysOf(logs)
  const offsetOf = ({ at, service }: Log) => nanosBetween(start, addNanos(at, offsets?.get(service) ?? 0))
  return (
    <details className={css.ofTrace}>
      <summary>
        {nextCursor ? 'The last ' : ''}
        {pluralize(logs.length, 'log record')} of this trace
      </summary>
      <ul aria-label="Log records">
        {logs.map((log, index) => (
          <TraceLog key={keys[index]} log={log} offset={offsetOf(log)} />
        ))}
      </ul>
      <p className="caption">
        <Link to="/logs" search={{ trace: traceId, range: '30d' }}>
          Search the log records of this trace
        </Link>
      </p>
    </details>
  )
}

function TraceLog({ log, offset }: { log: Log; offset: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        className={`bare ${css.line}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="num faint">+{formatDuration(offset)}</span>
        <Level level={log.level} />
        <span className="clip">
          <ServiceName name={log.service} />
        </span>
        <span className="clip">
          <UntrustedText text={logLine(log.body)} empty="(no text)" />
        </span>
      </button>
      {isOpen && <LogDetails log={log} />}
    </li>
  )
}
