import { useQuery } from '@tanstack/react-query'
import type { Issue, IssuesAnswer, IssueSort } from '../../../../store/api/contract.ts'
import { releases } from '../../api/issues.ts'
import { type IssueFilters, RANGES, DEFAULT_RANGE } from '../../filters.ts'
import { counted } from '../../format-number.ts'
import { Icon } from '../../parts/icon.tsx'
import type { Roving } from '../../parts/roving.ts'
import { changedRows, newestReleases, sinceWhat } from './new-since-release.ts'
import { IssueRow } from './issue-row.tsx'
import css from './issues.module.css'

type Props = {
  rows: Issue[]
  first: IssuesAnswer | undefined
  filters: IssueFilters
  change: (filters: IssueFilters) => void
  now: number
  roving: Roving
  setList: (list: HTMLTableElement | null) => void
  selected: ReadonlySet<string>
  setSelected: (ids: ReadonlySet<string>) => void
  select: (id: string) => void
}

export function IssueTable({
  rows,
  first,
  filters,
  change,
  now,
  roving,
  setList,
  selected,
  setSelected,
  select,
}: Props) {
  const sort = filters.sort ?? 'change'
  const order = (by: IssueSort) => change({ sort: by === 'change' ? undefined : by })
  const { data: known } = useQuery(releases())
  const newest = newestReleases(known?.releases ?? [])
  const changed = filters.status || sort !== 'change' ? 0 : changedRows(rows, newest)
  const row = (issue: Issue, index: number) => (
    <IssueRow
      key={issue.id}
      issue={issue}
      index={index}
      now={now}
      current={index === roving.place}
      tabIndex={roving.tabIndexOf(index)}
      selected={selected.has(issue.id)}
      select={() => select(issue.id)}
      arrive={() => roving.setPlace(index)}
    />
  )
  return (
    <table ref={setList} className={css.list} aria-label="Issues">
      <thead>
        <tr>
          <th className={css.pick}>
            <input
              type="checkbox"
              aria-label="Select all shown"
              checked={rows.every(({ id }) => selected.has(id))}
              onChange={(event) => setSelected(new Set(event.target.checked ? rows.map(({ id }) => id) : []))}
            />
          </th>
          <Head className={css.state} by="change" sort={sort} order={order}>
            Change
          </Head>
          <th className={css.what}>Issue</th>
          <th className={css.trend}>
            {filters.from ? 'Chosen time' : RANGES[filters.range ?? DEFAULT_RANGE].replace('Last ', '')}
          </th>
          <Head className={`num ${css.events}`} by="count" sort={sort} order={order}>
            Events
          </Head>
          <Head className={`num ${css.users}`} by="users" sort={sort} order={order}>
            Users
          </Head>
          <Head className={`num ${css.seen}`} by="lastSeen" sort={sort} order={order}>
            Last / first
          </Head>
          <th className={css.release}>Release</th>
          <th className={css.owner}>
            <span className="heard">Assignee</span>
          </th>
        </tr>
      </thead>
      {changed > 0 && (
        <tbody>
          <tr className={css.group}>
            <th colSpan={9} scope="rowgroup">
              <Icon name="tag" small />
              <b>{sinceWhat(rows.slice(0, changed), newest)}</b> ·{' '}
              {changed < rows.length || changed === first?.total
                ? counted(changed, 'issue')
                : `more than ${changed} issues`}
            </th>
          </tr>
          {rows.slice(0, changed).map(row)}
        </tbody>
      )}
      <tbody>
        {changed > 0 && changed < rows.length && (
          <tr className={css.group}>
            <th colSpan={9} scope="rowgroup">
              <b>Before</b> · {counted((first?.total ?? 0) - changed, 'issue')} there already
            </th>
          </tr>
        )}
        {rows.slice(changed).map((issue, index) => row(issue, changed + index))}
      </tbody>
    </table>
  )
}

function Head({
  by,
  sort,
  order,
  className,
  children,
}: {
  by: IssueSort
  sort: IssueSort
  order: (by: IssueSort) => void
  className: string | undefined
  children: string
}) {
  const here = by === sort
  return (
    <th className={className} aria-sort={here ? 'descending' : undefined}>
      <button type="button" onClick={() => order(by)}>
        {children} {here && <Icon name="down" small />}
      </button>
    </th>
  )
}
