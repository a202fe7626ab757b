// A week of two shops, as requests of their collector: spans in the order of time, one in a hundred with an
// exception.
import { randomBytes } from 'node:crypto'
import { keyValues, newDigest } from '../testing/otlp.ts'

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

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'

export type Batch = { spans: number; traces: string; logs: string }

/**
 * The requests of `count` spans that end at `now`, as JSON text. To create them as objects would take more
 * time than the store takes.
 */
export function* week(count: number, now = Date.now()): Generator<Batch> {
  const first = now - DAYS * DAY
  for (let at = 0; at < count; at += BATCH) {
    const size = Math.min(BATCH, count - at)
    const slot = { from: first + (at / count) * DAYS * DAY, length: (size / count) * DAYS * DAY }
    yield batch(size, at / BATCH, slot, Math.floor((at / count) * RELEASES))
  }
}

/** One trace of this many spans, in requests of a batch each. */
export function* longTrace(traceId: string, count: number, at: number): Generator<Batch> {
  const root = hex(8)
  for (let from = 0; from < count; from += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
      spanLine(
        {
          traceId,
          at: at + from + index,
          length: 5,
          name: 'long.step',
          kind: 1,
          ...(from + index > 0 ? { parent: root } : { id: root }),
        },
        '[]',
      ),
    )
    yield { spans: lines.length, traces: request('Spans', [[source('shop-api', 0), lines]]), logs: '' }
  }
}

type Slot = { from: number; length: number }

function batch(size: number, number: number, slot: Slot, release: number): Batch {
  const shop = number % 4 === 0 ? 'admin' : 'shop'
  const [web, api]: [string[], string[]] = [[], []]
  for (let spans = 0; spans < size; spans += TRACE) trace(slot.from + Math.random() * slot.length, web, api)
  const page = source(
    `${shop}-web`,
    release,
    number % 10 === 0 ? 'staging' : 'production',
    number % 3 === 0 ? FIREFOX : CHROME,
  )
  const records = [
    ...Array.from({ length: size / 100 }, () =>
      exceptionLine(slot.from + Math.random() * slot.length, release),
    ),
    ...Array.from({ length: size / 100 }, () => vitalLine(slot.from + Math.random() * slot.length)),
  ]
  return {
    spans: web.length + api.length,
    traces: request('Spans', [
      [page, web],
      [source(`${shop}-api`, release, number % 10 === 0 ? 'staging' : 'production'), api],
    ]),
    logs: request('Logs', [[page, records]]),
  }
}

function trace(at: number, web: string[], api: string[]): void {
  const traceId = hex(16)
  const page = hex(8)
  const user = Math.floor(Math.random() * USERS)
  const route = Math.floor(Math.random() ** 2 * ROUTES)
  const common = {
    'user.id': `user-${user}`,
    'session.id': `${user}-${Math.floor(at / DAY)}`,
    'http.route': `/route-${route}`,
  }
  const url = `https://shop.example/route-${route}/${user % 100}`
  web.push(
    spanLine(
      { traceId, id: page, at, length: 200 + Math.random() * 2_000, name: 'page.load', kind: 1 },
      json({ ...common, 'url.full': url }),
    ),
  )
  for (let part = 0; part < REQUESTS; part++) {
    const fetched = hex(8)
    const path = `/api/${route}/part-${part}`
    const length = 5 + Math.random() ** 4 * 3_000
    const failed = Math.random() < 0.02
    const status = failed ? '500' : '200'
    const http = {
      'http.request.method': 'GET',
      'http.response.status_code': status,
      'server.address': 'shop.example',
    }
    const clientSpan = {
      traceId,
      id: fetched,
      parent: page,
      at: at + part * 10,
      length,
      name: `GET ${path}`,
      kind: 3,
      failed,
    }
    web.push(
      spanLine(
        clientSpan,
        json({ ...common, ...http, 'url.full': `https://shop.example${path}?page=${user % 10}` }),
      ),
    )
    const served = {
      traceId,
      parent: fetched,
      at: at + part * 10 + 2,
      length: length * 0.8,
      name: `GET /api/:route/part-${part}`,
      kind: 2,
      failed,
    }
    api.push(
      spanLine(
        served,
        json({
          ...http,
          'http.route': `/api/:route/part-${part}`,
          'url.path': path,
          'network.protocol.version': '1.1',
        }),
      ),
    )
  }
}

type Spanned = {
  traceId: string
  id?: string
  parent?: string
  at: number
  length: number
  name: string
  kind: number
  failed?: boolean
}

