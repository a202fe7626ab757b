// What is sent before the answers for the tests of the screens are recorded, by the name of the recording.
import type { IssuesAnswer } from '../../contract/issues.ts'
import { sendCommits } from './commits.ts'
import { loadDeploy, NEW_ERROR, NEW_RELEASE } from './deploy-data.ts'
import { sendFeedback } from './feedback.ts'
import { getJson, post, send } from './http.ts'
import { sendIncident } from './incident.ts'
import { sendLogs } from './logs.ts'
import { patchIssue, sendError, sendErrors } from './issues.ts'
import { eventOf } from './occurrences.ts'
import { sendSampleDay } from './sample/sample-data.ts'
import { sendSampleScreens } from './sample/sample-screens.ts'
import { HOUR_MS } from './sample/sample-sender.ts'
import { sendCheckouts, SLOW_TRACES } from './slow-checkout.ts'
import {
  attributes,
  exceptionLog,
  logsOf,
  nanoseconds,
  newDigest,
  newSpanId,
  stacktrace,
} from './telemetry.ts'
import { sendTrace, type SpanInput } from './traces.ts'
import { sendVisitorData } from './visitors.ts'
import { hostile, NEW, OPERATION, ROUTE, sendUntrustedText, SERVICE } from './untrusted-text.ts'
import { waitUntilStored } from './wait-for.ts'

/** Each resolves to what its tests must know. */
export const screenData: Record<string, (url: string) => Promise<unknown>> = {
  waterfall: sendWaterfall,
  timeline: sendTimeline,
  day: sendDay,
  servers: sendServers,
  deploy: sendDeploy,
  search: sendSearch,
  visitors: sendVisitors,
  feedback: sendFeedback,
  commits: sendCommits,
  logs: sendLogs,
  untrusted: sendUntrusted,
  empty: () => Promise.resolve({}),
}

const [PARTS, DEPTH] = [10, 14]
const REQUESTS = 45
/** One query fails, and with it all that waits for it; another request fails by itself. */
const FAILING: SpanInput[] = [
  { name: 'page', service: 'shop-web', start: 0, milliseconds: 30_000, failed: true },
  { name: 'POST /pay', parent: 'page', service: 'shop-web', start: 400, milliseconds: 2_000, failed: true },
  { name: 'pay', parent: 'POST /pay', service: 'pay-api', start: 500, milliseconds: 1_800, failed: true },
  {
    name: 'INSERT',
    parent: 'pay',
    service: 'pay-api',
    start: 900,
    milliseconds: 100,
    failed: true,
    attributes: { 'db.system.name': 'postgresql' },
  },
  { name: 'stock', parent: 'pay', service: 'pay-api', start: 550, milliseconds: 300 },
  { name: 'idle', parent: 'page', service: 'shop-web', start: 1_000, milliseconds: 100 },
  {
    name: 'GET /offers',
    parent: 'page',
    service: 'shop-web',
    start: 3_000,
    milliseconds: 200,
    failed: true,
    attributes: { 'http.response.status_code': '502' },
  },
]

/** A server whose clock is behind. */
const LATE: SpanInput[] = [
  { name: 'page', service: 'shop-web', start: 0, milliseconds: 1_000 },
  { name: 'GET /quote', parent: 'page', service: 'shop-web', start: 100, milliseconds: 600, kind: 3 },
  {
    name: 'quote',
    parent: 'GET /quote',
    service: 'quote-api',
    start: 200 - 4_200,
    milliseconds: 400,
    kind: 2,
  },
]

