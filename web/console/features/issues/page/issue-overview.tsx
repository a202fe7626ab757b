// The counts of an issue, and its events over time. A bar opens the latest event of its period.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Issue } from '../../../../../contract/issues.ts'
import { useNavigate } from '@tanstack/react-router'
import { newestDigestQuery } from '../events-query.ts'
import { COUNTS_LABEL, issueTrendQuery, releaseMarksQuery } from '../issue-query.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatShortDateTime } from '../../../format/format-time.ts'
import { usePolling } from '../../../app/live.tsx'
import { AgoOrInstant } from '../../../ui/age.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { needsAttention } from '../issue-status.tsx'
import { Trend } from '../../../charts/trend.tsx'
import css from './issue.module.css'

const HOUR_MS = 3_600_000
/** The longest chart has the range of the counts. */
const MAX_CHART_MS = 30 * 24 * HOUR_MS
/** How often a chart of the last hour moves. */
const REFRESH_MS = HOUR_MS / 12

type Props = { issue: Issue; q: string | undefined; now: number; openEvent: (digest: string | null) => void }

export function IssueOverview({ issue, q, now, openEvent }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const from = chartStart(issue.firstSeen, now)
  const chart = useQuery({
    ...issueTrendQuery(issue.id, from, q),
    refetchInterval: usePolling(),
  })
  const releases = useQuery(releaseMarksQuery(issue.service, from)).data ?? []
  const isHot = needsAttention(issue.status)
  const bars = (chart.data?.issue.trend ?? []).map(({ at, count }) => ({
    at,
    count,
    fresh: isHot ? count : 0,
  }))
  const openLatest = async (from: string, to: string) =>
    openEvent(await client.fetchQuery(newestDigestQuery(issue.id, { from, to, q })).catch(() => null))
  return (
    <div className={css.overview}>
      <Facts
        className={css.facts}
        facts={{
          [`Events, ${COUNTS_LABEL}`]: <b>{formatCount(issue.count)}</b>,
          [`Users, ${COUNTS_LABEL}`]: (
            <>
              <b>{formatCount(issue.users)}</b> <Sessions count={issue.sessions} />
            </>
          ),
          'Last seen': <AgoOrInstant at={issue.lastSeen} />,
          'First seen': (
            <>
              {formatShortDateTime(issue.firstSeen, now)}{' '}
              <span className={`faint clip ${css.release}`}>
                <UntrustedText text={issue.releases.find(Boolean) ?? ''} />
              </span>
            </>
          ),
        }}
      />
      <div className={css.trend}>
        <p className={css.range}>
          <b className="num">{formatCount(chart.data?.issue.count)}</b>{' '}
          {chart.data?.issue.count === 1 ? 'event' : 'events'}, {chartPeriod(issue.firstSeen, now)}
        </p>
        <Trend
          bars={bars}
          releases={releases}
          openRelease={(release, service) =>
            void navigate({ to: '/releases/$service/$release', params: { service, release } })
          }
          now={now}
          onSelect={(from, to) => void openLatest(from, to)}
          low
          action="opens the latest event of that period"
        />
      </div>
    </div>
  )
}

export function Sessions({ count }: { count: number }) {
  return count > 0 && <span className="faint">in {pluralize(count, 'session')}</span>
}

/** The chart begins at the first event, at least an hour ago: in 30 days, three hours would be one bar. */
function chartStart(firstSeen: string, now: number): string {
  const youngest = roundDown(now - HOUR_MS + REFRESH_MS, REFRESH_MS)
  return new Date(Math.max(oldestStart(now), Math.min(youngest, Date.parse(firstSeen)))).toISOString()
}

function chartPeriod(firstSeen: string, now: number): string {
  const first = Date.parse(firstSeen)
  // By a clock that is ahead.
  if (first > now) return 'last hour'
  return first < oldestStart(now)
    ? COUNTS_LABEL
    : `since the first event, ${formatShortDateTime(firstSeen, now)}`
}

function oldestStart(now: number): number {
  return roundDown(now - MAX_CHART_MS, HOUR_MS)
}

/** Keeps the request the same as time passes. */
function roundDown(instant: number, step: number): number {
  return Math.floor(instant / step) * step
}
