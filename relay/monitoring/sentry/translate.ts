// An envelope as requests of OTLP, item by item: what is bad or unknown is left out alone, and counted.
import { createHash } from 'node:crypto'
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'
import type { Envelope, Item } from './envelope.ts'
import { eventRecord, type LogRecord } from './event.ts'
import { nanosecondsOf, numberOf, objectOf, objectsOf, textOf } from './json-values.ts'
import { toAttributes, type Attribute } from './otlp-attributes.ts'
import { checkInRecord, feedbackRecord, logRecords, sessionRecords, vitalRecords } from './records.ts'
import { resourceOf, type Sender } from './resource.ts'
import { itemSpans, type SentSpan, transactionSpans } from './spans.ts'

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
const INSTRUMENTATION = { name: 'sentry' }

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
        return batch.addRecords(sender, [withDigest(eventRecord(payload, id), id)])
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

/** Records of one sender as a request; null: there are none. */
export function recordsRequest(
  origin: Origin,
  records: LogRecord[],
  projects: ReadonlyMap<string, string>,
): JsonObject | null {
  const batch = new Batch(projects)
  batch.addRecords(origin, records)
  return batch.logs()
}

/** Records and spans by their resource. */
class Batch {
  readonly #projects: ReadonlyMap<string, string>
  readonly #groups = new Map<
    string,
    { resource: Attribute[]; records: LogRecord[]; spans: SentSpan['span'][] }
  >()

  constructor(projects: ReadonlyMap<string, string>) {
    this.#projects = projects
  }

  addRecords(sender: Partial<Sender>, records: LogRecord[]): void {
    if (records.length > 0) this.#groupOf(sender).records.push(...records)
  }

  addSpans(sender: Partial<Sender>, spans: SentSpan[]): void {
    for (const { span, sender: own } of spans) this.#groupOf({ ...sender, ...own }).spans.push(span)
  }

  logs(): JsonObject | null {
    const groups = [...this.#groups.values()].filter(({ records }) => records.length > 0)
    if (groups.length === 0) return null
    return {
      resourceLogs: groups.map(({ resource, records }) => ({
        resource: { attributes: resource },
        scopeLogs: [{ scope: INSTRUMENTATION, logRecords: records }],
      })),
    }
  }

  traces(): JsonObject | null {
    const groups = [...this.#groups.values()].filter(({ spans }) => spans.length > 0)
    if (groups.length === 0) return null
    return {
      resourceSpans: groups.map(({ resource, spans }) => ({
        resource: { attributes: resource },
        scopeSpans: [{ scope: INSTRUMENTATION, spans }],
      })),
    }
  }

  #groupOf(sender: Partial<Sender>) {
    const complete = { ...NOBODY, ...sender }
    const key = JSON.stringify(Object.values(complete))
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = { resource: resourceOf(complete, this.#projects), records: [], spans: [] }
      this.#groups.set(key, group)
    }
    return group
  }
}

const NOBODY: Sender = {
  project: '',
  release: '',
  environment: '',
  dist: '',
  sdkName: '',
  sdkVersion: '',
  userAgent: '',
  hostName: '',
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
  ...'attachment sessions trace_metric metric_buckets statsd replay_event replay_recording replay_video'.split(
    ' ',
  ),
  ...'profile profile_chunk form_data raw_security nel otel_span otel_log unreal_report'.split(' '),
])

function leaveOut({ leftOut }: Translation, sentType: string): void {
  const type = KNOWN_TYPES.has(sentType) ? sentType : 'other'
  leftOut.set(type, (leftOut.get(type) ?? 0) + 1)
}

/** The same event has the same digest when it is sent again: the store counts it once. */
function withDigest(record: LogRecord, eventId: string): LogRecord {
  if (eventId === '') return record
  const hash = createHash('sha256').update(eventId).digest()
  const digest = Array.from({ length: 8 }, (_, index) => DIGEST_ALPHABET[hash[index]! % 32]).join('')
  return { ...record, attributes: [...record.attributes, ...toAttributes({ 'errata.digest': digest })] }
}

function idOf(value: unknown): string {
  const id = textOf(value).replaceAll('-', '').toLowerCase()
  return /^[\da-f]{32}$/.test(id) ? id : ''
}

/** Of the trace that sampling decided on. */
function senderOfHeader(header: JsonObject): Partial<Sender> {
  const [sdk, trace] = [objectOf(header['sdk']), objectOf(header['trace'])]
  return present({
    sdkName: textOf(sdk['name']),
    sdkVersion: textOf(sdk['version']),
    release: textOf(trace['release']),
    environment: textOf(trace['environment']),
  })
}

function senderOfEvent(event: JsonObject): Partial<Sender> {
  const sdk = objectOf(event['sdk'])
  const headers = Object.entries(objectOf(objectOf(event['request'])['headers']))
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]
  return present({
    release: textOf(event['release']),
    environment: textOf(event['environment']),
    dist: textOf(event['dist']),
    sdkName: textOf(sdk['name']),
    sdkVersion: textOf(sdk['version']),
    userAgent: textOf(agent),
    hostName: textOf(event['server_name']),
  })
}

function senderOfLogs(payload: JsonObject): Partial<Sender> {
  const attributes = objectOf(objectsOf(payload['items'])[0]?.['attributes'])
  const value = (key: string) => textOf(objectOf(attributes[key])['value'])
  return present({
    release: value('sentry.release'),
    environment: value('sentry.environment'),
    sdkName: value('sentry.sdk.name'),
    sdkVersion: value('sentry.sdk.version'),
    hostName: value('server.address'),
  })
}

function senderOfSession(payload: JsonObject): Partial<Sender> {
  const attributes = objectOf(payload['attrs'])
  return present({
    release: textOf(attributes['release']),
    environment: textOf(attributes['environment']),
    userAgent: textOf(attributes['user_agent']),
  })
}

function present(sender: Partial<Sender>): Partial<Sender> {
  return Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== ''))
}

function vitalsOfTransaction(event: JsonObject): LogRecord[] {
  const trace = objectOf(objectOf(event['contexts'])['trace'])
  const time = nanosecondsOf(event['timestamp'])
  if (time === undefined) return []
  const at = { time, route: textOf(event['transaction']), traceId: textOf(trace['trace_id']) }
  return vitalRecords(objectOf(event['measurements']), at)
}

function vitalsOfSpans(
  payload: JsonObject,
  spans: SentSpan[],
): { sender: Partial<Sender>; records: LogRecord[] }[] {
  const items = objectsOf(payload['items'])
  return spans.map(({ span, sender }) => {
    const item = items.find(({ span_id: id }) => textOf(id) === span.spanId)
    const attributes = Object.fromEntries(
      Object.entries(objectOf(item?.['attributes'])).map(([key, value]) => [key, objectOf(value)['value']]),
    )
    const route = textOf(attributes['http.route']) || textOf(attributes['url.path'])
    const records = vitalRecords(attributes, { time: span.endTimeUnixNano, route, traceId: span.traceId })
    return { sender, records }
  })
}

function discardedOf(payload: JsonObject): Translation['discarded'] {
  return objectsOf(payload['discarded_events']).map(({ reason, category, quantity }) => ({
    reason: textOf(reason),
    category: textOf(category),
    quantity: numberOf(quantity) ?? 0,
  }))
}
