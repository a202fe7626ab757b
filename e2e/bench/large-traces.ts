// Traces of thousands of spans: 12 services, 200 failed spans, 42 levels deep or all under one parent.
import type { TraceAnswer } from '../../contract/traces.ts'
import { getJson, post } from '../testing/http.ts'
import { attributes, nanoseconds, newSpanId, newTraceId } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

type Shape = 'deep' | 'wide'

const SERVICES = 12
const ERRORS = 200
/** Levels below the root. */
const DEPTH = 41
const TRACE_MS = 30_000
/** Within the limit of a request. */
const SPANS_PER_REQUEST = 2_000

/** Sends a trace and waits until it can be queried. Resolves to its id. */
export async function sendLargeTrace(url: string, count: number, shape: Shape): Promise<string> {
  const traceId = newTraceId()
  const ids = Array.from({ length: count }, newSpanId)
  const start = Date.now() - 10 * 60_000
  for (let first = 0; first < count; first += SPANS_PER_REQUEST) {
    const indexes = ids.slice(first, first + SPANS_PER_REQUEST).map((_, offset) => first + offset)
    const resourceSpans = [...Map.groupBy(indexes, (index) => index % SERVICES)].map(([service, group]) => ({
      resource: { attributes: attributes({ 'service.name': `service-${service}` }) },
      scopeSpans: [{ spans: group.map((index) => ({ traceId, ...spanOf(ids, index, { shape, start }) })) }],
    }))
    const response = await post(`${url}/monitoring/v1/traces`, { resourceSpans })
    if (response.status !== 200) throw new Error(`traces: ${response.status} ${await response.text()}`)
  }
  await waitFor(
    `${count} spans`,
    async () => {
      const trace = await getJson<TraceAnswer>(`${url}/api/traces/${traceId}`).catch(() => null)
      return trace?.totalSpans === count || undefined
    },
    { timeoutMs: 60_000, intervalMs: 1_000 },
  )
  return traceId
}

function spanOf(ids: string[], index: number, { shape, start }: { shape: Shape; start: number }) {
  const level = index === 0 ? 0 : shape === 'wide' ? 1 : ((index - 1) % DEPTH) + 1
  const begin = index === 0 ? 0 : Math.floor((index / ids.length) * TRACE_MS) + (shape === 'deep' ? level : 0)
  const duration = index === 0 ? TRACE_MS + 100 : 1 + (DEPTH - level) * 2 + (index % 7)
  return {
    spanId: ids[index],
    ...(level > 0 && { parentSpanId: ids[level === 1 ? 0 : index - 1] }),
    name: index === 0 ? 'load' : `step ${level} of part ${index % 97}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(start + begin),
    endTimeUnixNano: nanoseconds(start + begin + duration),
    status: index > 0 && index % Math.floor(ids.length / ERRORS) === 0 ? { code: 2 } : {},
    attributes: [],
  }
}