function spanLine(
  { traceId, id = hex(8), parent = '', at, length, name, kind, failed }: Spanned,
  attributes: string,
): string {
  const ids = `"traceId":"${traceId}","spanId":"${id}","parentSpanId":"${parent}"`
  const times = `"startTimeUnixNano":"${ns(at)}","endTimeUnixNano":"${ns(at + length)}"`
  const status = failed ? '"code":2,"message":"refused"' : ''
  return `{${ids},"name":"${name}","kind":${kind},${times},"status":{${status}},"attributes":${attributes}}`
}

function exceptionLine(at: number, release: number): string {
  // The first bugs occur most often, and each release adds some.
  const bug = Math.floor(Math.random() ** 3 * (ISSUES - RELEASES)) + (Math.random() < 0.01 ? release : 0)
  const user = Math.floor(Math.random() * USERS)
  const file = `https://shop.example/assets/part${bug}-Dk3fA9x_.js`
  const attributes = json({
    'exception.type': bug % 3 === 0 ? 'TypeError' : 'OrderError',
    'exception.message': `Part ${word(bug)} failed for order ${Math.floor(at) % 10_000}`,
    'exception.stacktrace': [
      'Error: Part failed',
      `    at load${word(bug)}Part (${file}:1:200)`,
      `    at show${word(bug)}Part (${file}:1:900)`,
      `    at render${word(bug)} (${file}:2:10)`,
      '    at commit (https://shop.example/assets/vendor-a1b2c3d4.js:2:10)',
    ].join('\n'),
    'errata.digest': newDigest(),
    'errata.mechanism': 'window.error',
    'url.full': `https://shop.example/route-${bug % ROUTES}`,
    'http.route': `/route-${bug % ROUTES}`,
    'user.id': `user-${user}`,
    'session.id': `${user}-${Math.floor(at / DAY)}`,
  })
  const ids = `"traceId":"${hex(16)}","spanId":"${hex(8)}"`
  const event = `"timeUnixNano":"${ns(at)}","eventName":"exception","severityNumber":17`
  return `{${event},${ids},"attributes":${attributes}}`
}

const VITALS = { LCP: 3_000, INP: 300, CLS: 0.2, FCP: 2_000, TTFB: 900 }

function vitalLine(at: number): string {
  const [name, middle] = Object.entries(VITALS)[Math.floor(Math.random() * 5)]!
  const value = String(Math.random() * 2 * middle)
  const route = `/route-${Math.floor(Math.random() * ROUTES)}`
  const attributes = json({
    'browser.web_vital.name': name,
    'browser.web_vital.value': value,
    'browser.web_vital.rating': 'good',
    'http.route': route,
  })
  const event = `"timeUnixNano":"${ns(at)}","eventName":"browser.web_vital","severityNumber":9`
  return `{${event},"attributes":${attributes}}`
}

/** Letters: numbers would be values of the same message. */
function word(number: number): string {
  return number.toString(10).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
}

function source(service: string, release: number, environment = 'production', userAgent = ''): string {
  return json({
    'service.name': service,
    'service.version': `1.${release}.0`,
    'deployment.environment.name': environment,
    'telemetry.sdk.language': userAgent ? 'webjs' : 'nodejs',
    'telemetry.sdk.version': '3.1.1',
    ...(userAgent && { 'user_agent.original': userAgent, 'browser.language': 'en-GB' }),
  })
}

function request(kind: 'Spans' | 'Logs', sources: [attributes: string, lines: string[]][]): string {
  const items = kind === 'Spans' ? 'spans' : 'logRecords'
  const list = sources.map(([attributes, lines]) => {
    const scope = `{"scope":{"name":"bench"},"${items}":[${lines.join(',')}]}`
    return `{"resource":{"attributes":${attributes}},"scope${kind}":[${scope}]}`
  })
  return `{"resource${kind}":[${list.join(',')}]}`
}

function json(attributes: Record<string, string>): string {
  return JSON.stringify(keyValues(attributes))
}

function ns(milliseconds: number): string {
  return `${Math.floor(milliseconds)}${String(Math.floor((milliseconds % 1) * 1e6)).padStart(6, '0')}`
}

let pool = ''
let used = 0

function hex(bytes: number): string {
  if (used + bytes * 2 > pool.length) [pool, used] = [randomBytes(65_536).toString('hex'), 0]
  used += bytes * 2
  return pool.slice(used - bytes * 2, used)
}
