// Traces by user and session, and the rows of the list, compared with a plain list of the spans.
import { beforeAll, expect, test } from 'vitest'
import { newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { TraceRow, TracesAnswer } from '../../../contract/traces.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const begin = Math.floor(Date.now() / 1_000) * 1_000 - 50 * HOUR

const store = storeOfFile()

type TestSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  at: number
  milliseconds: number
  name: string
  error: boolean
  service: string
  attributes: Record<string, string>
  resource: Record<string, string>
}

/** Two days of twelve traces; the user is an attribute of spans, of the resource, or of both. */
const sample: TestSpan[] = Array.from({ length: 12 }, (_trace, trace) => {
  const [traceId, root] = [newTraceId(), newSpanId()]
  const attributes = { 'user.id': `user-${trace % 3}`, 'session.id': `${trace % 3}-${Math.floor(trace / 6)}` }
  const child = (name: string, minutes: number, more: Partial<TestSpan> = {}): TestSpan => ({
    traceId,
    spanId: newSpanId(),
    parentSpanId: root,
    name,
    at: begin + trace * 4 * HOUR + minutes * MINUTE,
    milliseconds: 30 + trace,
    error: false,
    service: 'people-web',
    attributes,
    resource: trace % 4 === 3 ? { 'user.id': 'user-1' } : {},
    ...more,
  })
  const { parentSpanId: _, ...page } = child('page.load', 0, { spanId: root })
  return [
    trace % 5 === 4 ? { ...page, attributes: {} } : page,
    child('click', 1),
    child('serve', 2, { service: 'people-api', error: trace % 2 === 0, attributes: {} }),
    child('leave', 90, { attributes: { 'user.id': attributes['user.id'] } }),
  ]
}).flat()

async function send(list: TestSpan[]): Promise<void> {
  const sources = Map.groupBy(list, ({ service, resource }) => `${service} ${JSON.stringify(resource)}`)
  for (const group of sources.values()) {
    const { service, resource } = group[0]!
    await store.send('traces', spans(group.map(span), { service, resource }))
  }
}

beforeAll(async () => {
  await send(sample)
  // The same spans in another request count once.
  await send(sample.filter((_, at) => at % 3 === 0))
})

/** All pages, five traces each. */
async function listAll(query: string): Promise<TraceRow[]> {
  const path = `/api/traces?limit=5&${query}`
  return (await store.readPages<TracesAnswer>(path)).flatMap(({ traces }) => traces)
}

type Query = { query: string; matches: (item: TestSpan) => boolean }

const by = (name: string, value: string) => (item: TestSpan) =>
  item.attributes[name] === value || item.resource[name] === value

const QUERIES: Query[] = [
  ...['user-0', 'user-1', 'user-2', 'nobody', `o'user"`].map((who) => ({
    query: `attribute=user.id:${who}`,
    matches: by('user.id', who),
  })),
  ...['0-0', '1-1', '2-0'].map((session) => ({
    query: `attribute=session.id:${session}`,
    matches: by('session.id', session),
  })),
  ...['user-0', 'user-1'].map((who) => ({
    query: `q=user:${who}`,
    matches: (item: TestSpan) => item.attributes['user.id'] === who,
  })),
  { query: 'q=session:1-0', matches: (item) => item.attributes['session.id'] === '1-0' },
  {
    query: 'q=-user:user-1&service=people-web',
    matches: (item) => item.attributes['user.id'] !== 'user-1' && item.service === 'people-web',
  },
  {
    query: 'attribute=user.id:',
    matches: (item) => item.attributes['user.id'] === undefined || item.resource['user.id'] === undefined,
  },
  { query: 'attribute=user.id:&service=people-api', matches: ({ service }) => service === 'people-api' },
  {
    query: 'attribute=user.id:user-1&attribute=session.id:1-0',
    matches: (item) => by('user.id', 'user-1')(item) && by('session.id', '1-0')(item),
  },
  {
    query: 'attribute=user.id:user-1&status=error',
    matches: (item) => by('user.id', 'user-1')(item) && item.error,
  },
  {
    query: 'attribute=user.id:user-1&operation=leave',
    matches: (item) => by('user.id', 'user-1')(item) && item.name === 'leave',
  },
  {
    query: 'q=user:user-2 click',
    matches: (item) => item.attributes['user.id'] === 'user-2' && item.name === 'click',
  },
  { query: 'q=user:user-2&environment=nowhere', matches: () => false },
  { query: '', matches: () => true },
]

