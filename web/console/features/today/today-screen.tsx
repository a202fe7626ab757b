// What happened since the last visit, or since another instant.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Today } from '../../../../contract/today.ts'
import { usePolling } from '../../app/live.tsx'
import { Screen } from '../../app/screen.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { requestText } from '../../http/http.ts'
import { filteredQuery, searchParameters } from '../../http/query.ts'
import { QueryState } from '../../http/query-state.tsx'
import { useRoving } from '../../ui/roving.ts'
import { useToast } from '../../ui/toast.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useNow } from '../../ui/use-now.ts'
import { BulkBar, useIssueActions, useSelection } from '../issues/index.ts'
import { AssignedIssues } from './assigned-issues.tsx'
import { Beside, hasBeside } from './beside.tsx'
import { ChangedIssues, listedIssues, QuietIssues } from './changed-issues.tsx'
import { CrashFree } from './crash-free.tsx'
import { NewReleases } from './new-releases.tsx'
import { QuietDay } from './quiet-day.tsx'
import { formatSince, readSince, useMark } from './since.ts'
import { TodayHeader } from './today-header.tsx'
import css from './today.module.css'

const route = getRouteApi('/today')

/** Select and resolve come before the mark in the footer. */
const FIRST_ACTIONS = 2

export function TodayScreen() {
  const search = route.useSearch()
  const [mark, setMark] = useMark()
  const [openedAt] = useState(Date.now)
  const since = readSince(search.since, mark, openedAt)
  const { service, environment } = search
  const request = { since: since.instant, service, environment, assignee: 'me' }
  const query = useQuery({ ...todayQuery(request), refetchInterval: usePolling() })
  const answer = query.data
  const issues = listedIssues(answer).map(({ issue }) => issue)
  const [roving, setTable] = useRoving(issues.map(({ id }) => id))
  const selection = useSelection(JSON.stringify(request))
  const actions = useIssueActions({
    issues,
    selection,
    roving,
    total: issues.length,
    isStale: query.isPlaceholderData,
  })
  const markAsSeen = useMarkAsSeen(mark, setMark)
  const mayMark = answer !== undefined && !query.isPlaceholderData
  const copy = useCopy()
  const copyMarkdown = () => copy(fetchMarkdown(request), 'Markdown')
  const shortcuts = [
    ...(issues.length > 0
      ? [...rowShortcuts(roving.move), ...actions.shortcuts.slice(0, FIRST_ACTIONS)]
      : []),
    { keys: '.', label: 'mark as seen', run: () => mayMark && markAsSeen(answer.until) },
    { keys: 'y', label: 'copy as Markdown', run: copyMarkdown },
    ...(issues.length > 0 ? [...actions.shortcuts.slice(FIRST_ACTIONS), ...actions.clearShortcuts] : []),
  ]
  const now = useNow(60_000)
  const text = answer ? formatSince(answer.since, now) : ''
  return (
    <Screen shortcuts={shortcuts}>
      <TodayHeader
        answer={answer}
        since={since}
        hasMark={mark !== null}
        markAsSeen={() => mayMark && markAsSeen(answer.until)}
        copyMarkdown={copyMarkdown}
      />
      <QueryState query={query} label="what happened" />
      {answer && (
        <div aria-busy={query.isPlaceholderData}>
          <CrashFree answer={answer} />
          <div className={hasBeside(answer) ? `with-aside ${css.columns}` : undefined}>
            <div className="sections">
              <section aria-label="What changed">
                {issues.length === 0 ? (
                  <QuietDay answer={answer} />
                ) : (
                  <ChangedIssues {...{ answer, since: text, roving, actions, setTable }} />
                )}
                <QuietIssues group={answer.quiet} since={text} />
              </section>
              <NewReleases releases={answer.releases} />
              <AssignedIssues assigned={answer.assigned} />
            </div>
            {hasBeside(answer) && <Beside answer={answer} />}
          </div>
        </div>
      )}
      {actions.selected.length > 0 && <BulkBar actions={actions} />}
    </Screen>
  )
}

/** Next time the screen begins where this answer ended. */
function useMarkAsSeen(mark: string | null, setMark: (mark: string | null) => void): (until: string) => void {
  const navigate = route.useNavigate()
  const { since } = route.useSearch()
  const { showToast } = useToast()
  const open = (value: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, since: value }), replace: true })
  return (until) => {
    setMark(until)
    open(undefined)
    const run = () => {
      setMark(mark)
      open(since)
    }
    showToast({ text: 'Marked as seen: next time from here', action: { label: 'Undo', run } })
  }
}

/** The store reads a week for each answer. */
const STALE_MS = 60_000

/** `since`: undefined for the last 24 hours. */
type Request = {
  since: string | undefined
  service: string | undefined
  environment: string | undefined
  assignee: string
}

function todayQuery(request: Request) {
  return { ...filteredQuery<Today>(['today'], '/api/today', request), staleTime: STALE_MS }
}

/** Of the same request as the answer on screen. */
async function fetchMarkdown(request: Request): Promise<string> {
  return `${await requestText(`/api/today.md?${searchParameters(request)}`)}\n${location.href}\n`
}
