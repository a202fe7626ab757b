// Spans of a Sentry SDK as spans of OTLP: transactions with their children, and items of version 2.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { entriesOf, idOf, nanosecondsOf, objectOf, objectsOf, plainValues, textOf } from './json-values.ts'
import { type Attribute, toAttributes } from './otlp-attributes.ts'
import type { Sender } from './resource.ts'
import { isPageOperation, routeOfPage, templateOf } from './routes.ts'

export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number; message?: string }
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
}
/** `sender`: what the attributes of the span say of it. `values`: the attributes as they were sent. */
export type SentSpan = { span: Span; sender: Partial<Sender>; values: JsonObject }

const [INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER] = [1, 2, 3, 4, 5]
const KINDS = new Map([
  ['internal', INTERNAL],
  ['server', SERVER],
  ['client', CLIENT],
  ['producer', PRODUCER],
  ['consumer', CONSUMER],
])
const KINDS_OF_OPERATIONS: [operation: RegExp, kind: number][] = [
  [/^http\.server/, SERVER],
  [/^(?:http\.client|resource\.|db|cache|rpc|graphql)/, CLIENT],
  [/^queue\.(?:publish|submit)/, PRODUCER],
  [/^queue\.(?:process|receive)/, CONSUMER],
]
/** Names of SDKs before version 11, and the names of the conventions. */
const RENAMED = new Map([
  ['http.method', 'http.request.method'],
  ['http.status_code', 'http.response.status_code'],
  ['http.url', 'url.full'],
  ['url', 'url.full'],
  ['db.system', 'db.system.name'],
  ['db.statement', 'db.query.text'],
])
const NO_ERROR = /^(?:|ok|unset|cancelled|aborted)$/
const ERROR = 2
/** Of the resource: every span repeats them. */
const SENDER = {
  'sentry.release': 'release',
  'sentry.environment': 'environment',
  'sentry.dist': 'dist',
  'sentry.sdk.name': 'sdkName',
  'sentry.sdk.version': 'sdkVersion',
  'user_agent.original': 'userAgent',
  'server.address': 'hostName',
} as const

/** The root span of a transaction and its children. Those without ids or times are left out. */
export function transactionSpans(event: JsonObject): SentSpan[] {
  const contexts = objectOf(event['contexts'])
  const root = objectOf(contexts['trace'])
  const request = objectOf(event['request'])
  const rootSpan = {
    ...root,
    description: event['transaction'],
    start_timestamp: event['start_timestamp'],
    timestamp: event['timestamp'],
    data: {
      'url.full': request['url'],
      'http.route': routeOfTransaction(event),
      'user.id': objectOf(event['user'])['id'],
      ...Object.fromEntries(entriesOf(event['tags'])),
      ...objectOf(root['data']),
    },
  }
  const traceId = root['trace_id']
  return [rootSpan, ...objectsOf(event['spans'])].flatMap((sent) => {
    const span = toSpan({ trace_id: traceId, ...sent })
    return span === null ? [] : [{ span, sender: {}, values: {} }]
  })
}

/** A transaction of a page is named after its route or its path. */
export function routeOfTransaction(event: JsonObject): string {
  const name = textOf(event['transaction'])
  if (objectOf(event['transaction_info'])['source'] === 'route') return name
  const operation = textOf(objectOf(objectOf(event['contexts'])['trace'])['op'])
  return isPageOperation(operation) ? templateOf(name) : ''
}

/** Of a span item of version 2, which has spans of several traces. */
export function itemSpans(payload: JsonObject): SentSpan[] {
  const items = Array.isArray(payload['items']) ? objectsOf(payload['items']) : [payload]
  return items.flatMap((item) => {
    const values = plainValues(item['attributes'])
    const data = { ...values }
    const sender: Partial<Sender> = {}
    for (const [key, member] of Object.entries(SENDER)) {
      if (key === 'server.address' && kindOf(textOf(data['sentry.op']), data) === CLIENT) continue
      if (data[key] === undefined) continue
      sender[member] = textOf(data[key])
      delete data[key]
    }
    if (isPageOperation(textOf(data['sentry.op']))) data['http.route'] = routeOfPage(data)
    const span = toSpan({
      ...item,
      description: item['name'] ?? item['description'],
      op: data['sentry.op'] ?? item['op'],
      timestamp: item['end_timestamp'] ?? item['timestamp'],
      data: { ...objectOf(item['data']), ...data },
    })
    return span === null ? [] : [{ span, sender, values }]
  })
}

/** Null without ids or a start. */
function toSpan(span: JsonObject): Span | null {
  const [start, end] = [nanosecondsOf(span['start_timestamp']), nanosecondsOf(span['timestamp'])]
  const [traceId, spanId] = [idOf(span['trace_id'], 32), idOf(span['span_id'], 16)]
  if (start === undefined || traceId === '' || spanId === '') return null
  const data = objectOf(span['data'])
  const operation = textOf(span['op'])
  const status = textOf(span['status'])
  const parent = idOf(span['parent_span_id'], 16)
  const links = objectsOf(span['links']).map((link) => ({
    traceId: idOf(link['trace_id'], 32),
    spanId: idOf(link['span_id'], 16),
  }))
  return {
    traceId,
    spanId,
    ...(parent !== '' && { parentSpanId: parent }),
    name: textOf(span['description']) || operation || 'span',
    kind: kindOf(operation, data),
    startTimeUnixNano: start,
    endTimeUnixNano: end ?? start,
    status: NO_ERROR.test(status) ? {} : { code: ERROR, message: status === 'error' ? '' : status },
    attributes: toAttributes({
      ...Object.fromEntries(Object.entries(data).map(([key, value]) => [RENAMED.get(key) ?? key, value])),
      'sentry.op': operation,
      'sentry.origin': textOf(span['origin']) || textOf(data['sentry.origin']),
    }),
    links: links.filter((link) => link.traceId !== '' && link.spanId !== ''),
  }
}

function kindOf(operation: string, data: JsonObject): number {
  const kind = KINDS.get(textOf(data['sentry.kind']))
  return kind ?? KINDS_OF_OPERATIONS.find(([pattern]) => pattern.test(operation))?.[1] ?? INTERNAL
}
