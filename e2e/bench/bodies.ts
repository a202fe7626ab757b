// Bodies for a load: an exception, or the spans of a page. Only ids and times in a template are replaced:
// building each body would use as much processor time as the relay does.
import { randomBytes } from 'node:crypto'
import { attributes, exceptionLog, nanoseconds, newDigest, newTraceId } from '../testing/telemetry.ts'

const SPANS = 4
const SPAN_MS = 40

const EXCEPTION = JSON.stringify(
  exceptionLog({ digest: 'DIGEST00', message: 'the order has no lines', traceId: 'trace' }).body,
)
const TIME = /"timeUnixNano":"\d+"/

const TRACE_ID = 'TRACE-ID'
const SPAN_IDS = Array.from({ length: SPANS }, (_, index) => `SPAN-${index}`)
const PLACEHOLDERS = /TRACE-ID|SPAN-\d|START|END|SESSION/g

const SPANS_BODY = JSON.stringify({
  resourceSpans: [
    {
      resource: { attributes: attributes({ 'service.name': 'shop', 'service.version': '4.1.0' }) },
      scopeSpans: [{ scope: { name: 'bench' }, spans: SPAN_IDS.map(spanTemplate) }],
    },
  ],
})

function spanTemplate(spanId: string, index: number) {
  return {
    traceId: TRACE_ID,
    spanId,
    parentSpanId: index === 0 ? '' : SPAN_IDS[0],
    name: `GET /api/part-${index}`,
    kind: 3,
    startTimeUnixNano: 'START',
    endTimeUnixNano: 'END',
    status: {},
    attributes: attributes({
      'http.route': '/basket',
      'url.full': 'https://shop.example/basket',
      'session.id': 'SESSION',
    }),
  }
}

export function exceptionBody(): string {
  return EXCEPTION.replace('DIGEST00', newDigest())
    .replace('"trace"', `"${newTraceId()}"`)
    .replace(TIME, `"timeUnixNano":"${nanoseconds(Date.now())}"`)
}

export function spansBody(): string {
  const ids = randomBytes(16 + 8 * SPANS).toString('hex')
  const start = Date.now() - 500
  const values: Record<string, string> = {
    [TRACE_ID]: ids.slice(0, 32),
    START: nanoseconds(start),
    END: nanoseconds(start + SPAN_MS),
    SESSION: ids.slice(0, 8),
  }
  for (const [index, name] of SPAN_IDS.entries()) values[name] = ids.slice(32 + index * 16, 48 + index * 16)
  return SPANS_BODY.replace(PLACEHOLDERS, (name) => values[name]!)
}
