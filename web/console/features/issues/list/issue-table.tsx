// The issue table. Issues that are new or regressed since the latest release come first.
import { useQuery } from '@tanstack/react-query'
import type { IssueSort } from '../../../../../contract/issues.ts'
import { releasesQuery } from '../../../search/option-queries.ts'
import type { IssueFilters } from '../../../search/filters.ts'
import { pluralize } from '../../../format/format-number.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ISSUE_COLUMNS } from './issue-columns.tsx'
import { type Heading, IssueRows } from './issue-rows.tsx'
import { newestRelease, newestReleases } from './new-since-release.ts'
import type { IssueList } from './use-issue-list.ts'
import css from './issues.module.css'

const DEFAULT_SORT: IssueSort = 'change'

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
  const sort = filters.sort ?? DEFAULT_SORT
  const firstOlder = issues.findIndex(({ changed }) => !changed)
  const changed = firstOlder < 0 ? issues.length : firstOlder
  const fresh = filters.status || sort !== DEFAULT_SORT ? 0 : changed
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
      className={`cards rows ${css.list}`}
      aria-label="Issues"
      aria-busy={isStale || undefined}
      aria-rowcount={issues.length + headings.length + 1}
      {...tableProps}
    >
      <thead>
        <tr>
          <th className="select">
            <input
              type="checkbox"
              aria-label="Select all shown"
              checked={isAll || issues.every(({ id }) => selectedIds.has(id))}
              disabled={isStale}
              onChange={(event) => selectAll(event.target.checked)}
            />
          </th>
          {ISSUE_COLUMNS.map(({ name, isNumber, sort: by, header }) => (
            <th
              key={name}
              className={`${isNumber ? 'num ' : ''}${css[name] ?? ''}`}
              aria-sort={by === sort ? 'descending' : undefined}
            >
              {by ? (
                <button type="button" onClick={() => change({ sort: by === DEFAULT_SORT ? undefined : by })}>
                  {header(filters)} {by === sort && <Icon name="down" small />}
                </button>
              ) : (
                header(filters)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <IssueRows list={list} headings={headings} />
    </table>
  )
}

/** `name`: the release that all these issues share, or null. */
function NewestRelease({ name }: { name: string | null }) {
  if (name === null) return 'Since the latest releases'
  return (
    <>
      Since <UntrustedText text={name} />
    </>
  )
}
