// A day of a book shop, sent to the relay: the data of the screenshots and of the tests of the screens.
import type { IssuesAnswer } from '../../store/api/contract.ts'
import type { TracesAnswer } from '../../store/api/trace-contract.ts'
import { getJson, post } from './http.ts'
import { SAMPLE_ISSUES, type SampleIssue } from './sample-issues.ts'
import { attributes, nanoseconds, newDigest, newSpanId, newTraceId, stacktrace } from './telemetry.ts'
import { waitFor } from './wait-for.ts'

type Screen = 'issues' | 'issue' | 'traces' | 'trace' | 'lookup' | 'connect' | 'demo'

type Client = { service: string; release: string; userAgent: string }

type SpanInput = {
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
  /** Milliseconds since 1970. */
  start: number
  milliseconds: number
  failed?: boolean
  session?: string
}

/** OTLP's kinds of spans. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]
const HOUR_MS = 3_600_000
const RELEASE = '2026.11.3'
const PREVIOUS_RELEASE = '2026.11.2'
const RELEASE_AGE_MS = 3 * HOUR_MS
const TRACES = 60
/** Page loads with web vitals, for each route, release and browser. */
const VITALS = 14
const TRACES_AGE_MS = 6 * HOUR_MS
/** A page of the trace list: the screen is full. */
const TRACES_ON_SCREEN = 25
/** Below the relay's limit for a body. */
const SPANS_PER_REQUEST = 1_000

const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
]

