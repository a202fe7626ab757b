// About the issue: where it happens, who had this event, what people did and wrote.

import { Link } from '@tanstack/react-router'
import type { BreakdownName, Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { count, percent } from '../../format-number.ts'
import { tokenFor } from '../../search-query.ts'
import { Activity } from './issue-activity.tsx'
import css from './issue-sidebar.module.css'

const NAMES: BreakdownName[] = ['browser', 'os', 'release', 'route', 'environment']
/** More values than this say nothing more about where it happens. */
const VALUES_SHOWN = 5

export function IssueAside({ answer, event, now }: { answer: IssueAnswer; event: Event; now: number }) {
  return (
    <aside className={css.aside} aria-label="About this issue">
      <section className={css.tags}>
        <h2>Where it happens</h2>
        <div>
          {NAMES.map((name) => (
            <BreakdownBars
              key={name}
              name={name}
              values={answer.breakdowns[name] ?? []}
              here={valueHere(name, event)}
            />
          ))}
        </div>
      </section>
      <section>
        <h2>This event</h2>
        <dl className={css.about}>
          <Fact name="User" value={event.userId} token="user" />
          <Fact name="Session" value={event.sessionId} token="session" />
          <Fact name="URL" value={event.url} />
          <Fact name="Browser" value={[event.browser, event.os].filter(Boolean).join(' on ')} plain />
          <Fact name="Release" value={event.release} plain />
          <Fact name="Environment" value={event.environment} plain />
        </dl>
      </section>
      <Activity answer={answer} now={now} />
    </aside>
  )
}

function BreakdownBars({
  name,
  values,
  here,
}: {
  name: BreakdownName
  values: { value: string; count: number }[]
  here: string
}) {
  const all = values.reduce((sum, value) => sum + value.count, 0)
  if (all === 0) return null
  return (
    <section>
      <h3>
        {name}
        <small className="push num">{count(values.length)}</small>
      </h3>
      <ul>
        {values.slice(0, VALUES_SHOWN).map(({ value, count: part }) => (
          <li key={value} aria-current={value === here || undefined}>
            <Value name={name} value={value} />
            <meter
              min={0}
              max={all}
              value={part}
              aria-label={`${value || 'unknown'}: ${percent(part, all)}`}
            />
            <data className="num" value={part}>
              {percent(part, all)}
            </data>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each value is a link to the issues that have it too. */
function Value({ name, value }: { name: BreakdownName; value: string }) {
  if (value === '') return <span className="faint">unknown</span>
  return (
    <Link className="clip" to="/" search={tokenFor(name, value)} title={`Issues with ${name}:${value}`}>
      {value}
    </Link>
  )
}

function valueHere(name: BreakdownName, event: Event): string {
  return name === 'route' ? (event.attributes['http.route'] ?? '') : event[name]
}

function Fact({
  name,
  value,
  token,
  plain = false,
}: {
  name: string
  value: string
  token?: 'user' | 'session'
  plain?: boolean
}) {
  if (value === '') return null
  const shown = plain ? value : <code>{value}</code>
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {token ? (
          <Link to="/" search={tokenFor(token, value)}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
    </>
  )
}
