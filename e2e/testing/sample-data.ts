// A day in the life of a shop: what the screenshots and the screen tests look at. Sent through the relay's door like everything else.
import { randomBytes } from 'node:crypto'
import type { IssuesAnswer, TracesAnswer } from '../store/api/contract.ts'
import { ask, until } from './house.ts'
import { attributes, newDigest, post } from './telemetry.ts'

type Kind = {
  service: string
  type: string
  message: string
  frames: string[]
  perHour: number
  since: number
  mechanism: string
  severity: number
  route: string
}

const hour = 3_600_000

const kinds: Kind[] = [
  {
    service: 'shop',
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'amount')",
    frames: ['cartTotal (src/cart/totals.ts:42:35)', 'Summary (src/cart/summary.tsx:18:9)'],
    perHour: 9,
    since: 3,
    mechanism: 'react.uncaught',
    severity: 21,
    route: '/cart',
  },
  {
    service: 'shop',
    type: 'QuoteError',
    message: 'the quote service answered 502',
    frames: ['fetchQuote (src/cart/quote.ts:27:11)', 'useQuote (src/cart/use-quote.ts:9:3)'],
    perHour: 5,
    since: 50,
    mechanism: 'unhandledrejection',
    severity: 17,
    route: '/cart',
  },
  {
    service: 'shop',
    type: 'ReferenceError',
    message: 'structuredClone is not defined',
    frames: ['cloneFilters (src/filters/state.ts:12:20)', 'applyFilters (src/filters/apply.ts:31:5)'],
    perHour: 3,
    since: 2,
    mechanism: 'window.error',
    severity: 17,
    route: '/books',
  },
  {
    service: 'shop',
    type: 'SecurityError',
    message: "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
    frames: ['readSession (src/session/store.ts:7:22)', 'boot (src/main.tsx:14:3)'],
    perHour: 4,
    since: 72,
    mechanism: 'window.error',
    severity: 17,
    route: '/',
  },
  {
    service: 'admin',
    type: 'RangeError',
    message: 'Invalid time value',
    frames: ['formatEta (src/order/dates.ts:19:31)', 'OrderRow (src/order/row.tsx:44:18)'],
    perHour: 2,
    since: 72,
    mechanism: 'react.caught',
    severity: 17,
    route: '/orders/:id',
  },
  {
    service: 'admin',
    type: 'SyntaxError',
    message: `Unexpected token '<', "<!doctype "... is not valid JSON`,
    frames: ['readJson (src/api/client.ts:33:17)', 'loadOrders (src/order/load.ts:12:9)'],
    perHour: 3,
    since: 72,
    mechanism: 'unhandledrejection',
    severity: 17,
    route: '/orders',
  },
  {
    service: 'admin',
    type: 'NotFoundError',
    message: "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    frames: ['removeChild (src/ui/portal.tsx:51:12)', 'Popover (src/ui/popover.tsx:88:7)'],
    perHour: 1,
    since: 72,
    mechanism: 'react.uncaught',
    severity: 21,
    route: '/orders/:id',
  },
  {
    service: 'shop',
    type: 'Error',
    message: 'Hydration failed because the server rendered HTML did not match the client',
    frames: ['ProductPage (src/routes/product.tsx:20:10)', 'App (src/app.tsx:11:5)'],
    perHour: 2,
    since: 2,
    mechanism: 'react.recoverable',
    severity: 13,
    route: '/books/:id',
  },
]

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
]

/** Sends the day and resolves to the path of every screen that shows it, when all of it is answered. */
export async function liveSampleDay(
  url: string,
): Promise<Record<'issues' | 'issue' | 'traces' | 'trace' | 'lookup' | 'connect' | 'demo', string>> {
  await sendSampleDay(url)
  const { issues } = await until('the sample', async () => {
    const answer = await ask<IssuesAnswer>(`${url}/api/issues?range=24h`)
    return answer.total >= kinds.length ? answer : undefined
  })
  const { traces } = await until('its traces', async () => {
    const answer = await ask<TracesAnswer>(`${url}/api/traces?range=24h`)
    return answer.traces.length >= 25 ? answer : undefined
  })
  return {
    issues: '/',
    issue: `/issues/${issues[0]?.id}`,
    traces: '/traces',
    trace: `/traces/${traces[0]?.traceId}`,
    lookup: '/lookup',
    connect: '/connect',
    demo: '/demo',
  }
}

async function sendSampleDay(url: string, now = Date.now()): Promise<void> {
  for (const [index, kind] of kinds.entries()) {
    const records = Array.from({ length: Math.round(kind.perHour * kind.since) }, (_, number) =>
      occurrence(kind, now - spread(number, index) * kind.since * hour, number),
    )
    for (const group of Map.groupBy(records, ({ release, browser }) => `${release} ${browser}`).values()) {
      const { release = '', browser = '' } = group[0] ?? {}
      await send(url, 'logs', {
        resourceLogs: [
          {
            resource: resource(kind.service, release, browser),
            scopeLogs: [{ logRecords: group.map(({ record }) => record) }],
          },
        ],
      })
    }
  }
  for (let number = 0; number < 60; number++)
    await send(url, 'traces', { resourceSpans: [trace(now - spread(number, 3) * 6 * hour, number)] })
}

