// What the two servers of the sample data log while they answer a page, each line in its span.
import { attributes, nanoseconds } from '../telemetry.ts'

/** A span as it is sent. */
type Answer = { traceId: string; spanId: string; startTimeUnixNano: string; endTimeUnixNano: string }
type Line = { at: number; level: keyof typeof SEVERITIES; body: string; values?: Record<string, string> }

/** OpenTelemetry's numbers. */
const SEVERITIES = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17 }

/** `at`: the part of the span after which the line is written. */
function apiLines(milliseconds: number, failed: boolean, number: number): Line[] {
  const order = { 'order.id': String(4_000 + number), 'http.route': '/api/quote' }
  const status = failed ? 502 : 200
  return [
    { at: 0.02, level: 'INFO', body: `quote for order ${order['order.id']}`, values: order },
    failed
      ? {
          at: 0.98,
          level: 'ERROR',
          body: `quote for order ${order['order.id']} failed: no prices`,
          values: order,
        }
      : { at: 0.5, level: 'DEBUG', body: `${3 + (number % 5)} books, shipping to DE`, values: order },
    {
      at: 0.99,
      level: 'INFO',
      body: `GET /api/quote ${status} in ${Math.round(milliseconds)} ms`,
      values: { ...order, 'http.response.status_code': String(status) },
    },
  ]
}

function priceLines(milliseconds: number, failed: boolean): Line[] {
  if (!failed)
    return [{ at: 0.4, level: 'DEBUG', body: 'rates: from the cache', values: { 'cache.age': '42' } }]
  return [
    { at: 0.4, level: 'WARN', body: 'rates: no answer, trying again (1 of 2)' },
    { at: 0.8, level: 'WARN', body: 'rates: no answer, trying again (2 of 2)' },
    {
      at: 0.97,
      level: 'ERROR',
      body: `rates: no answer after ${Math.round(milliseconds)} ms`,
      values: { 'server.address': 'rates.internal' },
    },
  ]
}

/** The records of a service about one of its spans. */
export function sampleLines(
  service: string,
  span: Answer,
  { failed, number }: { failed: boolean; number: number },
) {
  const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano].map((ns) => Number(ns.slice(0, -6)))
  const milliseconds = end! - start!
  const lines =
    service === 'prices' ? priceLines(milliseconds, failed) : apiLines(milliseconds, failed, number)
  return lines.map(({ at, level, body, values = {} }) => ({
    timeUnixNano: nanoseconds(start! + at * milliseconds),
    severityNumber: SEVERITIES[level],
    severityText: level,
    body: { stringValue: body },
    traceId: span.traceId,
    spanId: span.spanId,
    attributes: attributes(values),
  }))
}
