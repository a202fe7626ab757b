// An envelope as requests of OTLP, item by item: what is bad or unknown is left out alone, and counted.
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'
import { Batch } from './batch.ts'
import type { Envelope, Item } from './envelope.ts'
import { eventRecord } from './event.ts'
import { numberOf, objectsOf, textOf } from './json-values.ts'
import { checkInRecord, feedbackRecord, logRecords, sessionRecords } from './records.ts'
import { senderOfEvent, senderOfHeader, senderOfLogs, senderOfSession } from './senders.ts'
import { itemSpans, transactionSpans } from './spans.ts'
import { vitalsOfSpans, vitalsOfTransaction } from './web-vitals.ts'

/** What the request says of the sender, for items that do not. */
export type Origin = { project: string; userAgent: string; release?: string; environment?: string }
/** `leftOut`: items by their type. `discarded`: what the SDK itself did not send, by reason and category. */
export type Translation = {
  eventId: string
  logs: JsonObject | null
  traces: JsonObject | null
  leftOut: Map<string, number>
  discarded: { reason: string; category: string; quantity: number }[]
}

/** Types that become records or spans. Others are counted. */
export const KEPT_TYPES = new Set(
  'event transaction span log session feedback user_report check_in client_report'.split(' '),
)

export function translate(
  { header, items }: Envelope,
  origin: Origin,
  projects: ReadonlyMap<string, string>,
): Translation {
  const context = { header: senderOfHeader(header), origin }
  const eventId = idOf(header['event_id'])
  const batch = new Batch(projects)
  const result: Translation = { eventId, logs: null, traces: null, leftOut: new Map(), discarded: [] }
  for (const item of items) {
    const payload = parse(item)
    if (payload === null) leaveOut(result, item.type)
    else add(payload, item)
  }
  result.logs = batch.logs()
  result.traces = batch.traces()
  return result

  function add(payload: JsonObject, { type }: Item): void {
    const sender = { ...context.origin, ...context.header, ...senderOfEvent(payload) }
    switch (type) {
      case 'event': {
        const id = eventId || idOf(payload['event_id'])
        result.eventId ||= id
        return batch.addRecords(sender, [eventRecord(payload, id)])
      }
      case 'transaction': {
        const spans = transactionSpans(payload)
        batch.addSpans(
          sender,
          spans.map((span) => ({ span, sender: {} })),
        )
        return batch.addRecords(sender, vitalsOfTransaction(payload))
      }
      case 'span': {
        const spans = itemSpans(payload)
        batch.addSpans(sender, spans)
        for (const { sender: own, records } of vitalsOfSpans(payload, spans))
          batch.addRecords({ ...sender, ...own }, records)
        return
      }
      case 'log':
        return batch.addRecords({ ...sender, ...senderOfLogs(payload) }, logRecords(payload))
      case 'session':
        return batch.addRecords({ ...sender, ...senderOfSession(payload) }, sessionRecords(payload))
      case 'feedback':
      case 'user_report':
        return batch.addRecords(sender, [feedbackRecord(payload)])
      case 'check_in':
        return batch.addRecords(sender, [checkInRecord(payload)])
      default:
        result.discarded.push(...discardedOf(payload))
    }
  }
}

function parse({ type, payload }: Item): JsonObject | null {
  if (payload === null || !KEPT_TYPES.has(type)) return null
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** Anybody can send other types: each would be a series of a metric. */
const KNOWN_TYPES = new Set([
  ...KEPT_TYPES,
  ...'attachment sessions trace_metric metric_buckets statsd replay_event replay_recording'.split(' '),
  ...'replay_video profile profile_chunk form_data raw_security nel otel_span otel_log'.split(' '),
])

function leaveOut({ leftOut }: Translation, sentType: string): void {
  const type = KNOWN_TYPES.has(sentType) ? sentType : 'other'
  leftOut.set(type, (leftOut.get(type) ?? 0) + 1)
}

function idOf(value: unknown): string {
  const id = textOf(value).replaceAll('-', '').toLowerCase()
  return /^[\da-f]{32}$/.test(id) ? id : ''
}

function discardedOf(payload: JsonObject): Translation['discarded'] {
  return objectsOf(payload['discarded_events']).map(({ reason, category, quantity }) => ({
    reason: textOf(reason),
    category: textOf(category),
    quantity: numberOf(quantity) ?? 0,
  }))
}
