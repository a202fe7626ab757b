// The baseline of operations, the 7 days before the range, compared with a plain list of the spans.
import { beforeAll, expect, test } from 'vitest'
import { span, spans } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { OperationsAnswer } from '../../../contract/operations.ts'
import type { TraceHeatmapAnswer } from '../../../contract/traces.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A full hour: the range begins there. */
const start = Math.floor(Date.now() / HOUR) * HOUR - 23 * HOUR

const store = storeOfFile()

type Calls = { name: string; count: number; milliseconds: number; errors?: number; before?: boolean }

/** Of the service `shop`. Those of the days before are at the same hours of 7 days. */
const CALLS: Calls[] = [
  { name: 'POST /quote', count: 20, milliseconds: 5_000, errors: 5 },
  { name: 'GET /books', count: 80, milliseconds: 20 },
  { name: 'GET /new', count: 10, milliseconds: 30 },
  { name: 'POST /quote', count: 10 * 7, milliseconds: 500, before: true },
  { name: 'GET /books', count: 80 * 7, milliseconds: 20, before: true },
]

beforeAll(async () => {
  const list = CALLS.flatMap(({ name, count, milliseconds, errors = 0, before = false }) =>
    Array.from({ length: count }, (_, at) => {
      const day = before ? ((at % 7) + 1) * DAY : 0
      return span({ name, at: start - day + (at % 20) * HOUR + 1_000, milliseconds, error: at < errors })
    }),
  )
  await store.send('traces', spans(list, { service: 'shop' }))
  const query = span({ name: 'SELECT', at: start + HOUR, milliseconds: 4_000 })
  await store.send('traces', spans([query], { service: 'database' }))
})

const range = (length = DAY): string =>
  `from=${new Date(start).toISOString()}&to=${new Date(start + length).toISOString()}`

function ask(parameters: string): Promise<OperationsAnswer> {
  return store.read<OperationsAnswer>(`/api/operations?${range()}&${parameters}`)
}

async function namesBy(sort: string): Promise<string[]> {
  return (await ask(`${sort}&service=shop`)).operations.map(({ name }) => name)
}

test('an operation has its share of the time of its service, whatever the search and the page', async () => {
  const total = 20 * 5_000 + 80 * 20 + 10 * 30
  for (const parameters of [
    'limit=1&sort=time',
    'operation=POST /quote',
    'q=quote',
    'service=shop&sort=time',
  ]) {
    const [row] = (await ask(parameters)).operations
    expect([parameters, row?.name, row?.timeNs]).toEqual([parameters, 'POST /quote', 20 * 5_000 * 1e6])
    expect(row!.timeShare).toBeCloseTo((20 * 5_000) / total, 6)
  }
  const rows = (await ask('')).operations
  expect(rows.find(({ name }) => name === 'SELECT')?.timeShare).toBe(1)
  expect(rows[0]).not.toHaveProperty('usual')
})

test('the order is by calls, time, errors, or by p95', async () => {
  expect(await namesBy('')).toEqual(['GET /books', 'POST /quote', 'GET /new'])
  expect(await namesBy('sort=calls')).toEqual(await namesBy(''))
  expect(await namesBy('sort=time')).toEqual(['POST /quote', 'GET /books', 'GET /new'])
  expect((await namesBy('sort=errors'))[0]).toBe('POST /quote')
  expect(await namesBy('sort=p95')).toEqual(['POST /quote', 'GET /new', 'GET /books'])
  expect((await store.ask('/api/operations?sort=name')).status).toBe(400)
})

test('with the base, each row has its baseline, scaled from the 7 days before', async () => {
  const { operations, usualFrom } = await ask('base=true&service=shop')
  const rows = new Map(operations.map((row) => [row.name, row]))
  const quote = rows.get('POST /quote')!.usual!
  const covered = (start - Date.parse(usualFrom!)) / DAY
  const passed = (Date.now() - start) / DAY
  expect(usualFrom).toBe(new Date(start - 7 * DAY).toISOString())
  expect(covered).toBe(7)
  expect(quote.count / 10 / Math.min(1, passed)).toBeCloseTo(1, 1)
  expect(quote).toMatchObject({ errorShare: 0, p95Ns: 500e6 })
  expect(quote.timeShare).toBeCloseTo((10 * 500) / (10 * 500 + 80 * 20), 6)
  expect(quote.distribution.indexOf(1)).toBe(13)
  expect(rows.get('GET /books')!.usual!.p50Ns).toBe(20e6)
  expect(rows.get('GET /new')).not.toHaveProperty('usual')
})

test('the distribution has the calls of each duration', async () => {
  const { operations, durationsNs = [] } = await ask('base=true&service=shop')
  expect([durationsNs.length, durationsNs[0], durationsNs[5]]).toEqual([20, 1e6, 10e6])
  for (const { name, distribution = [], p50Ns } of operations) {
    const bar = durationsNs.findLastIndex((edge) => edge <= p50Ns)
    expect([name, distribution[bar], distribution.length]).toEqual([name, 1, 20])
  }
  const both = (await ask('base=true')).operations
  expect(both.every(({ distribution }) => distribution!.reduce((a, b) => a + b, 0) > 0.99)).toBe(true)
})

test('two groups of durations are two peaks in the distribution, the longest in its last bar', async () => {
  const at = start + 2 * HOUR
  const list = [...Array.from({ length: 70 }, () => 20), ...Array.from({ length: 30 }, () => 60_000)]
  await store.send(
    'traces',
    spans(
      list.map((milliseconds) => span({ name: 'two groups', at, milliseconds })),
      { service: 'groups' },
    ),
  )
  const [row] = (await ask('base=true&service=groups')).operations
  expect(row!.distribution!.at(-1)).toBeCloseTo(0.3, 1)
  expect(row!.distribution![6]).toBeCloseTo(0.7, 1)
})

test('all operations together have percentiles, a baseline, and a trend', async () => {
  const { totals, services } = await ask('base=true&service=shop')
  expect(totals).toMatchObject({ count: 110, errors: 5, p50Ns: 20e6, p95Ns: 5_000e6 })
  expect(totals!.usual!.errorShare).toBe(0)
  expect(totals!.usual!.p95Ns).toBe(500e6)
  const [first] = totals!.trend
  expect(first).toMatchObject({ at: new Date(start).toISOString() })
  expect(first!.usual!.lowNs).toBeGreaterThanOrEqual(20e6)
  expect(first!.usual!.highNs).toBeLessThanOrEqual(500e6)
  expect(services).toContainEqual({ service: 'shop', operations: 3 })
  expect(services).toContainEqual({ service: 'database', operations: 1 })
  expect((await ask('base=true&q=quote')).services).toEqual([{ service: 'shop', operations: 1 }])
  expect((await ask('base=true&q=nothing')).totals).toBeUndefined()
})

test('the heatmap of spans counts the errors of the operation itself', async () => {
  const path = `/api/traces/heatmap?${range()}&service=shop&operation=POST /quote`
  const { count, errors, total } = await store.read<TraceHeatmapAnswer>(`${path}&of=spans`)
  expect({ count, errors, total }).toEqual({ count: 20, errors: 5, total: 20 })
})
