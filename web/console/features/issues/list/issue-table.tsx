// The table of issues. Those that are new or back since the latest release stand first.
import { useQuery } from '@tanstack/react-query'
import type { IssueSort } from '../../../../../contract/issues.ts'
import { releasesQuery } from '../../../search/option-queries.ts'
import { DEFAULT_RANGE, type IssueFilters, RANGES } from '../../../search/filters.ts'
import { pluralize } from '../../../format/format-number.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type Heading, IssueRows } from './issue-rows.tsx'
import { newestRelease, newestReleases } from './new-since-release.ts'
import type { IssueList } from './use-issue-list.ts'
import css from './issues.module.css'

type Props = {
  list: IssueList
  total: number
  filters: IssueFilters
  change: (filters: IssueFilters) => void
}

export function IssueTable({ list, total, filters, change }: Props) {
  const { issues, isAll, isStale, selectedIds, selectAll, setTable, tableProps } = list
  const { data } = useQuery(releasesQuery())
  const releases = newestReleases(data?.releases ?? [])
  const sort = filters.sort ?? 'change'
  const firstOlder = issues.findIndex(({ changed }) => !changed)
  const changed = firstOlder < 0 ? issues.length : firstOlder
  const fresh = filters.status || sort !== 'change' ? 0 : changed
  const sortProps = { sort, onSort: (by: IssueSort) => change({ sort: by === 'change' ? undefined : by }) }
  const headings: Heading[] = []
  if (fresh > 0)
    headings.push({
      at: 0,
      content: (
        <>
          <Icon name="tag" small />
          <b>
            <NewestRelease name={newestRelease(issues.slice(0, fresh), releases)} />
          </b>{' '}
          ·{' '}
          {fresh === issues.length && fresh < total
            ? `more than ${pluralize(fresh, 'issue')}`
            : pluralize(fresh, 'issue')}
        </>
      ),
    })
  if (fresh > 0 && fresh < issues.length)
    headings.push({
      at: fresh,
      content: (
        <>
          <b>Older</b> · {pluralize(total - fresh, 'issue')}
        </>
      ),
    })
  return (
    <table
      ref={setTable}
      className={`${css.list} ${isStale ? css.stale : ''}`}
      aria-label="Issues"
      aria-busy={isStale || undefined}
      aria-rowcount={issues.length + headings.length + 1}
      {...tableProps}
    >
      <thead>
        <tr>
          <th className={css.select}>
            <input
              type="checkbox"
              aria-label="Select all shown"
              checked={isAll || issues.every(({ id }) => selectedIds.has(id))}
              disabled={isStale}
              onChange={(event) => selectAll(event.target.checked)}
            />
          </th>
          <SortHeader className={css.status} by="change" label="Status" {...sortProps} />
          <th className={css.issue}>Issue</th>
          <th className={css.trend}>
            {filters.from ? 'Selected time' : RANGES[filters.range ?? DEFAULT_RANGE]}
          </th>
          <SortHeader className={`num ${css.events}`} by="count" label="Events" {...sortProps} />
          <SortHeader className={`num ${css.users}`} by="users" label="Users" {...sortProps} />
          <SortHeader className={`num ${css.seen}`} by="lastSeen" label="Last / first seen" {...sortProps} />
          <th className={css.release}>Release</th>
          <th className={css.assignee}>
            <span className="visually-hidden">Assignee</span>
          </th>
        </tr>
      </thead>
      <IssueRows list={list} headings={headings} />
    </table>
  )
}

/** `name`: of the release of all issues; null where they have several. */
function NewestRelease({ name }: { name: string | null }) {
  if (name === null) return 'Since the latest releases'
  return (
    <>
      Since <UntrustedText text={name} />
    </>
  )
}

type SortHeaderProps = {
  by: IssueSort
  sort: IssueSort
  onSort: (by: IssueSort) => void
  className: string | undefined
  label: string
}

function SortHeader({ by, sort, onSort, className, label }: SortHeaderProps) {
  return (
    <th className={className} aria-sort={by === sort ? 'descending' : undefined}>
      <button type="button" onClick={() => onSort(by)}>
        {label} {by === sort && <Icon name="down" small />}
      </button>
    </th>
  )
}
