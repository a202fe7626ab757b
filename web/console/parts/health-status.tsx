// "last event stored 2 s ago": the health of relay and store, in every header; it opens the status.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { healthQuery, statusQuery } from '../api/status.ts'
import { formatBytes, pluralize } from '../format-number.ts'
import { formatAge, formatDateTime } from '../format-time.ts'
import { usePolling } from '../live.tsx'
import { useNow } from '../use-now.ts'

export function HealthStatus() {
  const polling = usePolling()
  const store = useQuery({ ...statusQuery(), refetchInterval: polling })
  const relay = useQuery({ ...healthQuery(), refetchInterval: polling })
  const now = useNow(1_000)
  const queued = relay.data?.spool.envelopes ?? 0
  const queue = queued > 0 && (
    <span className="wide-only"> · {pluralize(queued, 'delivery', 'deliveries')} queued in the relay</span>
  )
  if (relay.isError && store.isError) return <Line state="down">the relay does not answer</Line>
  if (store.isError || relay.data?.store === 'down')
    return <Line state="down">the store does not answer{queue}</Line>
  if (store.isPending) return null
  const { lastStored, bytes, retentionDays } = store.data
  if (!lastStored) return <Line state="none">no event stored yet</Line>
  const size = `${formatBytes(bytes)} on disk. Retention: ${retentionDays} days`
  return (
    <Line
      state={queued > 0 ? 'delayed' : 'ok'}
      title={`Last event stored ${formatDateTime(lastStored)}. ${size}`}
    >
      <span className="wide-only">last event stored </span>
      <b>{formatAge(lastStored, now)}</b> ago{queue}
    </Line>
  )
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
