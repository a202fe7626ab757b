// One error, trace or web vital of a user or session.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { VisitorEntry } from '../../../../contract/visitors.ts'
import { formatDateTime, formatDuration } from '../../format/format-time.ts'
import type { Filters } from '../../search/filters.ts'
import { filterFor } from '../../search/search-query.ts'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedCode, UntrustedText } from '../../ui/untrusted-text.tsx'
import { formatVital, RATING_TEXTS } from '../vitals/index.ts'
import { VisitorLink } from '../../search/visitor-link.tsx'
import type { Visitor } from './visitor-query.ts'
import css from './visitors.module.css'

type Props = { entry: VisitorEntry; index: number; visitor: Visitor; filters: Filters; roving: Roving }

const KINDS = { error: 'Error', trace: 'Trace', vital: 'Vital' }

export function VisitorRow({ entry, index, visitor, filters, roving }: Props) {
  const { range, from, to } = filters
  const { userId, sessionId } = 'trace' in entry ? { userId: entry.trace.user, sessionId: '' } : entry
  const [name, other] =
    visitor.key === 'user' ? (['session', sessionId] as const) : (['user', userId] as const)
  return (
    <tr {...roving.rowProps(index)}>
      <td className={`num ${css.time}`}>
        <time dateTime={entry.at} title={new Date(entry.at).toString()}>
          {formatDateTime(entry.at)}
        </time>
      </td>
      <td className={`${css.kind} ${entry.kind === 'error' ? 'bad' : 'faint'}`}>{KINDS[entry.kind]}</td>
      <td className={`clip ${css.what}`}>
        <What entry={entry} tabIndex={roving.tabIndexOf(index)} filters={filters} />
      </td>
      <td className="clip wide-only">
        <ServiceName name={'trace' in entry ? entry.trace.service : entry.service} />
      </td>
      <td className="clip wide-only">
        {other !== '' && <VisitorLink name={name} id={other} period={{ range, from, to }} />}
      </td>
    </tr>
  )
}

type WhatProps = { entry: VisitorEntry; tabIndex: number; filters: Filters }

function What({ entry, tabIndex, filters }: WhatProps): ReactNode {
  if (entry.kind === 'error')
    return (
      <>
        <Link
          to="/issues/$id"
          params={{ id: entry.issueId }}
          search={{ event: entry.digest }}
          tabIndex={tabIndex}
        >
          <UntrustedText text={entry.type} empty="(no type)" />
        </Link>{' '}
        <UntrustedText text={entry.message} />
      </>
    )
  if (entry.kind === 'trace') {
    const { traceId, name, route, durationNs, errors } = entry.trace
    return (
      <>
        <Link to="/traces/$traceId" params={{ traceId }} search={{}} tabIndex={tabIndex}>
          <UntrustedText text={name} empty="(no name)" />
        </Link>{' '}
        {!name.includes(route) && <UntrustedCode text={route} />}{' '}
        <span className="num">{formatDuration(durationNs)}</span>
        {errors > 0 && <span className="bad"> with errors</span>}
      </>
    )
  }
  const { range, from, to } = filters
  const { service, route, name, value, rating } = entry
  return (
    <>
      <Link
        to="/vitals"
        search={{ range, from, to, service, vital: name, ...filterFor('route', route) }}
        tabIndex={tabIndex}
      >
        <UntrustedText text={name} />
      </Link>{' '}
      <span className="num">{formatVital(name, value)}</span>{' '}
      <span className={rating === 'poor' ? 'bad' : 'faint'}>{RATING_TEXTS[rating]}</span>{' '}
      <UntrustedCode text={route} />
    </>
  )
}
