// The counts of an issue, and its events over time: a bar opens the latest event of its time.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Issue } from '../../../../store/api/contract.ts'
import { COUNTS_RANGE, issueQuery, newestDigestQuery } from '../../api/issues.ts'
import { type Range, RANGES } from '../../filters.ts'
import { formatCount, pluralize } from '../../format-number.ts'
import { formatShortDateTime } from '../../format-time.ts'
import { usePolling } from '../../live.tsx'
import { Age } from '../../parts/age.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { needsAttention } from '../../parts/issue-status.tsx'
import { Trend } from '../../parts/trend.tsx'
import css from './issue.module.css'

export const COUNTS_LABEL = RANGES[COUNTS_RANGE].toLowerCase()

const HOUR_MS = 3_600_000

type Props = { issue: Issue; q: string | undefined; now: number; openEvent: (digest: string | null) => void }

export function IssueOverview({ issue, q, now, openEvent }: Props) {
  const client = useQueryClient()
  const range = chartRange(issue.firstSeen, now)
  const chart = useQuery({
    ...issueQuery(issue.id, range, q),
    refetchInterval: usePolling(),
  })
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
      <dl className={css.facts}>
        <Fact name={`Events, ${COUNTS_LABEL}`}>
          <b>{formatCount(issue.count)}</b>
        </Fact>
        <Fact name={`Users, ${COUNTS_LABEL}`}>
          <b>{formatCount(issue.users)}</b>{' '}
          {issue.sessions > 0 && <span className="faint">in {pluralize(issue.sessions, 'session')}</span>}
        </Fact>
        <Fact name="Last seen">
          <Age at={issue.lastSeen} /> ago
        </Fact>
        <Fact name="First seen">
          {formatShortDateTime(issue.firstSeen, now)}{' '}
          <span className={`faint ${css.release}`}>
            <ForeignText text={issue.releases.find(Boolean) ?? ''} />
          </span>
        </Fact>
      </dl>
      <div className={css.trend}>
        <p className={css.range}>
          <b className="num">{formatCount(chart.data?.issue.count)}</b> events, {RANGES[range].toLowerCase()}
        </p>
        <Trend
          bars={bars}
          now={now}
          onSelect={(from, to) => void openLatest(from, to)}
          low
          action="opens the latest event of that time"
        />
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The shortest range since the first event: three hours would be one bar of 30 days. */
function chartRange(firstSeen: string, now: number): Range {
  const hours = (now - Date.parse(firstSeen)) / HOUR_MS
  if (hours < 24) return '24h'
  return hours < 7 * 24 ? '7d' : COUNTS_RANGE
}
