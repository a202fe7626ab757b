// Traces by start and duration: the heatmap, what differs in a selection, the order of the list.
import { beforeAll, expect, test } from 'vitest'
import { CHROME, exception, IPHONE, newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { newName, storeOfFile } from '../../testing/suite.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'
import type { TraceDifferencesAnswer, TraceHeatmapAnswer, TracesAnswer } from '../../../contract/traces.ts'

const HOUR = 3_600_000
const hour = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
const instant = (minutes: number): string => new Date(hour + minutes * 60_000).toISOString()
const SLOW = 'minDurationNs=2000000000'

const store = storeOfFile()
/** The slow ones are from Safari, and pay with a card. */
const slow = Array.from({ length: 4 }, newTraceId)
const quick = Array.from({ length: 12 }, newTraceId)

beforeAll(async () => {
  for (const [index, traceId] of [...slow, ...quick].entries()) await sendPayment(traceId, index)
  await store.send('logs', exception({ service: 'pay', traceId: quick[3]!, at: hour + 60_000 }))
})

/** A page that calls a server; each minute one. */
async function sendPayment(traceId: string, index: number): Promise<void> {
  const isSlow = index < slow.length
  const rootId = newSpanId()
  const at = hour + index * 60_000
  const milliseconds = isSlow ? 3_000 + index : 100 + index
  const root = span({
    traceId,
    spanId: rootId,
    name: 'pay',
    at,
    milliseconds,
    attributes: {
      'payment.method': isSlow ? 'credit card' : 'invoice',
      'cart.currency': 'EUR',
      'order.id': `order-${index}`,
    },
  })
  const child = span({ traceId, parentSpanId: rootId, name: 'POST /pay', at: at + 5, error: index === 1 })
  const resource = { 'user_agent.original': isSlow ? IPHONE : CHROME }
  await store.send('traces', spans([root], { service: 'pay', resource }))
  await store.send('traces', spans([child], { service: 'pay-api' }))
}

function ask<Answer>(path: string, query: string): Promise<Answer> {
  return store.read<Answer>(`${path}?from=${instant(-60)}&to=${instant(120)}&${query}`)
}

async function traceIds(query: string): Promise<string[]> {
  return (await ask<TracesAnswer>('/api/traces', query)).traces.map(({ traceId }) => traceId)
}

test('the heatmap has a cell for each start and duration, with its errors', async () => {
  const heatmap = await ask<TraceHeatmapAnswer>('/api/traces/heatmap', '')
  expect(heatmap).toMatchObject({ count: 16, errors: 2, total: 16 })
  const rowOf = (durationNs: number) => heatmap.durationsNs.filter((edge) => durationNs >= edge).length
  const sum = (row: number, field: 'count' | 'errors') =>
    heatmap.cells.filter((cell) => cell.row === row).reduce((total, cell) => total + cell[field], 0)
  expect([sum(rowOf(3e9), 'count'), sum(rowOf(3e9), 'errors')]).toEqual([4, 1])
  expect([sum(rowOf(1e8), 'count'), sum(rowOf(1e8), 'errors')]).toEqual([12, 1])
  const first = Date.parse(heatmap.from) + (heatmap.cells[0]!.column * heatmap.stepNs) / 1e6
  expect(hour - first).toBeGreaterThanOrEqual(0)
  expect(hour - first).toBeLessThan(heatmap.stepNs / 1e6)
  expect(heatmap.p95Ns).toBeGreaterThan(2.9e9)
})

test('a selection leaves the cells as they are and counts the traces in it', async () => {
  const all = await ask<TraceHeatmapAnswer>('/api/traces/heatmap', '')
  const selected = await ask<TraceHeatmapAnswer>(
    '/api/traces/heatmap',
    `${SLOW}&started=${instant(1)}/${instant(3)}`,
  )
  expect(selected).toEqual({ ...all, total: 2 })
  expect(await ask<TraceHeatmapAnswer>('/api/traces/heatmap', 'service=pay-api')).toEqual(all)
  expect(await ask('/api/traces/heatmap', 'operation=POST /pay')).toMatchObject({ count: 16, total: 16 })
})

test('start and duration are taken from the trace, also where another span matches', async () => {
  expect(await traceIds(SLOW)).toEqual(slow.toReversed())
  expect(await traceIds(`service=pay-api&${SLOW}`)).toEqual(slow.toReversed())
  expect(await traceIds(`q=POST&started=${instant(2)}/${instant(5)}`)).toEqual([quick[0], slow[3], slow[2]])
  for (const started of ['now', `${instant(2)}/${instant(1)}`, instant(1)]) {
    const { status, body } = await store.ask<{ detail: string }>(`/api/traces?started=${started}`)
    expect([status, body.detail]).toEqual([400, expect.stringContaining('started')])
  }
})

test.each([
  ['duration', [...slow.toReversed(), ...quick.toReversed()]],
  ['errors', [quick[3], slow[1], ...[...slow, ...quick].toReversed()]],
])('the list is ordered by %s, page by page', async (sort, expected) => {
  const first = await ask<TracesAnswer>('/api/traces', `sort=${sort}&limit=5`)
  const second = await ask<TracesAnswer>('/api/traces', `sort=${sort}&limit=20&cursor=${first.nextCursor}`)
  const ids = [...first.traces, ...second.traces].map(({ traceId }) => traceId)
  expect(ids).toEqual([...new Set(expected)])
  expect(second.nextCursor).toBeNull()
})

test('the differences list the attributes of the selection, the most different first', async () => {
  const answer = await ask<TraceDifferencesAnswer>('/api/traces/differences', SLOW)
  expect(answer).toMatchObject({ selected: 4, others: 12, sampled: false })
  expect(answer.differences.map(({ key, value, share, base }) => [key, value, share, base])).toEqual(
    expect.arrayContaining([
      ['browser', 'Safari 26', 1, 0],
      ['os', 'iOS 26.1', 1, 0],
      ['payment.method', 'credit card', 1, 0],
    ]),
  )
  expect(answer.same).toEqual(expect.arrayContaining(['cart.currency', 'service', 'operation']))
  expect(await ask('/api/traces/differences', '')).toMatchObject({ others: 0, differences: [] })
})

test('a difference can be searched for and excluded', async () => {
  for (const term of ['browser:safari', 'os:"iOS 26.1"', 'payment.method:"credit card"'])
    expect(await traceIds(`q=${encodeURIComponent(term)}`)).toEqual(slow.toReversed())
  for (const term of ['-browser:Safari', '-payment.method:"credit card"', '-q -browser:Safari'])
    expect(await traceIds(`q=${encodeURIComponent(term)}`)).toEqual(quick.toReversed())
  expect(await traceIds('q=-service.name:pay-api')).toEqual([])
})

test('facets of a selection are compared with the shares of all traces', async () => {
  const answer = await ask<FacetsAnswer>('/api/facets', `of=traces&base=true&service=pay&${SLOW}`)
  expect(answer).toMatchObject({ total: 4, baseTotal: 16 })
  const values = (name: string) => answer.facets.find((facet) => facet.name === name)?.values
  expect(values('operation')).toEqual([{ value: 'pay', count: 4, base: 1 }])
})

test('the differences name what spans below the root have, with their service', async () => {
  const service = newName()
  for (let index = 0; index < 12; index++) {
    const [traceId, spanId] = [newTraceId(), newSpanId()]
    const isSlow = index < 4
    const at = hour + index * 1_000
    const root = span({ traceId, spanId, name: 'checkout', at, milliseconds: isSlow ? 3_000 : 90 })
    const paid = span({
      traceId,
      parentSpanId: spanId,
      name: isSlow ? 'POST /payments/3ds' : 'POST /payments',
      at,
      attributes: { 'payment.method': isSlow ? 'apple-pay' : 'card', 'payment.currency': 'EUR' },
    })
    await store.send('traces', spans([root], { service }))
    await store.send('traces', spans([paid], { service: 'payment-api' }))
  }
  const { differences } = await ask<TraceDifferencesAnswer>(
    '/api/traces/differences',
    `service=${service}&${SLOW}`,
  )
  expect(differences).toEqual([
    { service: 'payment-api', key: 'operation', value: 'POST /payments/3ds', share: 1, base: 0 },
    { service: 'payment-api', key: 'payment.method', value: 'apple-pay', share: 1, base: 0 },
  ])
})