/** A trace of `count` spans, some alike, one failed. Resolves to its id. */
export async function sendLargeTrace(url: string, count: number): Promise<string> {
  const traceId = randomBytes(16).toString('hex')
  const start = Date.now() - 60_000
  const ids = Array.from({ length: count }, () => randomBytes(8).toString('hex'))
  const spans = ids.map((spanId, number) =>
    span(
      traceId,
      spanId,
      number ? ids[Math.floor((number - 1) / 8)] : undefined,
      number ? `GET /api/items/${number % 7}` : 'page.load',
      start + (number % 5_000),
      40 + (number % 300),
      number === count - 1,
    ),
  )
  for (let from = 0; from < count; from += 1_000)
    await send(url, 'traces', {
      resourceSpans: [
        {
          resource: resource('shop', '2026.11.3', browsers[0] ?? ''),
          scopeSpans: [{ spans: spans.slice(from, from + 1_000) }],
        },
      ],
    })
  return traceId
}

function occurrence(kind: Kind, at: number, number: number) {
  const release = at > Date.now() - 3 * hour ? '2026.11.3' : '2026.11.2'
  const stack = kind.frames
    .map((frame) => `    at ${frame.replace('(', '(https://shop.example/')}`)
    .join('\n')
  const record = {
    timeUnixNano: nanoseconds(at),
    eventName: 'exception',
    severityNumber: kind.severity,
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    attributes: attributes({
      'exception.type': kind.type,
      'exception.message': kind.message,
      'exception.stacktrace': `${kind.type}: ${kind.message}\n${stack}\n    at renderWithHooks (https://shop.example/node_modules/react-dom/index.js:100:1)`,
      'errata.digest': newDigest(),
      'errata.mechanism': kind.mechanism,
      'url.full': `https://shop.example${kind.route.replace(':id', String(100 + (number % 40)))}`,
      'http.route': kind.route,
      'user.id': `reader-${number % 23}`,
      'session.id': `session-${number % 31}`,
      'errata.breadcrumbs': JSON.stringify([
        { at: new Date(at - 4_200).toISOString(), kind: 'navigation', text: kind.route },
        { at: new Date(at - 1_900).toISOString(), kind: 'click', text: 'button.add' },
        { at: new Date(at - 800).toISOString(), kind: 'fetch', text: 'GET /api/quote 502' },
      ]),
    }),
  }
  return { record, release, browser: browsers[number % browsers.length] }
}

function trace(start: number, number: number) {
  const traceId = randomBytes(16).toString('hex')
  const [page = '', fetch = '', quote = ''] = Array.from({ length: 3 }, () => randomBytes(8).toString('hex'))
  const slow = number % 9 === 0
  return {
    resource: resource('shop', '2026.11.3', browsers[number % browsers.length] ?? ''),
    scopeSpans: [
      {
        spans: [
          span(traceId, page, undefined, 'page.load', start, 900 + (number % 7) * 130, false),
          span(traceId, fetch, page, 'GET /api/books', start + 300, 120 + (number % 5) * 40, false),
          span(traceId, quote, page, 'GET /api/quote', start + 420, slow ? 2_400 : 90 + number, slow),
        ],
      },
    ],
  }
}

function span(
  traceId: string,
  spanId: string,
  parentSpanId: string | undefined,
  name: string,
  start: number,
  milliseconds: number,
  failed: boolean,
) {
  return {
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    name,
    kind: parentSpanId ? 3 : 1,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(start + milliseconds),
    status: failed ? { code: 2 } : {},
    attributes: attributes({ 'url.path': name.split(' ')[1] ?? '/' }),
  }
}

function resource(service: string, release: string, browser: string) {
  return {
    attributes: attributes({
      'service.name': service,
      'service.version': release,
      'deployment.environment.name': 'production',
      'user_agent.original': browser,
    }),
  }
}

async function send(url: string, signal: 'logs' | 'traces', body: unknown): Promise<void> {
  const response = await post(`${url}/monitoring/v1/${signal}`, body)
  if (response.status !== 200) throw new Error(`${signal}: ${response.status} ${await response.text()}`)
}

function nanoseconds(at: number): string {
  return `${Math.round(at)}000000`
}

/** A number from 0 to 1 that looks random and is the same each time. */
function spread(number: number, seed: number): number {
  return Math.abs(Math.sin(number * 12.9898 + seed * 78.233) * 43_758.5453) % 1
}
