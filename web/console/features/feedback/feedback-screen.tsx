// What users wrote, latest first, each with the error that it is about.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usePolling } from '../../app/live.tsx'
import { Screen } from '../../app/screen.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { formatCount } from '../../format/format-number.ts'
import { QueryState } from '../../http/query-state.tsx'
import { EmptyList } from '../../search/empty-list.tsx'
import type { Filters } from '../../search/filters.ts'
import { FilterSelects } from '../../search/search.tsx'
import { TextSearch, useSearchText } from '../../search/text-search.tsx'
import { useRoving } from '../../ui/roving.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { statusQuery } from '../status/index.ts'
import { feedbackQuery } from './feedback-query.ts'
import { FeedbackRow } from './feedback-row.tsx'
import css from './feedback.module.css'

const route = getRouteApi('/feedback')

export function FeedbackScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({ ...feedbackQuery(filters), refetchInterval: usePolling() })
  const isFirstVisit = useQuery(statusQuery()).data?.rows.logs === 0
  const rows = query.data?.pages.flatMap(({ feedback }) => feedback) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const change = (changed: Filters) => void navigate({ search: (current) => ({ ...current, ...changed }) })
  const [text, setText] = useSearchText(filters.q)
  const [roving, setTable] = useRoving(rows.map(({ id }) => id))
  return (
    <Screen shortcuts={rows.length > 0 ? rowShortcuts(roving.move) : []}>
      <h1 className="visually-hidden">Feedback</h1>
      <search className="filters">
        <TextSearch
          text={text}
          setText={setText}
          leave={() => roving.move(0)}
          label="Search feedback"
          placeholder="Part of a text, an email address or a name"
        />
        <FilterSelects filters={filters} change={change} />
      </search>
      <QueryState query={query} label="feedback" />
      {query.data && rows.length === 0 && (
        <EmptyList subject="text" filters={filters} change={change} isFirstVisit={isFirstVisit}>
          The fallback screen asks users what they were doing if <code>init</code> has{' '}
          <code>feedback: true</code>. A form of your own calls <code>captureFeedback</code>.
        </EmptyList>
      )}
      {rows.length > 0 && (
        <table ref={setTable} className={`cards ${css.list}`} aria-label="What users wrote, latest first">
          <thead>
            <tr>
              <th>Text</th>
              <th className={css.error}>Error</th>
              <th className={css.service}>Service</th>
              <th className={`num ${css.time}`}>Time</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((feedback, at) => (
              <FeedbackRow key={feedback.id} feedback={feedback} index={at} roving={roving} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && (
        <ShowMore list={query}>
          {formatCount(rows.length)} of {formatCount(total)}
        </ShowMore>
      )}
    </Screen>
  )
}
