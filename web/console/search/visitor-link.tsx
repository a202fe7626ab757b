// Links to the page of a user or a session.
import { Link } from '@tanstack/react-router'
import { keyOf, parseTerms } from '../../../contract/query.ts'
import type { Filters } from './filters.ts'
import { Icon } from '../ui/icon.tsx'
import { UntrustedCode, UntrustedText } from '../ui/untrusted-text.tsx'

export type VisitorKey = 'user' | 'session'

type Props = { name: VisitorKey; id: string; period?: Pick<Filters, 'range' | 'from' | 'to'> }

const LONGEST = { range: '30d' } as const

/** By default over 30 days, as an event may be that old. */
export function VisitorLink({ name, id, period = LONGEST }: Props) {
  return (
    <Link
      to="/visitors"
      search={{ ...period, [name]: id }}
      title={`Errors, traces and vitals of this ${name}`}
    >
      <UntrustedCode text={id} />
    </Link>
  )
}

/** For each user and session that a search of a list names. */
export function VisitorLinks({ filters: { q, range, from, to } }: { filters: Filters }) {
  const named = parseTerms(q ?? '').flatMap(({ name, value, negated }) => {
    const key = name === null || negated || value === '' ? null : keyOf(name)
    return key === 'user' || key === 'session' ? [{ key, value }] : []
  })
  return named.map(({ key, value }) => (
    <Link
      key={`${key} ${value}`}
      to="/visitors"
      search={{ range, from, to, [key]: value }}
      className="button"
    >
      <Icon name="user" />
      <span className="clip">
        Everything of {key} <UntrustedText text={value} />
      </span>
    </Link>
  ))
}
