// A payment that failed because of a query three services away, as the page and the servers sent it.
import { send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { attributes, logsOf, nanoseconds, newDigest, stacktrace } from './telemetry.ts'
import { sendTrace, type SpanInput } from './traces.ts'

/** Milliseconds by which the clock of `quote-api` is behind. */
const BEHIND_MS = 4_200

const SPANS: SpanInput[] = [
  { name: 'click Pay now', service: 'shop-web', start: 0, milliseconds: 6_440 },
  { name: 'GET /experiments', parent: 'click Pay now', service: 'shop-web', start: 20, milliseconds: 66 },
  {
    name: 'GET /cart/quote',
    parent: 'click Pay now',
    service: 'shop-web',
    start: 40,
    milliseconds: 4_810,
    kind: 3,
    failed: true,
    attributes: { 'http.response.status_code': '502', 'url.path': '/cart/quote' },
  },
  {
    name: 'GET /cart/:id/quote',
    parent: 'GET /cart/quote',
    service: 'shop-api',
    start: 120,
    milliseconds: 4_700,
    kind: 2,
    failed: true,
  },
  {
    name: 'quote.prices',
    parent: 'GET /cart/:id/quote',
    service: 'shop-api',
    start: 170,
    milliseconds: 1_350,
  },
  {
    name: 'POST /v2/quote',
    parent: 'GET /cart/:id/quote',
    service: 'shop-api',
    start: 1_550,
    milliseconds: 3_200,
    kind: 3,
    failed: true,
  },
  {
    name: 'quote',
    parent: 'POST /v2/quote',
    service: 'quote-api',
    start: 1_575 - BEHIND_MS,
    milliseconds: 3_150,
    kind: 2,
    failed: true,
    attributes: { 'error.type': 'UpstreamTimeout', 'http.response.status_code': '504' },
  },
  ...Array.from({ length: 6 }, (_, number) => ({
    name: 'rates.fetch',
    id: `rates ${number}`,
    parent: 'quote',
    service: 'quote-api',
    start: 1_600 - BEHIND_MS + number * 500,
    milliseconds: 400,
  })),
  { name: 'later', service: 'shop-web', start: 7_000, milliseconds: 100 },
]

export type Incident = Awaited<ReturnType<typeof sendIncident>>

/** Resolves when the event can be queried. `type`: of the exception, so that its issue is its own. */
export async function sendIncident(url: string, type: string, { withTrace = true, now = Date.now() } = {}) {
  const at = now - 120_000
  const { traceId, spanIds } = withTrace
    ? await sendTrace(url, SPANS, at - 6_440)
    : { traceId: 'ab'.repeat(16), spanIds: new Map<string, string>() }
  const digest = newDigest()
  const message = 'Cannot read properties of undefined (reading ‘amount’)'
  const breadcrumb = (before: number, kind: string, text: string) => ({
    at: new Date(at - before).toISOString(),
    kind,
    text,
  })
  const record = {
    timeUnixNano: nanoseconds(at),
    eventName: 'exception',
    severityNumber: 17,
    traceId,
    spanId: spanIds.get('click Pay now') ?? 'cd'.repeat(8),
    attributes: attributes({
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace(type, message, [
        'cartTotal (https://shop.example/src/cart/totals.ts:42:35)',
        'OrderTotals (https://shop.example/src/checkout/order-totals.tsx:48:17)',
      ]),
      'errata.digest': digest,
      'errata.mechanism': 'react.uncaught',
      'url.full': 'https://shop.example/cart/8812',
      'http.route': '/cart/:id',
      'user.id': 'u_8f2',
      'errata.breadcrumbs': JSON.stringify([
        ...Array.from({ length: 10 }, (_, number) =>
          breadcrumb(250_000 - number * 20_000, 'navigation', `/books/${number}`),
        ),
        breadcrumb(6_445, 'click', 'button “Pay now”'),
        breadcrumb(1_580, 'console.warn', 'quote: 502, trying again (2/2)'),
      ]),
    }),
  }
  const resource = {
    'service.name': 'shop-web',
    'service.version': '2026.11.3',
    'deployment.environment.name': 'production',
  }
  await send(url, logsOf(resource, [record]))
  const { issueId } = await eventOf({ url }, digest)
  return { traceId, spanIds, digest, issueId }
}
