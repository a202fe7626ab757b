// The events of an issue by browser, release, … The values of the event on screen are bold.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Breakdown, BreakdownName, Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { formatCount, formatPercent } from '../../format-number.ts'
import { ForeignText, plainText } from '../../parts/foreign-text.tsx'
import { splitTerms, termFor } from '../../search-query.ts'
import { COUNTS_LABEL } from './issue-overview.tsx'
import css from './issue-sidebar.module.css'

const route = getRouteApi('/issues/$id')

const NAMES: BreakdownName[] = ['browser', 'os', 'release', 'route', 'environment']
/** The most frequent values that fit beside the stack trace. */
const MAX_VALUES = 5

type Props = { breakdowns: IssueAnswer['breakdowns']; event: Event }

export function Breakdowns({ breakdowns, event }: Props) {
  return (
    <section className={css.breakdowns}>
      <h2>
        Breakdown <small className="push">{COUNTS_LABEL}</small>
      </h2>
      <div>
        {NAMES.map((name) => (
          <Bars key={name} name={name} values={breakdowns[name] ?? []} current={valueOf(event, name)} />
        ))}
      </div>
    </section>
  )
}

function valueOf(event: Event, name: BreakdownName): string {
  return name === 'route' ? (event.attributes['http.route'] ?? '') : event[name]
}

function Bars({ name, values, current }: { name: BreakdownName; values: Breakdown; current: string }) {
  const total = values.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <section>
      <h3>
        {name}
        <small className="push num">{formatCount(values.length)}</small>
      </h3>
      <ul>
        {values.slice(0, MAX_VALUES).map(({ value, count }) => {
          const percent = formatPercent(count, total)
          return (
            <li key={value} aria-current={value === current || undefined}>
              <Value name={name} value={value} />
              <meter min={0} max={total} value={count} aria-label={`${value || 'unknown'}: ${percent}`} />
              <data className="num" value={count}>
                {percent}
              </data>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A link to the events of this issue that have the value, or back from them to all. */
function Value({ name, value }: { name: BreakdownName; value: string }) {
  const { q } = route.useSearch()
  if (value === '') return <span className="faint">unknown</span>
  const term = termFor(name, value)
  const terms = splitTerms(q ?? '')
  const others = terms.filter((other) => other !== term)
  const isSet = others.length < terms.length
  const text = [...others, ...(isSet ? [] : [term])].join(' ')
  return (
    <Link
      className="clip"
      from="/issues/$id"
      to="."
      search={(search) => ({ ...search, event: undefined, q: text || undefined })}
      replace
      state={true}
      title={isSet ? 'All events' : `Events with ${plainText(term)}`}
    >
      <ForeignText text={value} />
    </Link>
  )
}
