// The events of an issue by browser, release, … The values of the event on screen are bold.
import { Link } from '@tanstack/react-router'
import type { Breakdown, BreakdownName, Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { formatCount, formatPercent } from '../../format-number.ts'
import { filterFor } from '../../search-query.ts'
import { COUNTS_LABEL } from './issue-overview.tsx'
import css from './issue-sidebar.module.css'

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

function Value({ name, value }: { name: BreakdownName; value: string }) {
  if (value === '') return <span className="faint">unknown</span>
  return (
    <Link className="clip" to="/" search={filterFor(name, value)} title={`Issues with ${name}:${value}`}>
      {value}
    </Link>
  )
}
