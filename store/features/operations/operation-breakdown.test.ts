// Issues and parts of an operation, from traces of two services.
import { beforeAll, expect, test } from 'vitest'
import { exception, newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { OperationBreakdownAnswer } from '../../../contract/operations.ts'
import type { TraceHeatmapAnswer } from '../../../contract/traces.ts'

const store = sharedStore()
const CALLS = 6
const at = Date.now() - 600_000
const PATH = '/api/operations/breakdown?service=api&operation=POST /quote'

beforeAll(async () => {
  for (let number = 0; number < CALLS; number++) {
    const [traceId, page, quote] = [newTraceId(), newSpanId(), newSpanId()]
    const begin = at + number * 1_000
    const child = (name: string, offset: number, milliseconds: number) =>
      span({ traceId, parentSpanId: quote, name, at: begin + offset, milliseconds })
    const call = { traceId, spanId: quote, parentSpanId: page, at: begin, milliseconds: 100 }
    await store.send('traces', spans([span({ traceId, spanId: page, at: begin })], { service: 'web' }))
    // The two requests run at the same time for 10 ms; the last child goes on after the call.
    const parts = [child('GET /rates', 10, 50), child('GET /rates', 50, 20), child('SELECT', 90, 40)]
    await store.send('traces', spans([span({ ...call, name: 'POST /quote' }), ...parts], { service: 'api' }))
    await store.send('traces', spans([span({ traceId, parentSpanId: page, name: 'GET /cart', at: begin })]))
    if (number < 2)
      await store.send(
        'logs',
        exception({ traceId, spanId: page, at: begin, service: 'web', type: 'QuoteError' }),
      )
  }
  await store.send('logs', exception({ at, service: 'web', type: 'OtherError' }))
})

test('the issues are from its traces, with the number of occurrences in them', async () => {
  const { issues, calls, since } = await store.read<OperationBreakdownAnswer>(PATH)
  expect(issues.map(({ issue, count }) => [issue.type, issue.status, count])).toEqual([
    ['QuoteError', 'new', 2],
  ])
  expect([calls, since]).toEqual([CALLS, new Date(at).toISOString()])
})

test('its time is divided among its children and itself; work after its end does not count', async () => {
  const { parts, sampled, selfShare } = await store.read<OperationBreakdownAnswer>(PATH)
  expect(sampled).toBe(CALLS)
  expect(parts.map(({ service, name, count }) => [service, name, count])).toEqual([
    ['api', 'GET /rates', 2 * CALLS],
    ['api', 'SELECT', CALLS],
  ])
  expect(parts[0]!.share).toBeCloseTo(0.7, 6)
  expect(parts[1]!.share).toBeCloseTo(0.1, 6)
  // 10 to 70 ms and 90 to 100 ms are covered.
  expect(selfShare).toBeCloseTo(0.3, 6)
})

test('an operation without calls has no issues and no parts; a request without one is refused', async () => {
  expect(await store.read<OperationBreakdownAnswer>(`${PATH}s`)).toEqual({
    issues: [],
    calls: 0,
    since: null,
    parts: [],
    sampled: 0,
    selfShare: 0,
  })
  expect((await store.ask('/api/operations/breakdown?service=api')).status).toBe(400)
})

test('the heatmap of spans has no error where only another span of the trace has one', async () => {
  const path = '/api/traces/heatmap?range=1h&service=api&operation=POST /quote'
  const errorsOf = async (query: string): Promise<number> =>
    (await store.read<TraceHeatmapAnswer>(path + query)).errors
  expect([await errorsOf(''), await errorsOf('&of=spans')]).toEqual([2, 0])
})
