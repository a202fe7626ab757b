// The issue table. Issues that are new or regressed since the latest release come first.
import type { Deploy, IssueSort } from '../../../../../contract/issues.ts'
import type { IssueFilters } from '../../../search/filters.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ISSUE_COLUMNS } from './issue-columns.tsx'
import { deployHeadings } from './deploy-headings.tsx'
import { IssueRows } from './issue-rows.tsx'
import { SelectAll } from './select-issue.tsx'
import type { IssueList } from './use-issue-list.ts'
import css from './issues.module.css'

const DEFAULT_SORT: IssueSort = 'change'

type Props = {
  list: IssueList
  total: number
  deploys: Deploy[]
  filters: IssueFilters
  change: (filters: IssueFilters) => void
}

export function IssueTable({ list, total, deploys, filters, change }: Props) {
  const { issues, isStale, setTable, tableProps } = list
  const sort = filters.sort ?? DEFAULT_SORT
  const hasHeadings = !filters.status && sort === DEFAULT_SORT
  const headings = hasHeadings ? deployHeadings(issues, deploys, total) : []
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
          <SelectAll actions={list} isStale={isStale} />
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
