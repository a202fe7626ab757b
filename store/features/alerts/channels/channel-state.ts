// What became of the messages of each channel.
import type { Channel } from '../../../../contract/alerts.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { exactInstant } from '../../../database/instants.ts'
import type { AlertChange } from '../changes/alert-changes.ts'
import { NEWEST_ATTEMPTS, type Outcome } from '../messages/alert-messages.ts'
import type { StoredChannel } from './channel.ts'

/** The newest attempt of a channel. `at`: in nanoseconds since 1970. `isWaiting`: one of its messages is. */
export type ChannelHistory = {
  at: bigint
  outcome: Outcome | ''
  detail: string
  isWaiting: boolean
}

const ENDED = new Set<Outcome | ''>(['failed', 'expired', 'gone'])

export async function channelHistories(engine: Engine): Promise<Map<string, ChannelHistory>> {
  const rows = await engine.query<{
    id: string
    newest: [at: string, outcome: Outcome | '', detail: string]
    isWaiting: number
  }>(
    `SELECT ChannelId AS id,
       argMaxIf((lastAt, outcome, detail), toInt64OrZero(lastAt), outcome != 'withdrawn') AS newest,
       max(outcome IN ('', 'retry', 'again')) AS isWaiting
     FROM alert_messages AS m LEFT JOIN (
       SELECT id AS message, outcome, detail, lastAt FROM (${NEWEST_ATTEMPTS})
     ) AS a ON m.MessageId = a.message GROUP BY ChannelId`,
  )
  return new Map(
    rows.map(({ id, newest: [at, outcome, detail], isWaiting }) => [
      id,
      { at: BigInt(at || 0), outcome, detail, isWaiting: isWaiting === 1 },
    ]),
  )
}

export function stateOfChannel(
  channel: StoredChannel,
  history: ChannelHistory | undefined,
): Channel['state'] {
  if (isUnsubscribed(channel)) return 'off'
  if (history === undefined || !hasFailed(channel, history)) return 'ok'
  return history.outcome === 'gone' ? 'off' : 'failing'
}

/** All its addresses have unsubscribed. */
function isUnsubscribed({ kind, target }: StoredChannel): boolean {
  return kind === 'email' && target === ''
}

function hasFailed({ resumedAt }: StoredChannel, { at, outcome }: ChannelHistory): boolean {
  return ENDED.has(outcome) && at > BigInt(resumedAt) * 1_000_000n
}

export function lastDelivery(history: ChannelHistory | undefined): Channel['last'] {
  if (history === undefined || history.at === 0n) return null
  const { at, outcome, detail } = history
  const status = outcome === 'sent' ? 'sent' : ENDED.has(outcome) ? 'failed' : 'waiting'
  return { at: exactInstant(at), status, detail }
}

/**
 * Channels that get no further message, with the reason: another one waits, the channel is off, or it refused
 * the last one and nothing has happened since.
 */
export async function blockedChannels(
  engine: Engine,
  channels: StoredChannel[],
  due: AlertChange[],
): Promise<Map<string, string>> {
  const histories = await channelHistories(engine)
  const reasonOf = (channel: StoredChannel): string | null => {
    if (isUnsubscribed(channel)) return 'all addresses have unsubscribed'
    const history = histories.get(channel.id)
    if (history === undefined) return null
    if (history.isWaiting) return 'waits for the message before'
    if (!hasFailed(channel, history) || history.outcome === 'expired') return null
    if (history.outcome === 'gone') return 'the channel is off'
    const isNewer = due.some(({ channelId, seen }) => channelId === channel.id && seen > history.at)
    return isNewer ? null : 'the channel has refused it; sent with the next change'
  }
  return new Map(
    channels.flatMap((channel) => {
      const reason = reasonOf(channel)
      return reason === null ? [] : [[channel.id, reason]]
    }),
  )
}
