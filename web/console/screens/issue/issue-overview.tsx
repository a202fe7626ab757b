import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Issue } from '../../../../store/api/contract.ts'
import { eventIn, issue as issueQuestion } from '../../api/issues.ts'
import type { Range } from '../../filters.ts'
import { usePolling } from '../../live.tsx'
import { count, counted } from '../../format-number.ts'
import { Ago } from '../../parts/age.tsx'
import { Trend } from '../../parts/trend.tsx'
import { shortMoment } from '../../format-time.ts'
import css from './issue.module.css'

/** How many, how often, since when. A bar opens the newest event of its time. */
export function IssueOverview({
  issue,
  now,
  open,
}: {
  issue: Issue
  now: number
  open: (digest: string | null) => void
}) {
  const client = useQueryClient()
  const hot = issue.status === 'new' || issue.status === 'regressed'
  const fitting = useQuery({
    ...issueQuestion(issue.id, rangeOf(issue.firstSeen, now)),
    refetchInterval: usePolling(),
  })
  const buckets = (fitting.data?.issue.trend ?? []).map(({ at, count }) => ({
    at,
    count,
    fresh: hot ? count : 0,
  }))
  const pick = async (from: string, to: string) =>
    open(await client.fetchQuery(eventIn(issue.id, from, to)).catch(() => null))
  return (
    <div className={css.overview}>
      <dl className={css.facts}>
        <div>
          <dt>Events</dt>
          <dd>
            <b>{count(issue.count)}</b>
          </dd>
        </div>
        <div>
          <dt>Users</dt>
          <dd>
            <b>{count(issue.users)}</b>{' '}
            <span className="faint">{issue.sessions > 0 && `in ${counted(issue.sessions, 'session')}`}</span>
          </dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>
            <Ago at={issue.lastSeen} now={now} /> ago
          </dd>
        </div>
        <div>
          <dt>First seen</dt>
          <dd>
            {shortMoment(issue.firstSeen, now)} <span className="faint">{issue.releases.find(Boolean)}</span>
          </dd>
        </div>
      </dl>
      <div className={css.trend}>
        <Trend
          buckets={buckets}
          now={now}
          pick={(from, to) => void pick(from, to)}
          low
          does="opens an event of that time"
        />
      </div>
    </div>
  )
}

/** The shortest range in which all of it lies: three hours of an issue are one bar of a month. */
function rangeOf(firstSeen: string, now: number): Range {
  const hours = (now - Date.parse(firstSeen)) / 3_600_000
  if (hours < 24) return '24h'
  return hours < 7 * 24 ? '7d' : '30d'
}
