// "last event stored 2 s ago": the product's own pulse, on every screen.

import { useQuery } from '@tanstack/react-query'
import { health, type Health, status } from '../api/issues.ts'
import { usePolling } from '../live.tsx'
import { useNow } from '../use-now.ts'
import { bytes, counted } from '../format-number.ts'
import { ago, moment } from '../format-time.ts'

export function Pulse() {
  const polling = usePolling()
  const stored = useQuery({ ...status(), refetchInterval: polling })
  const relay = useQuery({ ...health(), refetchInterval: polling })
  const now = useNow(1_000)
  const waiting = relay.data?.spool.envelopes ?? 0
  const last = stored.data?.lastStored ?? null
  if (relay.isError && stored.isError) return <Line state="down">the relay does not answer</Line>
  if (stored.isError || relay.data?.store === 'down') {
    return <Line state="down">the store does not answer{waiting > 0 && <Waiting relay={relay.data} />}</Line>
  }
  if (stored.isPending) return null
  if (!last) return <Line state="none">no event stored yet</Line>
  return (
    <Line
      state={waiting > 0 ? 'late' : 'ok'}
      title={`Last stored ${moment(last)}. ${bytes(stored.data.bytes)} kept, for ${stored.data.retentionDays} days.`}
    >
      <span className="long">last event stored </span>
      <b>{ago(last, now)}</b> ago{waiting > 0 && <Waiting relay={relay.data} />}
    </Line>
  )
}

function Line({
  state,
  title,
  children,
}: {
  state: 'ok' | 'late' | 'down' | 'none'
  title?: string
  children: React.ReactNode
}) {
  return (
    <span className="health" data-state={state} title={title}>
      <span className="pulse" />
      <span>{children}</span>
    </span>
  )
}

function Waiting({ relay }: { relay: Health | undefined }) {
  return (
    <span className="long">
      {' '}
      · {counted(relay?.spool.envelopes ?? 0, 'delivery').replace('deliverys', 'deliveries')} waiting in the
      relay
    </span>
  )
}
