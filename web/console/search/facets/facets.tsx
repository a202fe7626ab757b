// Values of filters with count, bar and share, and a tick at the share that a value usually has. A click
// shows only this value; the sign beside it leaves it out.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FacetValue, FacetsAnswer } from '../../../../contract/search.ts'
import { formatCount, formatPercent } from '../../format/format-number.ts'
import { facetLabel } from '../attribute-names.ts'
import { isNarrow, sortByLift } from '../lift.ts'
import type { ListFilters } from '../search-tokens.ts'
import { UntrustedText, plainText } from '../../ui/untrusted-text.tsx'
import { useFocusWithin } from '../../ui/use-focus-within.ts'
import css from './facets.module.css'

/** Values of a facet before "more". */
const SHORT = 5

export type FacetLinks = {
  /** The filters with this value alone, or without it where it is set. Null: nothing filters by it. */
  only: (name: string, value: string) => ListFilters | null
  /** Null: no search leaves it out. */
  allBut: (name: string, value: string) => ListFilters | null
  isSet: (name: string, value: string) => boolean
  /** The value of the event on screen. It is marked, even if no filter has it. */
  isCurrent?: (name: string, value: string) => boolean
  /** Whether the page before stays in the history. */
  replace?: boolean
  /** Default: the same screen. In the list of issues, the filters of the link replace all others. */
  to?: '/'
}

type Props = {
  answer: FacetsAnswer
  /** In this order. Those without a value are left out. */
  names: readonly string[]
  /** `event`: what is counted. */
  noun: string
  links: FacetLinks
}

export function Facets({ answer, names, noun, links }: Props) {
  const { total } = answer
  const part = useFocusWithin<HTMLDivElement>()
  const narrow = isNarrow(answer)
  const byName = new Map(answer.facets.map(({ name, values }) => [name, values]))
  return (
    <div className={css.facets} {...part}>
      {names.map((name) => {
        const values = byName.get(name) ?? []
        if (values.length === 0) return null
        const sorted = sortByLift(values, answer)
        return <Facet key={name} {...{ name, values: sorted, total, isNarrow: narrow, noun, links }} />
      })}
    </div>
  )
}

type FacetProps = {
  name: string
  values: FacetValue[]
  total: number
  isNarrow: boolean
  noun: string
  links: FacetLinks
}

function Facet({ name, values, total, isNarrow, noun, links }: FacetProps) {
  const [isOpen, setOpen] = useState(false)
  const rest = values.length - SHORT
  return (
    <section className={css.facet}>
      <h3 className="caption">
        {facetLabel(name)} <small className="num">{formatCount(values.length)}</small>
      </h3>
      <ul>
        {values.slice(0, isOpen ? values.length : SHORT).map((item) => (
          <Row key={item.value} {...{ name, item, total, isNarrow, noun, links }} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `${formatCount(rest)} more`}
        </button>
      )}
    </section>
  )
}

type RowProps = Omit<FacetProps, 'values'> & { item: FacetValue }

function Row({ name, item, total, isNarrow, noun, links }: RowProps) {
  const { value, count, base } = item
  const { only, allBut, isSet, isCurrent, replace = false, to = '.' } = links
  const [filters, others] = [only(name, value), allBut(name, value)]
  const share = formatPercent(count, total)
  const usual = base !== undefined && isNarrow ? `usually ${formatPercent(base, 1)}` : ''
  const selected = isSet(name, value)
  const title = `${plainText(value)}: ${formatCount(count)} ${noun}s, ${share}${usual && `, ${usual}`}`
  return (
    <li title={title} data-set={selected || undefined} data-current={isCurrent?.(name, value) || undefined}>
      {filters ? (
        <FilterLink filters={filters} replace={replace} to={to} isSet={selected}>
          <UntrustedText text={value} />
        </FilterLink>
      ) : (
        <span className="clip">
          <UntrustedText text={value} />
        </span>
      )}
      <ShareBar share={count / Math.max(1, total)} base={isNarrow ? base : undefined} />
      <data className="num" value={count}>
        {isNarrow ? share : formatCount(count)}
        <span className="visually-hidden">{isNarrow ? ` ${usual}` : ` ${noun}s`}</span>
      </data>
      {others ? (
        <FilterLink filters={others} replace={replace} to={to} label={`All but ${plainText(value)}`}>
          ≠
        </FilterLink>
      ) : (
        <span />
      )}
    </li>
  )
}

type FilterLinkProps = {
  filters: ListFilters
  replace: boolean
  to?: '.' | '/'
  isSet?: boolean
  label?: string
  children: React.ReactNode
}

/** A link to the same screen with other filters, or to the list of issues with these. */
export function FilterLink(props: FilterLinkProps) {
  const { filters, replace, to = '.', isSet = false, label, children } = props
  return (
    <Link
      className={label === undefined ? `clip ${css.only}` : css.but}
      to={to}
      search={(search) => ({ ...(to === '.' ? search : {}), ...filters, event: undefined })}
      {...(replace && { replace, state: true as const })}
      resetScroll={to === '/'}
      aria-current={isSet ? 'true' : undefined}
      aria-label={label}
      title={label}
      // A link to other filters of the same path is not the current page.
      activeOptions={{ exact: true, explicitUndefined: true }}
    >
      {children}
    </Link>
  )
}
/** `share`, `base`: from 0 to 1. */
export function ShareBar({ share, base }: { share: number; base: number | undefined }) {
  return (
    <svg className={css.share} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.track} width="100" y="2.5" height="5" />
      <rect className={css.bar} width={Math.max(1, Math.min(1, share) * 100)} y="2" height="6" />
      {base !== undefined && (
        <rect className={css.tick} x={Math.min(1, base) * 96 + 1} width="2.5" height="10" />
      )}
    </svg>
  )
}
