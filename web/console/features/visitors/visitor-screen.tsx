// One user or session: errors, traces and web vitals on one axis, and in one list below it.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { VisitorCounts } from '../../../../contract/visitors.ts'
import { usePolling } from '../../app/live.tsx'
import { Screen } from '../../app/screen.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { formatCount } from '../../format/format-number.ts'
import { ALL_SERVICES, useMay } from '../../http/access.ts'
import { QueryState } from '../../http/query-state.tsx'
import type { Filters } from '../../search/filters.ts'
import { chartPeriod, describePeriod } from '../../search/period.ts'
import { filterFor } from '../../search/search-query.ts'
import { RangeSelect } from '../../search/search.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useRoving } from '../../ui/roving.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { plainText, UntrustedCode } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DeleteDialog } from '../forget/index.ts'
import { VisitorAxis } from './visitor-axis.tsx'
import { VisitorForm } from './visitor-form.tsx'
import { type Visitor, visitorQuery } from './visitor-query.ts'
import { VisitorRow } from './visitor-row.tsx'
import css from './visitors.module.css'

const route = getRouteApi('/visitors')

export function VisitorScreen() {
  const { user, session, ...filters } = route.useSearch()
  if (user !== undefined) return <Details key={user} visitor={{ key: 'user', id: user }} filters={filters} />
  if (session !== undefined)
    return <Details key={session} visitor={{ key: 'session', id: session }} filters={filters} />
  return (
    <Screen>
      <h1>User or session</h1>
      <p className="lead">Errors, traces and web vitals of one user or one session, on one time axis.</p>
      <VisitorForm />
    </Screen>
  )
}

type Props = { visitor: Visitor; filters: Filters }

function Details({ visitor, filters }: Props) {
  const { key, id } = visitor
  const navigate = route.useNavigate()
  const now = useNow(60_000)
  const query = useInfiniteQuery({ ...visitorQuery(visitor, filters), refetchInterval: usePolling() })
  const [firstPage] = query.data?.pages ?? []
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const [roving, setTable] = useRoving(
    entries.map((entry) => `${entry.kind} ${entry.at} ${'trace' in entry ? entry.trace.traceId : ''}`),
  )
  const { index } = roving
  const change = (changed: Filters) => void navigate({ search: (current) => ({ ...current, ...changed }) })
  const moveToError = () => {
    const next = entries.findIndex(({ kind }, at) => at > index && kind === 'error')
    if (next >= 0) roving.move(next - index)
  }
  const shortcuts = [
    ...rowShortcuts(roving.move),
    { keys: 'e', label: 'next error', run: moveToError, repeats: true },
  ]
  return (
    <Screen title={`${NAMES[key]} ${plainText(id)}`} shortcuts={shortcuts}>
      <header className="page-head">
        <h1 className={`line ${css.title}`}>
          {NAMES[key]} <UntrustedCode text={id} />
        </h1>
        <search className="controls">
          <RangeSelect filters={filters} change={change} />
          <PersonActions visitor={visitor} />
        </search>
      </header>
      <Totals visitor={visitor} filters={filters} totals={firstPage?.totals} />
      <VisitorAxis answer={firstPage} {...chartPeriod(filters, now)} current={entries[index]?.at} />
      <QueryState query={query} label={`the ${key}`} thin />
      {firstPage && entries.length === 0 && (
        <Empty title={`Nothing of this ${key} ${describePeriod(filters)}`}>
          {filters.range === '30d' ? (
            <>
              Pages send the id that <code>setUser</code> sets, and the id of their session.
            </>
          ) : (
            <Link to="/visitors" search={{ [key]: id, range: '30d' }}>
              Show the last 30 days
            </Link>
          )}
        </Empty>
      )}
      {entries.length > 0 && (
        <table ref={setTable} className={`cards ${css.list}`} aria-label={`Latest of this ${key}`}>
          <thead>
            <tr>
              <th className={css.time}>Time</th>
              <th className={css.kind}>Kind</th>
              <th>What</th>
              <th className={`wide-only ${css.service}`}>Service</th>
              <th className={`wide-only ${css.other}`}>{key === 'user' ? 'Session' : 'User'}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <VisitorRow
                // oxlint-disable-next-line react/no-array-index-key -- two vitals may be equal in all else
                key={`${entry.kind} ${entry.at} ${at}`}
                entry={entry}
                index={at}
                visitor={visitor}
                filters={filters}
                roving={roving}
              />
            ))}
          </tbody>
        </table>
      )}
      <ShowMore list={query} />
    </Screen>
  )
}

/** Of everything that is stored of the person, whatever the range is. */
function PersonActions({ visitor: { key, id } }: { visitor: Visitor }) {
  const [isAsking, setAsking] = useState(false)
  const mayDelete = useMay('admin')(ALL_SERVICES)
  const query = new URLSearchParams({ [key === 'user' ? 'userId' : 'sessionId']: id })
  return (
    <>
      <Link
        className="button"
        to="/logs"
        search={{ range: '30d', ...(key === 'session' ? { session: id } : filterFor('user', id)) }}
      >
        <Icon name="console" />
        Logs
      </Link>
      {mayDelete && (
        <>
          <a className="button" href={`/api/export?${query.toString()}`} download="export.json">
            <Icon name="download" />
            Export
          </a>
          <button type="button" onClick={() => setAsking(true)}>
            Delete…
          </button>
        </>
      )}
      {isAsking && <DeleteDialog target={{ kind: key, id }} onClose={() => setAsking(false)} />}
    </>
  )
}

const NAMES = { user: 'User', session: 'Session' }

type TotalsProps = Props & { totals: VisitorCounts | undefined }

/** Their space is reserved before the answer is here. */
function Totals({ visitor: { key, id }, filters, totals }: TotalsProps) {
  const { range, from, to } = filters
  const search = { range, from, to, ...filterFor(key, id) }
  return (
    <p className={`caption line num ${css.totals}`}>
      {totals && (
        <>
          <Link to="/" search={search}>
            <b>{formatCount(totals.errors)}</b> {totals.errors === 1 ? 'error' : 'errors'}
          </Link>
          <Link to="/traces" search={search}>
            <b>{formatCount(totals.traces)}</b> {totals.traces === 1 ? 'trace' : 'traces'}
          </Link>
          <span>
            <b>{formatCount(totals.vitals)}</b> {totals.vitals === 1 ? 'web vital' : 'web vitals'}
          </span>
        </>
      )}
    </p>
  )
}
