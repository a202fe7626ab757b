// Names and texts with characters that change the direction of text or have no width, in everything that an
// application sends.
import { getJson, send } from './http.ts'
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
import { waitFor } from './wait-for.ts'

/** Between quotation marks, so that a test sees where it begins and ends. */
export const hostile = (name: string) => `«\u202E${name}\u200B»`
export const [SERVICE, NEW, OLD, ROUTE, OPERATION] = [
  hostile('service'),
  hostile('new'),
  hostile('old'),
  hostile('route'),
  hostile('operation'),
]

/** Sends two releases with errors, web vitals and traces, and waits until the store has them. */
export async function sendUntrustedText(url: string) {
  const now = Date.now()
  const old = await sendRelease(url, OLD, now - 3 * 3_600_000)
  const { digest, traceId, spanId } = await sendRelease(url, NEW, now - 60_000)
  await waitFor('the releases', async () => {
    const name = new URLSearchParams({ service: SERVICE, release: NEW })
    const answer = await getJson<{ previous: object | null }>(`${url}/api/releases/changes?${name}`)
    return answer.previous ?? undefined
  })
  const { issueId } = await eventOf({ url }, digest)
  await eventOf({ url }, old.digest)
  return { digest, traceId, spanId, issueId }
}

async function sendRelease(url: string, release: string, at: number) {
  const [digest, traceId, spanId] = [newDigest(), newTraceId(), newSpanId()]
  const common = { 'http.route': ROUTE, 'session.id': hostile('session'), 'user.id': hostile('user') }
  const [type, message] = [hostile(release === NEW ? 'type' : 'older type'), hostile('message')]
  const exception = {
    eventName: 'exception',
    timeUnixNano: nanoseconds(at),
    severityNumber: 17,
    traceId,
    spanId,
    attributes: attributes({
      ...common,
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace(type, message, [
        `${hostile('function')} (https://shop.example/${hostile('file')}.js:10:15)`,
      ]),
      'errata.digest': digest,
      'errata.mechanism': hostile('mechanism'),
      'errata.react.component_stack': `    at ${hostile('Component')} (https://shop.example/a.js:1:2)`,
      'errata.cause': JSON.stringify([{ type, message, stacktrace: type }]),
      'errata.breadcrumbs': JSON.stringify([
        { at: new Date(at - 900).toISOString(), kind: hostile('kind'), text: hostile('crumb') },
      ]),
      'url.full': `https://shop.example/${hostile('page')}`,
      [hostile('key')]: hostile('value'),
    }),
  }
  const vitals = Array.from({ length: 12 }, (_, index) => ({
    eventName: 'browser.web_vital',
    timeUnixNano: nanoseconds(at + index),
    attributes: attributes({
      ...common,
      'browser.web_vital.name': 'LCP',
      'browser.web_vital.value': release === NEW ? '4000' : '1000',
      'browser.web_vital.rating': 'good',
      'errata.vital.element': hostile('element'),
      'errata.vital.phase.render_delay': '900',
      'errata.vital.url': `https://shop.example/${hostile('image')}`,
    }),
  }))
  // Two in each minute since the release: the releases draw them by hours.
  const sessions = Array.from({ length: Math.floor((Date.now() - at) / 30_000) }, (_, index) => ({
    eventName: 'session.start',
    timeUnixNano: nanoseconds(at + index * 30_000),
    attributes: attributes({ ...common, 'session.id': `${release}-${index}` }),
  }))
  const logRecords = [exception, ...vitals, ...sessions]
  await send(url, logsOf(resource(release), logRecords))
  const spans = Array.from({ length: 30 }, (_, index) => ({
    traceId: index < 3 ? traceId : newTraceId(),
    spanId: index === 0 ? spanId : newSpanId(),
    ...(index > 0 && index < 3 && { parentSpanId: spanId }),
    name: OPERATION,
    startTimeUnixNano: nanoseconds(at + index),
    endTimeUnixNano: nanoseconds(at + index + (release === NEW ? 900 : 100)),
    status: index === 0 ? { code: 2, message: hostile('status') } : {},
    attributes: attributes({ ...common, [hostile('key')]: hostile('value') }),
    events: [
      {
        name: hostile('event'),
        timeUnixNano: nanoseconds(at + 5),
        attributes: attributes({ [hostile('key')]: hostile('value') }),
      },
    ],
  }))
  // Of a service with another clock.
  const early = {
    traceId,
    spanId: newSpanId(),
    parentSpanId: spanId,
    name: OPERATION,
    kind: 2,
    startTimeUnixNano: nanoseconds(at - 5000),
    endTimeUnixNano: nanoseconds(at - 4950),
  }
  await send(url, spansOf(resource(release), spans))
  await send(url, spansOf({ 'service.name': hostile('clock') }, [early]))
  return { digest, traceId, spanId }
}

const resource = (release: string) => ({
  'service.name': SERVICE,
  'service.version': release,
  'deployment.environment.name': hostile('environment'),
  [hostile('key')]: hostile('value'),
})
