// Operations have rows per hour and per day. Answers from both are compared with a plain list of the spans.
import { beforeAll, expect, test } from 'vitest'
import { span, spans } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { OperationsAnswer } from '../../../contract/operations.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A midnight of UTC, six days ago. */
const day = Math.floor(Date.now() / DAY) * DAY - 6 * DAY

const store = storeOfFile()

type TestSpan = {
  at: number
  service: string
  name: string
  environment: string
  release: string
  milliseconds: number
  error: boolean
}

/** A span every 97 minutes of five days, so that they are in different minutes and in all hours of a day. */
const sample: TestSpan[] = Array.from({ length: 74 }, (_, at) => ({
  at: day + at * 97 * 60_000,
  service: at % 5 === 0 ? 'operated-api' : 'operated-web',
  name: at % 3 === 0 ? 'GET /orders' : 'GET /basket',
  environment: at % 2 === 0 ? 'production' : 'staging',
  release: at < 40 ? '1.0.0' : '2.0.0',
  milliseconds: 10 + ((at * 37) % 500),
  error: at % 7 === 0,
}))

/** One request per resource. */
async function sendAll(list: TestSpan[]): Promise<void> {
  const sources = Map.groupBy(
    list,
    ({ service, environment, release }) => `${service} ${environment} ${release}`,
  )
  for (const group of sources.values()) await store.send('traces', spans(group.map(span), group[0]))
}

beforeAll(async () => {
  await sendAll(sample)
})

type Filter = [query: string, matches: (item: TestSpan) => boolean]

type Expected = { key: string; count: number; errors: number; least: number; most: number }

/** The operations of the response. Percentiles of so few durations are between two of them. */
function expected(from: number, to: number, matches: Filter[1]): Expected[] {
  const rows = sample.filter((item) => item.at >= from && item.at < to && matches(item))
  return [...Map.groupBy(rows, ({ service, name }) => `${service} ${name}`)]
    .toSorted(([a, before], [b, after]) => after.length - before.length || (a < b ? -1 : 1))
    .map(([key, group]) => ({
      key,
      count: group.length,
      errors: group.filter(({ error }) => error).length,
      ...middleOf(group.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)),
    }))
}

function middleOf(sorted: number[]): { least: number; most: number } {
  const middle = (sorted.length - 1) / 2
  return {
    least: sorted[Math.max(0, Math.floor(middle) - 1)]! * 1e6,
    most: sorted[Math.min(sorted.length - 1, Math.ceil(middle) + 1)]! * 1e6,
  }
}

async function compare(from: number, to: number, [query, matches]: Filter): Promise<void> {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const body = await store.read<OperationsAnswer>(`/api/operations?${range}${query}`)
  const rows = expected(from, to, matches)
  expect(
    body.operations.map(({ service, name, count, errors }) => ({ key: `${service} ${name}`, count, errors })),
  ).toEqual(rows.map(({ key, count, errors }) => ({ key, count, errors })))
  for (const [at, { p50Ns, p99Ns }] of body.operations.entries()) {
    expect(p50Ns).toBeGreaterThanOrEqual(rows[at]!.least)
    expect(p50Ns).toBeLessThanOrEqual(rows[at]!.most)
    expect(p99Ns).toBeGreaterThanOrEqual(p50Ns)
  }
}

const FILTERS: Filter[] = [
  ['', () => true],
  ['&service=operated-api', ({ service }) => service === 'operated-api'],
  [
    '&environment=staging&release=1.0.0',
    ({ environment, release }) => environment === 'staging' && release === '1.0.0',
  ],
  ['&q=-orders', ({ name }) => !name.includes('orders')],
]

const RANGES: [string, number, number][] = [
  ['of a range with all spans', day - DAY, day + 7 * DAY],
  ['of complete days', day + DAY, day + 3 * DAY],
  [
    'between two instants within hours of different days',
    day + 13 * HOUR + 60_000,
    day + 3 * DAY + 5 * HOUR + 1,
  ],
  ['up to the last hour of a day', day + DAY + 1, day + 3 * DAY - HOUR],
  ['up to a minute before midnight', day, day + 2 * DAY - 60_000],
  ['of exactly one day', day + 2 * DAY, day + 3 * DAY],
  ['across midnight, without a complete day', day + DAY - 2 * HOUR, day + DAY + 3 * HOUR],
  ['within an hour', day + 2 * HOUR, day + 2 * HOUR + 1],
  [
    'until a day beyond the last date of the engine',
    day + DAY + 5 * HOUR,
    Date.parse('2199-12-31T00:00:00Z'),
  ],
]

test.each(RANGES)('counts of operations %s equal the counts of their spans', async (_what, from, to) => {
  for (const filter of FILTERS) await compare(from, to, filter)
})

test('the operations with the most spans come first, with their percentiles', async () => {
  const range = `from=${new Date(day).toISOString()}&to=${new Date(day + 6 * DAY).toISOString()}`
  const all = (await store.read<OperationsAnswer>(`/api/operations?${range}`)).operations
  expect(all).toHaveLength(4)
  const first = (await store.read<OperationsAnswer>(`/api/operations?${range}&limit=2`)).operations
  expect(first).toEqual(all.slice(0, 2))
})