/** Sends the data, waits until it can be queried, and resolves to the path of each screen. */
export async function loadSampleDay(url: string): Promise<Record<Screen, string>> {
  await sendSampleDay(url, Date.now())
  const { issues } = await waitFor('the issues', async () => {
    const answer = await getJson<IssuesAnswer>(`${url}/api/issues?range=24h`)
    return answer.total >= SAMPLE_ISSUES.length ? answer : undefined
  })
  const { traces } = await waitFor('the traces', async () => {
    const answer = await getJson<TracesAnswer>(`${url}/api/traces?range=24h`)
    return answer.traces.length >= TRACES_ON_SCREEN ? answer : undefined
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

/** Issues of some days, traces of six hours, web vitals. `servers`: with the spans of two services behind. */
export async function sendSampleDay(url: string, now: number, { servers = false } = {}): Promise<void> {
  for (const [index, issue] of SAMPLE_ISSUES.entries()) {
    const count = Math.round(issue.occurrencesPerHour * issue.ageHours)
    const records = Array.from({ length: count }, (_, number) => {
      const age = spread(number, index) * issue.ageHours * HOUR_MS
      const release = age < RELEASE_AGE_MS ? RELEASE : PREVIOUS_RELEASE
      return { client: client(issue.service, release, number), record: occurrence(issue, now - age, number) }
    })
    for (const group of Map.groupBy(records, (item) => JSON.stringify(item.client)).values()) {
      const logRecords = group.map(({ record }) => record)
      await send(url, 'logs', {
        resourceLogs: [{ resource: resource(group[0]!.client), scopeLogs: [{ logRecords }] }],
      })
    }
  }
  for (let number = 0; number < TRACES; number++) {
    const { page, answers } = pageLoad(now - spread(number, 3) * TRACES_AGE_MS, number)
    await sendSpans(url, client('shop', RELEASE, number), page)
    if (servers)
      for (const [service, spans] of answers) await sendSpans(url, client(service, RELEASE, 0), spans)
  }
  await sendVitals(url, now)
}

/** Of each route the three of Core Web Vitals; the cart is slow since the newest release. */
async function sendVitals(url: string, now: number): Promise<void> {
  for (const release of [PREVIOUS_RELEASE, RELEASE]) {
    const age = release === RELEASE ? RELEASE_AGE_MS : 2 * RELEASE_AGE_MS
    for (const agent of USER_AGENTS.keys()) {
      const from = resource(client('shop', release, agent))
      const numbers = Array.from({ length: VITALS }, (_, index) => index * USER_AGENTS.length + agent)
      const logRecords = ['/', '/books', '/cart'].flatMap((route, place) =>
        numbers.flatMap((number) => {
          const slow = route === '/cart' && release === RELEASE ? 2.4 : 1
          const chance = spread(number, place)
          const time = now - chance * age
          const tab = `${release.at(-1)}${place}${String(number).padStart(6, '0')}`
          return [
            vital(route, time, {
              name: 'LCP',
              value: slow * (1_200 + chance * 1_900),
              limit: 2_500,
              number: `${tab} 1`,
            }),
            vital(route, time, {
              name: 'INP',
              value: slow * (60 + chance * 160),
              limit: 200,
              number: `${tab} 2`,
            }),
            vital(route, time, { name: 'CLS', value: chance * 0.12, limit: 0.1, number: `${tab} 3` }),
          ].filter((_, index) => index !== 1 || !isLost(agent, number))
        }),
      )
      await send(url, 'logs', { resourceLogs: [{ resource: from, scopeLogs: [{ logRecords }] }] })
    }
  }
}

/** Of iOS more. */
function isLost(agent: number, number: number): boolean {
  return number % (agent === 1 ? 5 : 19) === 0
}

type Vital = { name: string; value: number; limit: number; number: string }

function vital(route: string, time: number, { name, value, limit, number }: Vital) {
  return {
    timeUnixNano: nanoseconds(Math.round(time)),
    eventName: 'browser.web_vital',
    attributes: attributes({
      'http.route': route,
      'errata.sequence': number,
      'browser.web_vital.name': name,
      'browser.web_vital.value': String(value),
      'browser.web_vital.id': newSpanId(),
      'browser.web_vital.rating': value <= limit ? 'good' : value <= limit * 2 ? 'needs-improvement' : 'poor',
      'browser.web_vital.navigation_type': 'navigate',
    }),
  }
}

/** A trace of `count` spans. Names repeat; the last span failed. Resolves to the id of the trace. */
export async function sendLargeTrace(url: string, count: number): Promise<string> {
  const traceId = newTraceId()
  const start = Date.now() - 60_000
  const ids = Array.from({ length: count }, newSpanId)
  const spans = ids.map((spanId, number) =>
    span({
      traceId,
      spanId,
      parentSpanId: number ? ids[Math.floor((number - 1) / 8)] : undefined,
      name: number ? `GET /api/items/${number % 7}` : 'page.load',
      start: start + (number % 5_000),
      milliseconds: 40 + (number % 300),
      failed: number === count - 1,
    }),
  )
  for (let from = 0; from < count; from += SPANS_PER_REQUEST)
    await sendSpans(url, client('shop', RELEASE, 0), spans.slice(from, from + SPANS_PER_REQUEST))
  return traceId
}

function occurrence(issue: SampleIssue, time: number, number: number) {
  const frames = issue.frames.map((frame) => frame.replace('(', '(https://shop.example/'))
  const reactFrame = 'renderWithHooks (https://shop.example/node_modules/react-dom/index.js:100:1)'
  return {
    timeUnixNano: nanoseconds(time),
    eventName: 'exception',
    severityNumber: issue.severity,
    traceId: newTraceId(),
    spanId: newSpanId(),
    attributes: attributes({
      'exception.type': issue.type,
      'exception.message': issue.message,
      'exception.stacktrace': stacktrace(issue.type, issue.message, [...frames, reactFrame]),
      'errata.digest': newDigest(),
      'errata.mechanism': issue.mechanism,
      'url.full': `https://shop.example${issue.route.replace(':id', String(100 + (number % 40)))}`,
      'http.route': issue.route,
      'user.id': `reader-${number % 23}`,
      'session.id': `session-${number % 31}`,
      'errata.breadcrumbs': JSON.stringify([
        { at: new Date(time - 4_200).toISOString(), kind: 'navigation', text: issue.route },
        { at: new Date(time - 1_900).toISOString(), kind: 'click', text: 'button.add' },
        { at: new Date(time - 800).toISOString(), kind: 'fetch', text: 'GET /api/quote 502' },
      ]),
    }),
  }
}

/**
 * A page load with two requests. Two services answer one of them; every ninth is slow and fails.
 */
function pageLoad(start: number, number: number) {
  const traceId = newTraceId()
  const page = newSpanId()
  const failed = number % 9 === 0
  const request = (name: string, offset: number, milliseconds: number) => ({
    traceId,
    spanId: newSpanId(),
    parentSpanId: page,
    name,
    start: start + offset,
    milliseconds,
  })
  const quote = { ...request('GET /api/quote', 420, failed ? 2_400 : 90 + number), failed }
  const answer = inside(quote, 'GET /api/quote')
  const price = inside(answer, 'POST /prices')
  return {
    page: [
      span({
        traceId,
        spanId: page,
        name: 'page.load',
        start,
        milliseconds: 900 + (number % 7) * 130,
        session: `visit-${number}`,
      }),
      span(request('GET /api/books', 300, 120 + (number % 5) * 40)),
      span(quote),
    ],
    answers: [
      ['shop-api', [span(answer, SERVER)]],
      ['prices', [span(price, SERVER)]],
    ] as const,
  }
}

/** The span of a server that answers a request, which takes a part of its time. */
function inside(request: SpanInput, name: string): SpanInput {
  const { traceId, spanId, start, milliseconds, failed } = request
  const time = { start: start + milliseconds * 0.1, milliseconds: milliseconds * 0.8 }
  return { traceId, spanId: newSpanId(), parentSpanId: spanId, name, ...time, failed: failed ?? false }
}

function span(input: SpanInput, kind = input.parentSpanId ? CLIENT : INTERNAL) {
  const { traceId, spanId, parentSpanId, name, start, milliseconds, failed = false, session } = input
  return {
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    name,
    kind,
    startTimeUnixNano: nanoseconds(Math.round(start)),
    endTimeUnixNano: nanoseconds(Math.round(start + milliseconds)),
    status: failed ? { code: 2 } : {},
    attributes: attributes({
      'url.path': name.split(' ')[1] ?? '/',
      ...(session && { 'session.id': session }),
    }),
  }
}

function client(service: string, release: string, number: number): Client {
  return { service, release, userAgent: USER_AGENTS[number % USER_AGENTS.length]! }
}

function resource({ service, release, userAgent }: Client) {
  return {
    attributes: attributes({
      'service.name': service,
      'service.version': release,
      'deployment.environment.name': 'production',
      'user_agent.original': userAgent,
    }),
  }
}

function sendSpans(url: string, from: Client, spans: readonly object[]): Promise<void> {
  return send(url, 'traces', { resourceSpans: [{ resource: resource(from), scopeSpans: [{ spans }] }] })
}

async function send(url: string, signal: 'logs' | 'traces', body: unknown): Promise<void> {
  const response = await post(`${url}/monitoring/v1/${signal}`, body)
  if (response.status !== 200) throw new Error(`${signal}: ${response.status} ${await response.text()}`)
}

/** A number from 0 to 1 that looks random and is the same in every run. */
function spread(number: number, seed: number): number {
  return Math.abs(Math.sin(number * 12.9898 + seed * 78.233) * 43_758.5453) % 1
}