const RANGES: [string, number, number][] = [
  ['a range with all traces', begin - HOUR, begin + 60 * HOUR],
  [
    'a range that begins and ends within traces',
    begin + 8 * HOUR + MINUTE / 2,
    begin + 40 * HOUR + 3 * MINUTE,
  ],
  ['a range that ends at the instant of a span', begin + 4 * HOUR, begin + 24 * HOUR + MINUTE],
  ['a range within one trace', begin + 12 * HOUR + MINUTE / 2, begin + 12 * HOUR + 80 * MINUTE],
]

/** Newest first, by the newest span that matches in the range. */
function expected(from: number, to: number, matches: Query['matches']): TraceRow[] {
  const newest = new Map<string, number>()
  for (const item of sample)
    if (matches(item) && item.at >= from && item.at < to)
      newest.set(item.traceId, Math.max(item.at, newest.get(item.traceId) ?? 0))
  return [...newest].toSorted(([, a], [, b]) => b - a).map(([traceId]) => rowOf(traceId))
}

function rowOf(traceId: string): TraceRow {
  const list = sample.filter((item) => item.traceId === traceId)
  const start = Math.min(...list.map(({ at }) => at))
  return {
    traceId,
    name: 'page.load',
    service: 'people-web',
    route: '',
    user: list
      .map(({ attributes, resource }) => attributes['user.id'] ?? resource['user.id'] ?? '')
      .toSorted()
      .at(-1)!,
    start: new Date(start).toISOString(),
    durationNs: (Math.max(...list.map(({ at, milliseconds }) => at + milliseconds)) - start) * 1e6,
    rootDurationNs: list[0]!.milliseconds * 1e6,
    spans: list.length,
    errors: list.filter(({ error }) => error).length,
    services: ['people-api', 'people-web'],
  }
}

async function compare(from: number, to: number): Promise<void> {
  for (const { query, matches } of QUERIES) {
    const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
    const rows = (await listAll(`${range}&${query}`)).map((row) => ({
      ...row,
      start: new Date(row.start).toISOString(),
    }))
    expect(rows, query).toEqual(expected(from, to, matches))
  }
}

test.each(RANGES)(
  '%s: the traces of a user or a session match their spans, on all pages',
  (_what, from, to) => compare(from, to),
)

test('the traces of a user in a week', async () => {
  const ids = (await listAll('range=7d&attribute=user.id:user-1')).map(({ traceId }) => traceId)
  expect(ids).toEqual(expected(0, Infinity, by('user.id', 'user-1')).map(({ traceId }) => traceId))
  expect(await listAll('range=1h&attribute=user.id:user-1')).toEqual([])
})

test('a long trace counts each span once; one without a root has the name of its earliest span', async () => {
  const [traceId, orphan] = [newTraceId(), newTraceId()]
  const long = Array.from({ length: 700 }, (_, at) =>
    span({ traceId, at: begin + at, error: at % 7 === 0, name: `step ${at}` }),
  )
  for (const list of [
    long.slice(0, 400),
    long.slice(300),
    [span({ traceId: orphan, parentSpanId: newSpanId(), at: begin, name: 'lost' })],
  ])
    await store.send('traces', spans(list, { service: 'long' }))
  expect(await listAll('service=long')).toMatchObject([
    { traceId, name: 'step 0', spans: 700, errors: 100 },
    { traceId: orphan, name: 'lost', spans: 1, errors: 0 },
  ])
})