/** A deep trace, a small one with an exception, one with repeated queries, and those above. */
async function sendWaterfall(url: string) {
  // Services of other traces take part in the colours of lists.
  await sendTrace(url, services(Array.from({ length: 30 }, (_, index) => `other-${index}`)))
  const traces = {
    wide: await sendTrace(url, services(Array.from({ length: 12 }, (_, index) => `team-service-${index}`))),
    failing: await sendTrace(url, FAILING),
    large: await sendTrace(url, [
      { name: 'load', service: 'shop', start: 0, milliseconds: 30_000 },
      ...Array.from({ length: REQUESTS }, (_, request) => requestWithQuery(request)).flat(),
    ]),
    late: await sendTrace(url, LATE),
    deep: await sendTrace(url, [
      { name: 'load', service: 'shop', start: 0, milliseconds: 9_000 },
      ...Array.from({ length: PARTS }, (_, part) => chain(part)).flat(),
    ]),
    small: await sendTrace(url, [
      {
        name: 'click “Pay now”',
        service: 'shop',
        start: 0,
        milliseconds: 900,
        events: [
          { name: 'pay.pressed', at: 10 },
          { name: 'fallback shown', at: 800 },
        ],
      },
      { name: 'POST /pay', parent: 'click “Pay now”', service: 'shop', start: 40, milliseconds: 700 },
      { name: 'render', parent: 'click “Pay now”', service: 'shop', start: 760, milliseconds: 2 },
    ]),
    repeated: await sendTrace(url, [
      { name: 'load', service: 'shop', start: 0, milliseconds: 900 },
      { name: 'list', parent: 'load', service: 'shop', start: 10, milliseconds: 300 },
      ...Array.from({ length: 6 }, (_, query) => ({
        name: 'SELECT',
        id: `SELECT ${query}`,
        parent: 'list',
        service: 'shop',
        start: 20 + query * 20,
        milliseconds: 10,
      })),
      { name: 'render', parent: 'load', service: 'shop', start: 400, milliseconds: 100 },
      { name: 'layout', parent: 'render', service: 'shop', start: 410, milliseconds: 50 },
    ]),
  }
  const { small } = traces
  const { digest, body } = exceptionLog({
    traceId: small.traceId,
    spanId: small.spanIds.get('render') ?? '',
    message: 'amount of undefined',
  })
  await send(url, body)
  await waitUntilStored(url)
  const ids = Object.entries(traces).map(([name, { traceId, spanIds }]) => [
    name,
    { traceId, spanIds: Object.fromEntries(spanIds) },
  ])
  return { ...(Object.fromEntries(ids) as object), digest }
}

/** An exception with the spans of three services, and one whose spans are not stored. */
async function sendTimeline(url: string) {
  const { spanIds, ...incident } = await sendIncident(url, 'PaymentError')
  const { issueId } = await sendIncident(url, 'BareError', { withTrace: false })
  return { ...incident, quote: spanIds.get('quote'), bareIssueId: issueId }
}

/** A day of the book shop, and checkouts of which some are slow. */
async function sendDay(url: string) {
  await sendSampleDay(url, Date.now())
  const { issues } = await getJson<IssuesAnswer>(`${url}/api/issues?range=24h`)
  await sendCheckouts(url)
  await waitUntilStored(url)
  return { issue: `/issues/${issues[0]?.id}`, slowTraces: SLOW_TRACES }
}

/** A release with a new error. */
async function sendDeploy(url: string) {
  return { ...(await loadDeploy(url)), release: NEW_RELEASE }
}

/** The same day with the spans of two servers, and a service with calls in some hours. */
async function sendServers(url: string) {
  const ids = await sendSampleScreens(url)
  const call = { name: 'GET /rare', service: 'sparse', start: 0, milliseconds: 50 }
  // The calls of the previous day are the baseline.
  for (const hours of [20, 3, 2, 44, 27, 26]) await sendTrace(url, [call], Date.now() - hours * HOUR_MS)
  return ids
}

