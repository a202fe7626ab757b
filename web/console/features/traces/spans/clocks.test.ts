import { expect, test } from 'vitest'
import type { Span, TraceAnswer } from '../../../../../contract/traces.ts'
import { createSpan } from '../testing/spans.ts'
import { clockOffsets, correctClocks } from '../../../../../contract/timeline/clocks.ts'

function createTrace(spans: Span[]): TraceAnswer {
  const start = spans.map((span) => span.start).toSorted()[0] ?? ''
  return {
    traceId: 'a'.repeat(32),
    start,
    durationNs: 0,
    totalSpans: spans.length,
    truncated: false,
    spans,
    exceptions: [],
    spanEvents: [],
  }
}

const page = createSpan('page', null, { service: 'web', durationMs: 1_000 })
const call = createSpan('call', 'page', { service: 'web', kind: 'client', startMs: 100, durationMs: 400 })

test('a server that is behind is moved into its caller together with its own calls', () => {
  const trace = createTrace([
    page,
    call,
    createSpan('serve', 'call', { service: 'api', kind: 'server', startMs: 200 - 4_200, durationMs: 200 }),
    createSpan('store', 'serve', { service: 'db', kind: 'server', startMs: 250 - 4_200, durationMs: 100 }),
  ])
  expect([...clockOffsets(trace)]).toEqual([
    ['api', 4_200e6],
    ['db', 4_200e6],
  ])
  const corrected = correctClocks(trace, clockOffsets(trace))
  expect(corrected.start).toBe(page.start)
  expect(corrected.durationNs).toBe(1_000e6)
  expect(corrected.spans[2]?.start).toBe(new Date(Date.parse(page.start) + 200).toISOString())
})

test('a server that is ahead is moved back', () => {
  const serve = { service: 'api', kind: 'server', startMs: 2_200, durationMs: 200 } as const
  expect([...clockOffsets(createTrace([page, call, createSpan('serve', 'call', serve)]))]).toEqual([
    ['api', -2_000e6],
  ])
})

test('work that outlives its caller and late queue deliveries do not count as clock skew', () => {
  const trace = createTrace([
    page,
    call,
    createSpan('late', 'call', { service: 'jobs', startMs: 5_000 }),
    createSpan('delivered', 'call', { service: 'queue', kind: 'consumer', startMs: 9_000 }),
    createSpan('aborted', 'call', { service: 'api', kind: 'server', startMs: 450, durationMs: 900 }),
  ])
  expect(clockOffsets(trace).size).toBe(0)
  expect(correctClocks(trace, new Map())).toBe(trace)
})
