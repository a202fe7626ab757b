// Traces of a shop in which paying is slow in one browser since an hour, for what narrows a list of traces.
import type { TracesAnswer } from '../../contract/traces.ts'
import { getJson, send } from './http.ts'
import { attributes, nanoseconds, newSpanId, newTraceId, spansOf } from './telemetry.ts'
import { waitFor } from './wait-for.ts'

const SLOW_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/26.1 Mobile/15E148 Safari/604.1'
const OTHER_BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
]

const MINUTE = 60_000
/** One trace every six minutes of a day. */
const EVERY = 6 * MINUTE
const TRACES = 230
const SLOW_SINCE = 60 * MINUTE
const SLOW_EVERY = 4 * MINUTE
export const SLOW_TRACES = 14

/** Sends the traces of a day, and waits until they can be queried. */
export async function sendCheckouts(url: string, now = Date.now()): Promise<void> {
  const quick = Array.from({ length: TRACES }, (_, index) =>
    checkout(now - 5 * MINUTE - index * EVERY, {
      userAgent: OTHER_BROWSERS[index % 2]!,
      milliseconds: 80 + ((index * 37) % 190) + (index % 23 === 0 ? 700 : 0),
      route: ['/', '/books', '/checkout'][index % 3]!,
      method: index % 4 === 0 ? 'apple pay' : 'invoice',
      failed: index % 40 === 7,
    }),
  )
  const slow = Array.from({ length: SLOW_TRACES }, (_, index) =>
    checkout(now - SLOW_SINCE + index * SLOW_EVERY, {
      userAgent: SLOW_BROWSER,
      milliseconds: 2_300 + index * 150,
      route: '/checkout',
      method: 'apple pay',
      failed: index % 2 === 0,
    }),
  )
  await send(url, { resourceSpans: [...quick, ...slow].flat() })
  await waitFor('the traces', async () => {
    const { traces } = await getJson<TracesAnswer>(`${url}/api/traces?minDurationNs=2000000000&limit=100`)
    return traces.filter(({ name }) => name === 'click Pay').length >= SLOW_TRACES || undefined
  })
}

type Options = {
  userAgent: string
  milliseconds: number
  route: string
  method: string
  failed: boolean
}

/** A page that asks a server, each with its resource. */
function checkout(at: number, { userAgent, milliseconds, route, method, failed }: Options) {
  const [traceId, rootId] = [newTraceId(), newSpanId()]
  const common = { traceId, startTimeUnixNano: nanoseconds(at) }
  const root = {
    ...common,
    spanId: rootId,
    name: route === '/checkout' ? 'click Pay' : 'page load',
    kind: 1,
    endTimeUnixNano: nanoseconds(at + milliseconds),
    attributes: attributes({ 'http.route': route, 'payment.method': method, 'cart.currency': 'EUR' }),
  }
  const answer = {
    ...common,
    spanId: newSpanId(),
    parentSpanId: rootId,
    name: 'POST /quote',
    kind: 2,
    endTimeUnixNano: nanoseconds(at + milliseconds * 0.8),
    status: failed ? { code: 2 } : {},
    attributes: [],
  }
  const release = { 'service.version': '2026.11.3', 'deployment.environment.name': 'production' }
  const web = { 'service.name': 'checkout-web', 'user_agent.original': userAgent, ...release }
  return [
    ...spansOf(web, [root]).resourceSpans,
    ...spansOf({ 'service.name': 'quote-api', ...release }, [answer]).resourceSpans,
  ]
}
