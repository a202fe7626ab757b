// The issue list: filters, chart, status tabs, table. Issues that are new since the latest release come
// first.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { memo, useDeferredValue, useEffect } from 'react'
import { issuesQuery, trendQuery } from '../issues-query.ts'
import { statusQuery } from '../../status/index.ts'
import { ISSUE_STATUSES, type IssueFilters } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { rememberFilters } from '../last-list.ts'
import { usePolling } from '../../../app/live.tsx'
import { FacetPanel, useFacetPanel } from '../../../search/facets/facet-panel.tsx'
import { Screen } from '../../../app/screen.tsx'
import { SAVED_SEARCHES_SHORTCUT } from '../../../search/saved/saved-searches-shortcut.ts'
import { laterPart, optionalPart } from '../../../ui/optional-part.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { IssueTable } from './issue-table.tsx'
import { useIssueList } from './use-issue-list.ts'
import css from './issues.module.css'
import type { Deploy, IssuesAnswer, IssueStatus } from '../../../../../contract/issues.ts'
import { Status } from '../issue-status.tsx'

const route = getRouteApi('/')

const FirstVisit = optionalPart(() => import('./first-visit.tsx').then((module) => module.FirstVisit))
const EmptyIssues = optionalPart(() => import('./empty-issues.tsx').then((module) => module.EmptyIssues))
const IssueSearch = laterPart(
  () => import('./list-head.tsx').then((module) => module.IssueSearch),
  <div className={css.searchSpace} />,
)
const EventsChart = laterPart(
  () => import('./list-head.tsx').then((module) => module.EventsChart),
  <div className={css.chartSpace} />,
)
const ListTools = laterPart(
  () => import('./list-tools.tsx').then((module) => module.ListTools),
  <span className={css.toolsSpace} />,
)
const BulkBar = laterPart(() => import('./bulk-bar.tsx').then((module) => module.BulkBar))

const NO_DEPLOYS: Deploy[] = []

const KEYS_WITHOUT_ROWS = new Set(['z', '.'])

export function IssuesScreen() {
  const filters = route.useSearch()
  // Tabs and search box are painted before the rows.
  const shown = useDeferredValue(filters)
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...issuesQuery(shown), refetchInterval: usePolling() })
  const store = useQuery(statusQuery()).data
  // With the rows, as the code of the chart comes after them.
  useQuery(trendQuery(shown))
  const loaded = query.data?.pages.flatMap((page) => page.issues) ?? []
  const [firstPage] = query.data?.pages ?? []
  const total = firstPage?.total ?? 0
  const loadMore = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  const list = useIssueList({ loaded, total, filters: shown, isStale: query.isPlaceholderData, loadMore })
  const { issues } = list
  const panel = useFacetPanel('100rem')
  useEffect(() => rememberFilters(filters), [filters])
  const change = useStableCallback((changed: IssueFilters) => {
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  })

  if (store?.rows.exceptions === 0 && issues.length === 0 && !query.isPending)
    return <FirstVisit spans={store.rows.spans} />
  return (
    <Screen
      shortcuts={[
        // The action that emptied the list can be undone, and new rows can be shown.
        ...list.shortcuts.filter(({ keys }) => issues.length > 0 || KEYS_WITHOUT_ROWS.has(keys)),
        { keys: 'A', label: 'assigned to me', run: () => document.getElementById('assigned-to-me')?.click() },
        { keys: 'f', label: 'filters', run: panel.show },
        SAVED_SEARCHES_SHORTCUT,
      ]}
    >
      <h1 className="visually-hidden">Issues</h1>
      <IssueSearch filters={filters} change={change} panel={panel} />
      <FacetPanel panel={panel} list="issues" filters={filters}>
        <EventsChart filters={shown} change={change} />
        <div className={`line ${css.head}`}>
          <StatusTabs status={filters.status} answer={firstPage} />
          <ListTools list={list} filters={filters} change={change} />
        </div>
        <QueryState query={query} label="issues" />
        {firstPage && issues.length === 0 && (
          <EmptyIssues
            filters={shown}
            counts={firstPage.counts}
            change={change}
            lastStored={store?.lastStored ?? null}
          />
        )}
        {firstPage && issues.length > 0 && (
          <>
            <IssueTable
              list={list}
              total={total}
              deploys={firstPage.deploys ?? NO_DEPLOYS}
              filters={shown}
              change={change}
            />
            <ShowMore list={query}>
              {formatCount(issues.length)} of {formatCount(total)} issues
            </ShowMore>
          </>
        )}
        {list.selected.length > 0 && <BulkBar actions={list} />}
      </FacetPanel>
    </Screen>
  )
}

type TabsProps = { status: IssueStatus | undefined; answer: IssuesAnswer | undefined }

/**
 * A tab per status; “Open” is new, regressed and ongoing. Not drawn again when the focus moves in the list.
 */
const StatusTabs = memo(function StatusTabs({ status, answer }: TabsProps) {
  const counts = answer?.counts
  const open = counts && counts.new + counts.regressed + counts.ongoing
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="Status">
      {[undefined, ...ISSUE_STATUSES].map((tab) => (
        <Link
          key={tab ?? 'open'}
          to="/"
          search={(current) => ({ ...current, status: tab })}
          // Otherwise the tab without a status would be current on every other tab too.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={status === tab ? 'page' : undefined}
        >
          {tab ? <Status status={tab} /> : 'Open'} <small>{formatCount(tab ? counts?.[tab] : open)}</small>
        </Link>
      ))}
    </nav>
  )
})
