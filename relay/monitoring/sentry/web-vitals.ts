// Web vitals: measurements of a transaction before version 11 of the SDK, attributes of spans since then.
import type { JsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { nanosecondsOf, numberOf, objectOf, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'
import { routeOfAddress, routeOfPage } from './routes.ts'
import { routeOfTransaction, type SentSpan } from './spans.ts'

/** Good up to, and needs work up to: milliseconds, CLS without a unit. */
const VITAL_LIMITS: Record<string, [good: number, needsWork: number]> = {
  LCP: [2_500, 4_000],
  CLS: [0.1, 0.25],
  INP: [200, 500],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
}

export function vitalsOfTransaction(event: JsonObject): LogRecord[] {
  const trace = objectOf(objectOf(event['contexts'])['trace'])
  const time = nanosecondsOf(event['timestamp'])
  if (time === undefined) return []
  const at = { time, route: routeOfTransaction(event), traceId: textOf(trace['trace_id']) }
  return vitalRecords(objectOf(event['measurements']), at)
}

/** `page`: the address of the page that sent it. Spans of LCP and CLS have no address. */
export function vitalsOfSpan({ span, values }: SentSpan, page: string): LogRecord[] {
  const route = routeOfPage(values) || routeOfAddress(page)
  return vitalRecords(values, { time: span.endTimeUnixNano, route, traceId: span.traceId })
}

/** `values`: measurements of a transaction, or attributes of a span. `time`: nanoseconds. */
function vitalRecords(values: JsonObject, at: { time: string; route: string; traceId: string }): LogRecord[] {
  return vitalsOf(values).map(({ name, value }) => {
    const [good, needsWork] = VITAL_LIMITS[name]!
    const rating = value <= good ? 'good' : value <= needsWork ? 'needs-improvement' : 'poor'
    return {
      timeUnixNano: at.time,
      eventName: 'browser.web_vital',
      severityNumber: 9,
      traceId: at.traceId,
      attributes: toAttributes({
        'browser.web_vital.name': name,
        'browser.web_vital.value': value,
        'browser.web_vital.rating': rating,
        'http.route': at.route,
      }),
    }
  })
}

/** `lcp`: 1,200 ms. Of a transaction before version 11, or of a span since. */
function vitalsOf(values: JsonObject): { name: string; value: number }[] {
  return ['lcp', 'cls', 'inp', 'fcp', 'ttfb'].flatMap((vital) => {
    const value = numberOf(objectOf(values[vital])['value'] ?? values[`browser.web_vital.${vital}.value`])
    return value === undefined ? [] : [{ name: vital.toUpperCase(), value }]
  })
}
