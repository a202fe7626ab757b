// The paths of deliveries: messages and what became of them.
import type { AlertDelivery, DeliveriesAnswer, DeliveryStatus } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { all, oneOf, type Condition } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { exactInstant, nowNs } from '../../../database/instants.ts'
import { cursorOf, pageOf } from '../../../http/cursor.ts'
import { choice, ofPath, text } from '../../../http/parameters.ts'
import { PAGE } from '../../../http/filters.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import { pendingDelivery, readPending } from './pending-messages.ts'
import { insertAttempt, NEWEST_ATTEMPTS, type Outcome } from './alert-messages.ts'

const STATUSES = ['waiting', 'sent', 'failed', 'withheld'] as const

const STATUS_OF: Record<Outcome | '', DeliveryStatus> = {
  '': 'waiting',
  retry: 'waiting',
  again: 'waiting',
  sent: 'sent',
  failed: 'failed',
  expired: 'failed',
  gone: 'failed',
  withdrawn: 'withheld',
}

/** Issues of a message that are listed. */
const MAX_ISSUES = 1_000

type Row = Omit<AlertDelivery, 'at' | 'status' | 'next'> & { ns: string; outcome: Outcome | ''; next: string }

const deliveriesPath = path('GET /api/deliveries', {
  summary: 'Messages to channels, the newest first',
  parameters: {
    page: PAGE,
    status: choice('Only these.', STATUSES, null),
    channel: text('Only those to one channel.'),
  },
  needsAllServices: true,
  answer: 'DeliveriesAnswer',
  handle: async ({ parameters }, context: AlertContext): Promise<DeliveriesAnswer> => {
    const { page, status, channel } = parameters
    const { engine } = context
    const outcomes = Object.entries(STATUS_OF).flatMap(([outcome, of]) => (of === status ? outcome : []))
    const conditions = [
      ...oneOf('outcome', 'outcomes', outcomes),
      ...oneOf('channel', 'channels', channel === '' ? [] : [channel]),
      ...after(cursorOf(page.cursor, 'ns')),
    ]
    const rows = await readDeliveries(engine, conditions, page.limit + 1)
    const { page: shown, nextCursor } = pageOf(rows, page.limit, (row) => [row.ns, row.id])
    const pending = page.cursor === null ? await pendingDeliveries(context, { status, channel }) : []
    return { deliveries: [...pending, ...shown.map(toDelivery)], nextCursor }
  },
})

const retryPath = path('POST /api/deliveries/:id/retry', {
  summary: 'Sends a message again, now',
  parameters: { id: ofPath('The id of a delivery.') },
  needsAllServices: true,
  answer: 'AlertDelivery',
  handle: async ({ parameters: { id } }, { engine, alerts }: AlertContext): Promise<AlertDelivery> => {
    const [row] = await readDeliveries(engine, oneOf('id', 'ids', [id]), 1)
    if (!row) throw new HttpError(404, 'No delivery has this id.')
    if (STATUS_OF[row.outcome] === 'sent') throw new HttpError(409, 'The message has been sent.')
    await insertAttempt(engine, {
      messageId: id,
      channelId: row.channel,
      at: nowNs(),
      outcome: 'again',
      detail: row.detail,
      next: 0n,
    })
    alerts.changed()
    return { ...toDelivery(row), status: 'waiting', next: new Date().toISOString() }
  },
})

export const deliveryPaths = [deliveriesPath, retryPath]

type Filter = { status: DeliveryStatus | null; channel: string }

/** Before all others on the first page. */
async function pendingDeliveries(
  { engine, alerts }: AlertContext,
  { status, channel }: Filter,
): Promise<AlertDelivery[]> {
  const { channels } = await alerts.settings()
  const pending = (await readPending(engine, channels)).map(pendingDelivery)
  return pending.filter(
    (delivery) =>
      (status === null || delivery.status === status) && (channel === '' || delivery.channel === channel),
  )
}

/** The rows after the last one of the previous page. */
function after(cursor: (string | number)[] | null): Condition[] {
  if (cursor === null) return []
  const [ns, id] = cursor
  const sql = '(m.At, MessageId) < (fromUnixTimestamp64Nano({ns:Int64}), {id:String})'
  return [{ sql, parameters: { ns: ns!, id: id! } }]
}

function readDeliveries(engine: Engine, conditions: Condition[], limit: number): Promise<Row[]> {
  const where = all(conditions)
  return engine.query<Row>(
    `SELECT MessageId AS id, toString(toUnixTimestamp64Nano(m.At)) AS ns, ChannelId AS channel,
       RuleId AS rule, Title AS title, arraySlice(IssueIds, 1, ${MAX_ISSUES}) AS issueIds, outcome, attempts,
       next, detail
     FROM alert_messages AS m LEFT JOIN (
       SELECT id AS message, attempts, outcome, detail, next FROM (${NEWEST_ATTEMPTS})
     ) AS a ON m.MessageId = a.message
     WHERE ${where.sql} ORDER BY m.At DESC, id DESC LIMIT {limit:UInt32}`,
    { ...where.parameters, limit },
  )
}

function toDelivery({ ns, outcome, next, ...row }: Row): AlertDelivery {
  const status = STATUS_OF[outcome]
  const isPlanned = status === 'waiting' && BigInt(next || 0) > 0n
  return {
    ...row,
    at: exactInstant(BigInt(ns)),
    status,
    next: isPlanned ? exactInstant(BigInt(next)) : null,
  }
}
