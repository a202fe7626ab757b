// A week of two shops, as requests of their collector: spans in the order of time, one in a hundred with an
// exception.
import type { LogRecord, LogsRequest, Span, TracesRequest } from '../../otlp/otlp-json.ts'
import { writeLogs, writeTraces } from '../../otlp/write.ts'
import { exceptionRecord, logs, newTraceId, span, spans, vitalRecord } from '../testing/otlp.ts'

const DAY = 24 * 3_600_000
export const DAYS = 7

/** Spans of one request, as in a batch of the collector. */
const BATCH = 5_000

/** Spans of one trace: a page, six of its requests, and what the server did for each. */
const TRACE = 13
const REQUESTS = (TRACE - 1) / 2

const ISSUES = 1_500
const ROUTES = 30
const USERS = 20_000

/** Releases of the week: one every twelve hours. */
const RELEASES = DAYS * 2

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'

export type Batch = { spans: number; traces: TracesRequest; logs: LogsRequest }

/** The requests of `count` spans that end at `now`. */
export function* week(count: number, now = Date.now()): Generator<Batch> {
  const first = now - DAYS * DAY
  for (let at = 0; at < count; at += BATCH) {
    const size = Math.min(BATCH, count - at)
    const from = first + (at / count) * DAYS * DAY
    const instant = (): number => Math.floor(from + Math.random() * (size / count) * DAYS * DAY)
    yield batch(size, at / BATCH, instant, Math.floor((at / count) * RELEASES))
  }
}

/** One trace of this many spans, in requests of a batch each. */
export function* longTrace(traceId: string, count: number, at: number): Generator<Batch> {
  const root = span({ traceId, name: 'long.step', at, milliseconds: 5 })
  for (let from = 0; from < count; from += BATCH) {
    const list = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
      from + index === 0 ? root : span({ traceId, parentSpanId: root.spanId!, at: at + from + index }),
    )
    yield { spans: list.length, traces: spans(list, { service: 'shop-api' }), logs: {} }
  }
}

/** As the collector sends it. */
export function protobuf({ traces, logs }: Batch): [Buffer, Buffer] {
  return [writeTraces(traces), writeLogs(logs)]
}

function batch(size: number, number: number, instant: () => number, release: number): Batch {
  const shop = number % 4 === 0 ? 'admin' : 'shop'
  const source = { release: `1.${release}.0`, environment: number % 10 === 0 ? 'staging' : 'production' }
  const browser = number % 3 === 0 ? { 'user_agent.original': FIREFOX } : {}
  const page = {
    ...source,
    service: `${shop}-web`,
    resource: { 'telemetry.sdk.language': 'webjs', ...browser },
  }
  const [web, api]: [Span[], Span[]] = [[], []]
  while (web.length + api.length < size) addTrace(instant(), web, api)
  const { resourceSpans: ofPage = [] } = spans(web, page)
  const { resourceSpans: ofServer = [] } = spans(api, { ...source, service: `${shop}-api` })
  const records = Array.from({ length: size / 100 }, () => [
    exception(instant(), release),
    vitalRecord({ value: Math.random() * 6_000, at: instant(), route: route(Math.random() * ROUTES) }),
  ])
  return {
    spans: web.length + api.length,
    traces: { resourceSpans: [...ofPage, ...ofServer] },
    logs: logs(records.flat(), page),
  }
}

function route(number: number): string {
  return `/route-${Math.floor(number)}`
}

function addTrace(at: number, web: Span[], api: Span[]): void {
  const traceId = newTraceId()
  const user = Math.floor(Math.random() * USERS)
  const number = Math.floor(Math.random() ** 2 * ROUTES)
  const session = `${user}-${Math.floor(at / DAY)}`
  const common = { 'user.id': `user-${user}`, 'session.id': session, 'http.route': route(number) }
  const url = `https://shop.example${route(number)}/${user % 100}`
  const page = span({
    traceId,
    at,
    milliseconds: Math.floor(200 + Math.random() * 2_000),
    attributes: { ...common, 'url.full': url },
  })
  web.push(page)
  for (let part = 0; part < REQUESTS; part++) {
    const path = `/api/${number}/part-${part}`
    const milliseconds = Math.floor(5 + Math.random() ** 4 * 3_000)
    const error = Math.random() < 0.02
    const http = {
      'http.request.method': 'GET',
      'http.response.status_code': error ? '500' : '200',
      'server.address': 'shop.example',
    }
    const request = span({
      traceId,
      parentSpanId: page.spanId!,
      name: `GET ${path}`,
      at: at + part * 10,
      milliseconds,
      error,
      attributes: { ...common, ...http, 'url.full': `https://shop.example${path}?page=${user % 10}` },
    })
    const name = `GET /api/:route/part-${part}`
    const served = span({
      traceId,
      parentSpanId: request.spanId!,
      name,
      at: at + part * 10 + 2,
      milliseconds: Math.floor(milliseconds * 0.8),
      error,
      attributes: {
        ...http,
        'http.route': name.slice(4),
        'url.path': path,
        'network.protocol.version': '1.1',
      },
    })
    web.push(request)
    api.push({ ...served, kind: 2 })
  }
}

function exception(at: number, release: number): LogRecord {
  // The first bugs occur most often, and each release adds some.
  const bug = Math.floor(Math.random() ** 3 * (ISSUES - RELEASES)) + (Math.random() < 0.01 ? release : 0)
  const user = Math.floor(Math.random() * USERS)
  const file = `https://shop.example/assets/part${bug}-Dk3fA9x_.js`
  const name = word(bug)
  return exceptionRecord({
    at,
    type: bug % 3 === 0 ? 'TypeError' : 'OrderError',
    message: `Part ${name} failed for order ${at % 10_000}`,
    stacktrace: [
      'Error: Part failed',
      `    at load${name}Part (${file}:1:200)`,
      `    at show${name}Part (${file}:1:900)`,
      `    at render${name} (${file}:2:10)`,
      '    at commit (https://shop.example/assets/vendor-a1b2c3d4.js:2:10)',
    ].join('\n'),
    url: `https://shop.example${route(bug % ROUTES)}`,
    attributes: {
      'http.route': route(bug % ROUTES),
      'user.id': `user-${user}`,
      'session.id': `${user}-${Math.floor(at / DAY)}`,
    },
  })
}

/** Letters: numbers would be values of the same message. */
function word(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
}
