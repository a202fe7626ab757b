// "last event stored 2 s ago": the health of relay and store in every header, with a link to the status.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { StatusAnswer } from '../../../contract/status.ts'
import { statusQuery } from '../features/status/status-query.ts'
import { type Health, healthQuery } from '../http/health.ts'
import { HttpError } from '../http/http.ts'
import { RETRY_MS } from '../http/query.ts'
import { formatBytes, pluralize } from '../format/format-number.ts'
import { formatDateTime, formatDuration } from '../format/format-time.ts'
import { usePolling } from './live.tsx'
import { useFailure } from './use-failure.ts'
import { useAge } from '../ui/use-now.ts'

/** The store counts as down after this many consecutive answers of the relay, at once if a screen failed. */
const ALARM_MISSES = 2
/** An answer that takes longer is slow. */
const SLOW_MS = 1_000

export function HealthStatus() {
  const polling = usePolling()
  const store = useQuery({ ...statusQuery(), refetchInterval: polling })
  const relay = useQuery({
    ...healthQuery(),
    refetchInterval: (query) => (query.state.data?.store === 'down' ? RETRY_MS : polling(query)),
  })
  const misses = useMisses(relay.data, relay.dataUpdatedAt)
  const failure = useFailure()
  const queue = <Queues health={relay.data} />
  if (relay.isError && !navigator.onLine) return <Offline since={store.dataUpdatedAt} />
  if (relay.isError && (store.isError || failure)) return <Line state="down">the relay does not answer</Line>
  const isDown = relay.data?.store === 'down'
  const hasLateAnswer = isLate(failure) || isLate(store.error)
  // The relay's check has a short time limit: one late answer is not an outage.
  const isMissing = isDown ? failure !== undefined : store.isError && !hasLateAnswer
  if (misses >= ALARM_MISSES ? !store.isSuccess : isMissing)
    return <Line state="down">the store does not answer{queue}</Line>
  const milliseconds = store.data?.milliseconds ?? 0
  if (store.isError || isDown || hasLateAnswer || milliseconds > SLOW_MS)
    return <Slow milliseconds={milliseconds}>{queue}</Slow>
  if (store.data === undefined) return null
  return <LastEvent status={store.data} health={relay.data} />
}

function isLate(error: Error | null | undefined): boolean {
  return error instanceof HttpError && error.details.isLate
}

/** `since`: when the store answered last; 0: never. */
function Offline({ since }: { since: number }) {
  const age = useAge(new Date(since).toISOString())
  return <Line state="down">offline{since > 0 && `, data of ${age} ago`}</Line>
}

function Slow({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
  return (
    <Line state="delayed">
      the store is slow{milliseconds > SLOW_MS && `, ${formatDuration(milliseconds * 1_000_000)}`}
      {children}
    </Line>
  )
}

type LastEventProps = { status: StatusAnswer; health: Health | undefined }

function LastEvent({ status, health }: LastEventProps) {
  const { lastStored, bytes, retentionDays } = status
  if (!lastStored) return <Line state="none">no event stored yet</Line>
  const size = `${formatBytes(bytes)} on disk. Retention: ${retentionDays} days`
  return (
    <Line
      state={health?.spool.envelopes ? 'delayed' : 'ok'}
      title={`Last event stored ${formatDateTime(lastStored)}. ${size}`}
    >
      <span className="wide-only">last event stored </span>
      <b>
        <AgeText at={lastStored} />
      </b>{' '}
      ago
      <Queues health={health} />
    </Line>
  )
}

/** Drawn again when the text changes. */
function AgeText({ at }: { at: string }) {
  return useAge(at)
}

/** What is queued in the relay, and in the collector while the store is down. */
function Queues({ health }: { health: Health | undefined }) {
  if (!health) return null
  const { spool, store, collectorQueue } = health
  const bytes = store === 'down' ? (collectorQueue?.bytes ?? 0) : 0
  return (
    <span className="wide-only">
      {spool.envelopes > 0 &&
        ` · ${pluralize(spool.envelopes, 'delivery', 'deliveries')} queued in the relay`}
      {bytes > 0 && ` · ${formatBytes(bytes)} queued in the collector`}
    </span>
  )
}

/** How many consecutive answers of the relay reported the store as down. */
function useMisses(health: Health | undefined, at: number): number {
  const [count, setCount] = useState({ at, misses: 0 })
  if (count.at === at) return count.misses
  const misses = health?.store === 'down' ? count.misses + 1 : 0
  setCount({ at, misses })
  return misses
}

type LineProps = { state: 'ok' | 'delayed' | 'down' | 'none'; title?: string; children: ReactNode }

function Line({ state, title, children }: LineProps) {
  return (
    <Link to="/status" className="health" data-state={state} title={title}>
      <span className="dot" />
      <span>{children}</span>
    </Link>
  )
}
