// Queries of rules, channels and deliveries. A change of one of them refreshes all that begin with `ALERTS`.
import type { ChannelsAnswer, DeliveriesAnswer, RulesAnswer } from '../../../../contract/alerts.ts'
import { usePolling } from '../../app/live.tsx'
import { answerQuery, listQuery } from '../../http/query.ts'

export const ALERTS = ['alerts']

/** The live stream of exceptions does not say what was sent. */
const POLL_MS = 5_000
/** Of rules and channels, whose states follow from what was sent. */
const STATE_POLL_MS = 10_000

export function useDeliveryPolling(): ReturnType<typeof usePolling> {
  return useOwnPolling(POLL_MS)
}

export function useAlertPolling(): ReturnType<typeof usePolling> {
  return useOwnPolling(STATE_POLL_MS)
}

function useOwnPolling(milliseconds: number): ReturnType<typeof usePolling> {
  const polling = usePolling()
  return (query) => {
    const interval = polling(query)
    return interval === false ? false : Math.min(interval, milliseconds)
  }
}

export function rulesQuery() {
  return answerQuery<RulesAnswer>([...ALERTS, 'rules'], '/api/rules')
}

export function channelsQuery() {
  return answerQuery<ChannelsAnswer>([...ALERTS, 'channels'], '/api/channels')
}

/** The newest first. Without a status: all. */
export function deliveriesQuery(status: 'waiting' | 'failed' | undefined) {
  return listQuery<DeliveriesAnswer>([...ALERTS, 'deliveries'], '/api/deliveries', { status })
}
