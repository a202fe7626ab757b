// What is sent before the answers for the tests of the screens are recorded, by the name of the recording.
import { loadDeploy, NEW_RELEASE } from './deploy-data.ts'
import { post } from './http.ts'
import { sendIncident } from './incident.ts'
import { loadSampleDay } from './sample-data.ts'
import { sendCheckouts, SLOW_TRACES } from './slow-checkout.ts'
import { exceptionLog } from './telemetry.ts'
import { sendTrace, type SpanInput } from './traces.ts'
import { waitUntilStored } from './wait-for.ts'

/** Each resolves to what its tests must know. */
export const screenData: Record<string, (url: string) => Promise<unknown>> = {
  waterfall: sendWaterfall,
  timeline: sendTimeline,
  day: sendDay,
  deploy: sendDeploy,
}

const [PARTS, DEPTH] = [10, 14]
/** A deep trace, a small one with an exception, and one with repeated queries. */
async function sendWaterfall(url: string) {
  const traces = {
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
  await post(`${url}/monitoring`, body)
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

/** A day of the book shop, and checkouts of which some are slow. Resolves to the paths of the screens. */
async function sendDay(url: string) {
  const paths = await loadSampleDay(url)
  await sendCheckouts(url)
  await waitUntilStored(url)
  return { ...paths, slowTraces: SLOW_TRACES }
}

/** A release with a new error. */
async function sendDeploy(url: string) {
  return { ...(await loadDeploy(url)), release: NEW_RELEASE }
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
