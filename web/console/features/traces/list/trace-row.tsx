// One trace in the list.
import { Link } from '@tanstack/react-router'
import type { TraceRow } from '../../../../../contract/traces.ts'
import { formatDateTime, formatDuration } from '../../../format/format-time.ts'
import { Count } from '../../../ui/count.tsx'
import { UntrustedCode, UntrustedText, plainText } from '../../../ui/untrusted-text.tsx'
import type { Roving } from '../../../ui/roving.ts'
import css from './traces.module.css'

/** Swatches that fit in the column. */
const MAX_SERVICES = 8

type Props = {
  trace: TraceRow
  index: number
  /** The longest duration of the list in nanoseconds, drawn as a full bar. */
  longest: number
  colors: Map<string, number>
  /** The list has a column for users. */
  hasUser: boolean
  roving: Roving
}

export function TraceTableRow({ trace, index, longest, colors, hasUser, roving }: Props) {
  const { traceId, name, service, route, user, start, spans, errors, services } = trace
  const { durationNs, rootDurationNs } = trace
  return (
    <tr {...roving.rowProps(index)}>
      <td className={`num ${css.time}`}>
        <time dateTime={start} title={new Date(start).toString()}>
          {formatDateTime(start)}
        </time>
      </td>
      <td className={`clip ${css.root}`}>
        <Link to="/traces/$traceId" params={{ traceId }} search={{}} tabIndex={roving.tabIndexOf(index)}>
          <UntrustedText text={name} empty="(no name)" />
        </Link>
        {!name.includes(route) && <UntrustedCode text={route} />}
        <span className="service caption wide-only" data-service={colors.get(service)}>
          <UntrustedText text={service} />
        </span>
        {rootDurationNs < durationNs && (
          <span className={`faint caption wide-only ${css.own}`} title="The time of the root span alone">
            root {formatDuration(rootDurationNs)}
          </span>
        )}
      </td>
      <td className={`num ${css.duration}`}>
        <span className="metered">
          <i className="meter" style={{ width: `${Math.min(100, (durationNs / longest) * 100)}%` }} />
          <data value={durationNs}>{formatDuration(durationNs)}</data>
        </span>
      </td>
      <td className={`num ${css.spans}`}>
        <Count value={spans} noun="span" />
      </td>
      <td className={`num ${css.errors} ${errors > 0 ? '' : 'faint'}`}>
        <Count value={errors} noun="error" />
      </td>
      <td className={css.services} title={plainText(services.join(', '))}>
        {services.slice(0, MAX_SERVICES).map((item) => (
          <i key={item} className="service" data-service={colors.get(item)} />
        ))}
        <span className="visually-hidden">{plainText(services.join(', '))}</span>
      </td>
      {hasUser && (
        <td className={`clip mono faint ${css.user}`} title={plainText(user)}>
          <UntrustedText text={user} />
        </td>
      )}
    </tr>
  )
}
