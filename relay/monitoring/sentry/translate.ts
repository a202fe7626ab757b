// An envelope as requests of OTLP, item by item: what is bad or unknown is left out alone, and counted.
import { createHash } from 'node:crypto'
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'
import { Batch } from './batch.ts'
import type { Envelope, Item } from './envelope.ts'
import { eventRecord } from './event.ts'
import { idOf } from './json-values.ts'
import { checkInRecord, discardedRecords, feedbackRecord, logRecords } from './records.ts'
import { senderOfEvent, senderOfHeader, senderOfLogs, senderOfSession } from './senders.ts'
import { sessionCountRecords, sessionRecords } from './sessions.ts'
import { itemSpans, transactionSpans } from './spans.ts'
import { vitalsOfSpan, vitalsOfTransaction } from './web-vitals.ts'

/** What the request says of the sender, for items that do not. `page`: its address; '' where not known. */
export type Origin = {
  project: string
  userAgent: string
  page: string
  release?: string
  environment?: string
}
/** `leftOut`: items by their type. */
export type Translation = {
  eventId: string
  logs: JsonObject | null
  traces: JsonObject | null
  leftOut: Map<string, number>
}

/** Types that become records or spans. Others are counted. */
export const KEPT_TYPES = new Set(
  'event transaction span log feedback user_report check_in session sessions client_report'.split(' '),
)

/** Types that become snapshots. */
export const REPLAY_TYPES = new Set(['replay_event', 'replay_recording'])

const EVENT_ID_DIGITS = 32
const UID_DIGITS = 32

export function translate(
  { header, items }: Envelope,
  origin: Origin,
  projects: ReadonlyMap<string, string>,
): Translation {
  const context = { header: senderOfHeader(header), origin }
  const eventId = idOf(header['event_id'], EVENT_ID_DIGITS)
  const batch = new Batch(projects)
  const result: Translation = { eventId, logs: null, traces: null, leftOut: new Map() }
  for (const [position, item] of items.entries()) {
    // See `snapshots/`.
    if (REPLAY_TYPES.has(item.type) && item.payload !== null) continue
    const payload = parse(item)
    if (payload === null) leaveOut(result, item.type)
    else add(payload, item, position)
  }
  result.logs = batch.logs()
  result.traces = batch.traces()
  return result

  /** Of an item whose records are counted: the same when it is sent again. */
  function uid({ payload }: Item, position: number): string {
    const context = JSON.stringify([origin.project, header, position])
    return createHash('sha256').update(context).update(payload!).digest('hex').slice(0, UID_DIGITS)
  }

  function add(payload: JsonObject, item: Item, position: number): void {
    const { type } = item
    const sender = { ...context.origin, ...context.header, ...senderOfEvent(payload) }
    switch (type) {
      case 'event': {
        const id = eventId || idOf(payload['event_id'], EVENT_ID_DIGITS)
        result.eventId ||= id
        return batch.addRecords(sender, [eventRecord(payload, id)])
      }
      case 'transaction': {
        batch.addSpans(sender, transactionSpans(payload))
        return batch.addRecords(sender, vitalsOfTransaction(payload))
      }
      case 'span': {
        const spans = itemSpans(payload)
        batch.addSpans(sender, spans)
        for (const sent of spans)
          batch.addRecords({ ...sender, ...sent.sender }, vitalsOfSpan(sent, origin.page))
        return
      }
      case 'log':
        return batch.addRecords({ ...sender, ...senderOfLogs(payload) }, logRecords(payload))
      case 'feedback':
      case 'user_report':
        return batch.addRecords(sender, [feedbackRecord(payload, uid(item, position))])
      case 'check_in':
        return batch.addRecords(sender, [checkInRecord(payload)])
      case 'session': {
        const records = sessionRecords(payload)
        if (records.length === 0) leaveOut(result, type)
        return batch.addRecords({ ...sender, ...senderOfSession(payload) }, records)
      }
      case 'sessions': {
        const records = sessionCountRecords(payload, uid(item, position))
        return batch.addRecords({ ...sender, ...senderOfSession(payload) }, records)
      }
      case 'client_report':
        return batch.addRecords(sender, discardedRecords(payload, uid(item, position)))
      default:
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
export const KNOWN_TYPES = new Set([
  ...KEPT_TYPES,
  ...'attachment trace_metric metric_buckets statsd'.split(' '),
  ...'replay_event replay_recording'.split(' '),
  ...'replay_video profile profile_chunk form_data raw_security nel otel_span otel_log'.split(' '),
])

function leaveOut({ leftOut }: Translation, sentType: string): void {
  const type = KNOWN_TYPES.has(sentType) ? sentType : 'other'
  leftOut.set(type, (leftOut.get(type) ?? 0) + 1)
}
