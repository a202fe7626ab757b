// A shop with a deploy that broke something: two releases, errors before and since, web vitals, page loads.
import { send } from './http.ts'
import { eventOf } from './occurrences.ts'
import {
  attributes,
  logsOf,
  nanoseconds,
  newDigest,
  newSpanId,
  newTraceId,
  spansOf,
  stacktrace,
} from './telemetry.ts'
import { waitUntilStored } from './wait-for.ts'

const HOUR = 3_600_000
export const [OLD_RELEASE, NEW_RELEASE] = ['1.0.0', '1.1.0']
export const ROUTE = '/checkout'
export const NEW_ERROR = {
  type: 'TypeError',
  message: "Cannot read properties of undefined (reading 'amount')",
  frames: [
    'cartTotal (https://shop.example/assets/cart-a1b2c3d4.js:10:15)',
    'Summary (https://shop.example/assets/cart-a1b2c3d4.js:20:5)',
  ],
}

type Ids = { digest: string; traceId: string; spanId: string; issueId: string }
type Series = {
  type: string
  message?: string
  frames?: string[]
  release: string
  count: number
  hours: [number, number]
}

/** Sends the data and waits until the API has it. Returns the ids of one new error. */
export async function loadDeploy(url: string): Promise<Ids> {
  const now = Date.now()
  await sendErrors(url, now, { type: 'SteadyError', release: OLD_RELEASE, count: 120, hours: [40, 2] })
  await sendErrors(url, now, { type: 'LouderError', release: OLD_RELEASE, count: 38, hours: [40, 2] })
  await sendErrors(url, now, { type: 'QuietError', release: OLD_RELEASE, count: 400, hours: [40, 2] })
  const digest = newDigest()
  await sendErrors(url, now, { ...NEW_ERROR, release: NEW_RELEASE, count: 9, hours: [2, 0] }, digest)
  await sendErrors(url, now, { type: 'LouderError', release: NEW_RELEASE, count: 30, hours: [2, 0] })
  const [traceId, spanId] = [newTraceId(), newSpanId()]
  for (const [release, at, milliseconds] of [
    [OLD_RELEASE, now - 3 * HOUR, 200],
    [NEW_RELEASE, now - HOUR, 900],
  ] as const) {
    await sendVitals(url, release, { at, lcp: milliseconds * 10 })
    await sendPageLoads(url, release, { at, milliseconds, traceId, spanId })
  }
  await waitUntilStored(url)
  const { issueId } = await eventOf({ url }, digest)
  return { digest, traceId, spanId, issueId }
}

async function sendErrors(url: string, now: number, series: Series, digest = newDigest()): Promise<void> {
  const { type, message = `${type} happened`, frames = [], release, count, hours } = series
  const [from, to] = hours
  const logRecords = Array.from({ length: count }, (_, index) => ({
    eventName: 'exception',
    timeUnixNano: nanoseconds(now - HOUR * (from + ((to - from) * index) / count)),
    severityNumber: 17,
    attributes: attributes({
      'exception.type': type,
      'exception.message': message,
      ...(frames.length > 0 && { 'exception.stacktrace': stacktrace(type, message, frames) }),
      'errata.digest': index === 0 ? digest : newDigest(),
      'url.full': `https://shop.example${ROUTE}`,
      'session.id': `${release}-${index}`,
      'user.id': `u-${index % 7}`,
    }),
  }))
  await send(url, logsOf(resource(release), logRecords))
}

async function sendVitals(
  url: string,
  release: string,
  { at, lcp }: { at: number; lcp: number },
): Promise<void> {
  const logRecords = Array.from({ length: 30 }, (_, index) => ({
    eventName: 'browser.web_vital',
    timeUnixNano: nanoseconds(at + index),
    attributes: attributes({
      'http.route': ROUTE,
      'browser.web_vital.name': 'LCP',
      'browser.web_vital.value': String(lcp + index),
      'browser.web_vital.rating': lcp > 4_000 ? 'poor' : 'good',
      'session.id': `visit-${release}-${index}`,
    }),
  }))
  await send(url, logsOf(resource(release), logRecords))
}

type PageLoads = { at: number; milliseconds: number; traceId: string; spanId: string }

/** The first of them has the ids; the last has an error. */
async function sendPageLoads(url: string, release: string, loads: PageLoads): Promise<void> {
  const { at, milliseconds, traceId, spanId } = loads
  const spans = Array.from({ length: 30 }, (_, index) => ({
    traceId: index === 0 && release === NEW_RELEASE ? traceId : newTraceId(),
    spanId: index === 0 && release === NEW_RELEASE ? spanId : newSpanId(),
    name: `page load ${ROUTE}`,
    startTimeUnixNano: nanoseconds(at + index),
    endTimeUnixNano: nanoseconds(at + index + milliseconds + index),
    status: index === 29 ? { code: 2 } : {},
    attributes: attributes({ 'http.route': ROUTE }),
  }))
  await send(url, spansOf(resource(release), spans))
}

const resource = (release: string) => ({
  'service.name': 'shop',
  'service.version': release,
  'deployment.environment.name': 'production',
})
