import { Link } from '@tanstack/react-router'
import type { TraceRow } from '../../../../store/api/contract.ts'
import { count } from '../../format-number.ts'
import { duration, moment } from '../../format-time.ts'
import css from './traces.module.css'

type Props = {
  trace: TraceRow
  index: number
  longest: number
  hues: Map<string, number>
  current: boolean
  tabIndex: number
  arrive: () => void
}

export function TraceLine({ trace, index, longest, hues, current, tabIndex, arrive }: Props) {
  return (
    <tr data-row={index} aria-current={current || undefined} onFocus={arrive}>
      <td className={`num ${css.time}`}>
        <time dateTime={trace.start} title={new Date(trace.start).toString()}>
          {moment(trace.start)}
        </time>
      </td>
      <td className={css.root}>
        <Link to="/traces/$traceId" params={{ traceId: trace.traceId }} search={{}} tabIndex={tabIndex}>
          {trace.name || '(no name)'}
        </Link>
        <span className="service" data-service={hues.get(trace.service)}>
          {trace.service}
        </span>
      </td>
      <td className={`num ${css.took}`}>
        <span>
          <i style={{ width: `${Math.min(100, (trace.durationNs / longest) * 100)}%` }} />
          <data value={trace.durationNs}>{duration(trace.durationNs)}</data>
        </span>
      </td>
      <td className={`num ${css.spans}`}>{count(trace.spans)}</td>
      <td className={`num ${css.errors}`}>
        {trace.errors > 0 ? <b>{count(trace.errors)}</b> : <span className="faint">0</span>}
      </td>
      <td className={css.in} title={trace.services.join(', ')}>
        {trace.services.slice(0, 8).map((service) => (
          <i key={service} data-service={hues.get(service)} />
        ))}
        <span className="heard">{trace.services.join(', ')}</span>
      </td>
    </tr>
  )
}
