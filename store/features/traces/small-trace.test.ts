// A trace of few rows is read with one query, one of more rows is written by the engine: the same spans are
// answered alike.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span as SentSpan } from '../../../otlp/otlp-json.ts'
import type { TraceAnswer } from '../../../contract/traces.ts'
import { keyValues, newTraceId, spans } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import { MAX_SMALL } from './small-trace.ts'

const store = sharedStore()

const SPANS = 120
const START = BigInt(Date.now() - 3_600_000) * 1_000_000n

/** Some start at one instant, and some have no span with the id of their parent. */
const sentSpan = fc
  .record({
    parent: fc.nat(3),
    name: fc.constantFrom('GET /orders', 'Übersicht "1"\n', ''),
    kind: fc.nat(5),
    start: fc.constantFrom(0n, 1n, 1_000_000n, 1_234_567_890n, 2_000_000_000n),
    duration: fc.constantFrom(0n, 1n, 40_000_000n, 20_000_000_000_000n),
    code: fc.nat(2),
    events: fc.array(fc.constantFrom('click', 'exception', 'Übersicht', ''), { maxLength: 3 }),
  })
  .map(({ parent, name, kind, start, duration, code, events }): SentSpan => ({
    ...(parent > 0 && { parentSpanId: String(parent).padStart(16, 'a') }),
    name,
    kind,
    startTimeUnixNano: String(START + start),
    endTimeUnixNano: String(START + start + duration),
    status: { code },
    events: events.map((event, index) => ({
      name: event,
      timeUnixNano: String(START + start + BigInt(index)),
      attributes: keyValues({ 'exception.type': 'Error', 'exception.message': `failed ${index}` }),
    })),
  }))

async function readAnswer(traceId: string, query: string): Promise<unknown> {
  const answer = await store.read<TraceAnswer>(`/api/traces/${traceId}?${query}`)
  const exceptions = answer.exceptions.map(({ digest: _digest, ...exception }) => exception)
  return { ...answer, traceId: '', exceptions }
}

test('the same spans are answered alike, few rows and many', async () => {
  const service = newName()
  const [list] = fc.sample(fc.array(sentSpan, { minLength: SPANS, maxLength: SPANS }), {
    numRuns: 1,
    seed: 3,
  })
  const [small, large] = [newTraceId(), newTraceId()]
  const send = (traceId: string, release: string): Promise<void> => {
    const sent = list!.map((span, at) => ({ ...span, traceId, spanId: String(at + 1).padStart(16, 'b') }))
    return store.send('traces', spans(sent, { service, release }))
  }
  // Sent twice, also of the small trace.
  for (const release of ['1.0.0', '1.0.0-again']) await send(small, release)
  for (let rows = 0; rows <= MAX_SMALL; rows += SPANS) await send(large, rows === 0 ? '1.0.0' : `1.0.${rows}`)
  const answer = (await readAnswer(small, '')) as TraceAnswer
  expect(answer).toMatchObject({ totalSpans: SPANS, truncated: false, durationNs: 20_002_000_000_000 })
  expect(answer.spans.some(({ exceptions }) => exceptions > 0)).toBe(true)
  expect(answer).toEqual(await readAnswer(large, ''))
})
