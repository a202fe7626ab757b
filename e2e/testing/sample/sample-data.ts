// A day of a book shop, sent to the relay: the data of the screenshots and of the tests of the screens.
import {
  client,
  HOUR_MS,
  RELEASE,
  RELEASE_AGE_MS,
  releaseOf,
  sendByClient,
  sendLogs,
  sendSpans,
  spread,
} from './sample-sender.ts'
import { sampleLines } from './sample-logs.ts'
import { sendVisits } from './sample-visits.ts'
import { sendVitals } from './sample-vitals.ts'
import { sendSampleMaps } from './sample-app.ts'
import { sendSampleCauses } from './sample-causes.ts'
import { SAMPLE_ISSUES, type SampleIssue } from './sample-issues.ts'
import { attributes, nanoseconds, newDigest, newSpanId, newTraceId, stacktrace } from '../telemetry.ts'
import { waitUntilStored } from '../wait-for.ts'

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
  user?: string
  route?: string
}

/** OTLP's kinds of spans. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]
const TRACES = 60
const PAGES = ['/', '/books', '/books/:id']
/** Of these traces one fails. */
const FAILING_EVERY = 9
const TRACES_AGE_MS = 6 * HOUR_MS
/** With servers: page loads of each of the days before, for the baseline. */
const [USUAL_DAYS, USUAL_LOADS] = [7, 8]
const REACT_FRAME = 'renderWithHooks (https://shop.example/node_modules/react-dom/index.js:100:1)'
/** Below the relay's limit for a body. */
const SPANS_PER_REQUEST = 1_000

/**
 * Source maps, issues of some days, visits of two, traces of six hours, web vitals. `servers`: with the spans
 * and logs of two services behind, commits, and what users wrote and saw. `token`: for a server with a
 * password. Resolves when all is stored.
 */
export async function sendSampleDay(
  url: string,
  now: number,
  { servers = false, token }: { servers?: boolean; token?: string | undefined } = {},
): Promise<void> {
  // Stacks are read with the source maps that are stored when they arrive.
  const frames = await sendSampleMaps(url, token)
  const stackOf = ({ type, message, service, frames: positions }: SampleIssue) =>
    stacktrace(type, message, [...positions.map(frames.get(service)!), REACT_FRAME])
  const stacks = new Map(SAMPLE_ISSUES.map((issue) => [issue, stackOf(issue)]))
  const records = SAMPLE_ISSUES.flatMap((issue, index) =>
    Array.from({ length: Math.round(issue.occurrencesPerHour * issue.ageHours) }, (_, number) => {
      const age = spread(number, index) * issue.ageHours * HOUR_MS
      return {
        from: client(issue.service, releaseOf(issue.service, age), number),
        item: occurrence(issue, stacks.get(issue)!, now - age, number),
      }
    }),
  )
  const ages = Array.from({ length: TRACES }, (_, number) => spread(number, 3) * TRACES_AGE_MS)
  const usualAges = Array.from({ length: servers ? USUAL_DAYS * USUAL_LOADS : 0 }, (_, number) => {
    return ((number % USUAL_DAYS) + 1) * 24 * HOUR_MS + spread(number, 3) * TRACES_AGE_MS
  })
  const loads = [...ages, ...usualAges].map((age, index) => {
    // Those of the days before do not fail.
    const number = index < TRACES ? index : 1 + (index % (FAILING_EVERY - 1))
    return {
      age,
      from: client('shop', releaseOf('shop', age), number),
      number,
      ...pageLoad(now - age, number),
    }
  })
  if (servers)
    for (const { from, number, page } of loads)
      if (number % FAILING_EVERY === 0)
        records.push({ from, item: quoteError(page, stacks.get(SAMPLE_ISSUES[1]!)!, number) })
  await sendByClient(records, (from, items) => sendLogs(url, from, items))
  if (servers) await sendByClient(loads.flatMap(linesOf), (from, items) => sendLogs(url, from, items))
  const spans = loads.map(({ age, from, page, answers }) => [
    ...page.map((item) => ({ from, item })),
    ...(servers ? answers : []).flatMap(([service, items]) =>
      items.map((item) => ({ from: client(service, releaseOf(service, age), 0), item })),
    ),
  ])
  await sendByClient(spans.flat(), (from, items) => sendSpans(url, from, items))
  await sendVitals(url, now, frames.get('shop')!)
  await sendVisits(url, now)
  const exceptions = records.map(({ item }) => item)
  if (servers) await sendSampleCauses({ url, now, token }, exceptions)
  await waitUntilStored(url)
}

type Load = Pick<ReturnType<typeof pageLoad>, 'answers'> & { age: number; number: number }

/** What the servers log while they answer a page. */
function linesOf({ answers, age, number }: Load) {
  const failed = number % FAILING_EVERY === 0
  return answers.flatMap(([service, [span]]) =>
    sampleLines(service, span, { failed, number }).map((item) => ({
      from: client(service, releaseOf(service, age), 0),
      item,
    })),
  )
}

/** The exception of a page whose quote failed, in the trace of its spans. */
function quoteError([page, , quote]: ReturnType<typeof pageLoad>['page'], stack: string, number: number) {
  const at = Number(quote.endTimeUnixNano.slice(0, -6)) + 4
  return { ...occurrence(SAMPLE_ISSUES[1]!, stack, at, number), traceId: page.traceId, spanId: page.spanId }
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

function occurrence(issue: SampleIssue, stack: string, time: number, number: number) {
  return {
    timeUnixNano: nanoseconds(time),
    eventName: 'exception',
    severityNumber: issue.severity,
    traceId: newTraceId(),
    spanId: newSpanId(),
    attributes: attributes({
      'exception.type': issue.type,
      'exception.message': issue.message,
      'exception.stacktrace': stack,
      'errata.digest': newDigest(),
      'errata.mechanism': issue.mechanism,
      'url.full': `https://shop.example${issue.route.replace(':id', String(100 + (number % 40)))}`,
      'http.route': issue.route,
      'user.id': `reader-${number % 23}`,
      'session.id': crashedSession(issue, time, number),
      'errata.breadcrumbs': JSON.stringify([
        { at: new Date(time - 4_200).toISOString(), kind: 'navigation', text: issue.route },
        { at: new Date(time - 1_900).toISOString(), kind: 'click', text: 'button.add' },
        { at: new Date(time - 800).toISOString(), kind: 'fetch', text: 'GET /api/quote 502' },
      ]),
    }),
  }
}

/** Two sessions an hour end in old errors; each of the new ones ends a session of its own. */
function crashedSession({ service, ageHours }: SampleIssue, time: number, number: number): string {
  const session = ageHours * HOUR_MS <= RELEASE_AGE_MS ? `new-${number}` : number % 2
  return `${service}-${Math.floor(time / HOUR_MS)}-${session}`
}

/**
 * A page load with two requests. Two services answer one of them; every ninth is slow and fails.
 */
function pageLoad(start: number, number: number) {
  const traceId = newTraceId()
  const page = newSpanId()
  const failed = number % FAILING_EVERY === 0
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
        user: `reader-${number % 23}`,
        route: failed ? '/cart' : PAGES[number % PAGES.length]!,
      }),
      span(request('GET /api/books', 300, 120 + (number % 5) * 40)),
      span(quote),
    ] as const,
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
  const { traceId, spanId, parentSpanId, name, start, milliseconds, failed = false } = input
  const { session, user, route } = input
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
      ...(user && { 'user.id': user }),
      ...(route && { 'http.route': route }),
    }),
  }
}