/** An issue that is ignored, with a trace and the digest of a framework, and four releases within hours. */
async function sendSearch(url: string) {
  const [givenDigest, type, message] = ['1747428604', 'CartError', 'no lines']
  const [digest, spanId] = [newDigest(), newSpanId()]
  const stack = stacktrace(type, message, NEW_ERROR.frames)
  const load = { name: 'page load /basket', service: 'shop', start: 0, milliseconds: 1_000 }
  const { traceId, spanIds } = await sendTrace(url, [load], Date.now() - 2_000)
  await sendTrace(url, [load], Date.now() - 2_000)
  const report = (values: Record<string, string>, { release = '2.0.0', age = 0, service = 'shop' } = {}) => {
    const record = {
      eventName: 'exception',
      timeUnixNano: nanoseconds(Date.now() - age * HOUR_MS),
      severityNumber: 17,
      ...(values['errata.digest'] === digest && { traceId, spanId: spanIds.get(load.name) ?? spanId }),
      attributes: attributes({
        'exception.type': type,
        'exception.message': message,
        'exception.stacktrace': stack,
        'errata.digest': newDigest(),
        ...values,
      }),
    }
    return send(url, logsOf({ 'service.name': service, 'service.version': release }, [record]))
  }
  await report({ 'errata.digest': digest, 'errata.given_digest': givenDigest, 'user.id': 'u-42' })
  const old = { 'exception.type': 'OldError', 'exception.stacktrace': 'OldError: no lines' }
  // Their names do not fit side by side.
  for (const [index, release] of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].entries())
    await report(old, { release, age: (8 - index) * 0.8 })
  await report({ ...old, 'exception.type': 'NoReleaseError' }, { release: '', service: 'unversioned' })
  const { issueId } = await eventOf({ url }, digest)
  await patchIssue(url, issueId, { status: 'ignored' })
  await waitUntilStored(url)
  return { digest, givenDigest, traceId, issueId, stack }
}

/** Two sessions of a user with errors, traces and web vitals, and another user. */
async function sendVisitors(url: string) {
  const [user, session] = ['u-42', 's-2']
  const issueId = await sendVisitorData(url, { user, sessions: ['s-1', session] })
  await sendVisitorData(url, { user: 'u-7', sessions: ['s-7'] })
  return { user, session, issueId }
}

async function sendUntrusted(url: string) {
  const ids = await sendUntrustedText(url)
  await patchIssue(url, ids.issueId, { assignee: hostile('assignee') })
  await post(`${url}/api/issues/${ids.issueId}/notes`, { body: hostile('note') })
  const rtlIssueId = await sendError(url, 'Rtl\u202EError', {
    service: 'rtl',
    release: `r${'1'.repeat(300)}`,
    message: 'a\u200Bb',
    attributes: { 'user.id': '\u202Eadmin' },
  })
  await sendErrors(url, ['   ', 'T'.repeat(320)], { service: 'rtl' })
  return { ...ids, rtlIssueId, service: SERVICE, release: NEW, route: ROUTE, operation: OPERATION }
}

/** One span per service, each the parent of the next. */
function services(names: string[]): SpanInput[] {
  return names.map((service, index) => ({
    name: `step ${index}`,
    ...(index > 0 && { parent: `step ${index - 1}` }),
    service,
    start: index * 10,
    milliseconds: 1_000 - index * 20,
  }))
}

/** A request and its short query, which fails in two requests. */
function requestWithQuery(request: number): SpanInput[] {
  const [name, start] = [`GET /part/${request}`, request * 640]
  return [
    { name, parent: 'load', service: 'shop', start, milliseconds: 600, kind: 3 },
    {
      name: `query-${request}`,
      parent: name,
      service: 'database',
      start: start + 300,
      milliseconds: 8,
      failed: request === 17 || request === 40,
    },
  ]
}

/** A chain of spans, each the parent of the next. */
function chain(part: number): SpanInput[] {
  return Array.from({ length: DEPTH }, (_, level) => ({
    name: `part ${part} level ${level}`,
    parent: level === 0 ? 'load' : `part ${part} level ${level - 1}`,
    service: 'shop',
    start: part * 900 + level,
    milliseconds: 100 - level,
  }))
}
