// How long each request takes over a week of spans; one in a hundred has an exception.
// `npm run bench -- store 100000` takes other numbers of spans; `--data FOLDER` keeps the data for the next
// run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeTable } from '../../scripts/bench/table.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'
import type { TracesAnswer } from '../../contract/traces.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { residentMegabytes, settledBytes, timed } from './measure.ts'
import { DAYS, longTrace, protobuf, week, type Batch } from './week.ts'

/** Requests in flight: what keeps the store busy while the next are made. */
const SENDERS = 6
const PROTOBUF = { 'content-type': 'application/x-protobuf' }
const LONG_TRACES = [
  { traceId: 'a'.repeat(32), spans: 1_000 },
  { traceId: 'b'.repeat(32), spans: 50_000 },
]
const README = join(import.meta.dirname, 'README.md')

const { values, positionals } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } })
for (const spans of positionals.length > 0 ? positionals.map(Number) : [10_000_000]) {
  const folder = values.data ? join(values.data, String(spans)) : makeFolder()
  mkdirSync(folder, { recursive: true })
  await measure(folder, spans)
}

async function measure(folder: string, spans: number): Promise<void> {
  const size = `${spans.toLocaleString('en')} spans`
  const filled = await fill(folder, spans)
  const began = performance.now()
  const store = await startStore({ folder })
  const opening = performance.now() - began
  const queries: (string | number)[][] = []
  for (const { name, path } of await queriesFor(store)) {
    const { median, p95 } = await timed(store, path)
    queries.push([`\`${name}\``, median.toFixed(1), p95.toFixed(1)])
  }
  const { most, files } = residentMegabytes(store)
  await store.end()
  writeTable(
    README,
    `Queries over a week of ${size}, one in a hundred with an exception, 1,500 issues`,
    ['query', 'median, ms', 'p95, ms'],
    queries,
  )
  writeTable(
    README,
    `Keeping ${DAYS} days of ${size}`,
    ['what', 'value'],
    [
      ...filled,
      ['MB resident at most, reading', most],
      ['of these pages of files, which the system may take back', files],
      ['start of the process to "store ready", ms', Math.round(opening)],
    ],
  )
}

/** Fills `folder` with a week of this many spans; a folder that was filled before stays as it is. */
async function fill(folder: string, spans: number): Promise<(string | number)[][]> {
  const note = join(folder, 'week.json')
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as (string | number)[][]
  const store = await startStore({ folder })
  const batches = week(spans)
  const began = performance.now()
  await Promise.all(Array.from({ length: SENDERS }, () => sendAll(store, batches)))
  const seconds = (performance.now() - began) / 1000
  for (const { traceId, spans: count } of LONG_TRACES)
    await sendAll(store, longTrace(traceId, count, Date.now() - 4 * 3_600_000))
  const writing = residentMegabytes(store).most
  const filled = [
    ['spans stored a second, made and sent by a process beside it', Math.round(spans / seconds)],
    ['bytes a span on the disk, all tables', ((await settledBytes(store)) / spans).toFixed(1)],
    ['MB resident at most, writing', writing],
  ]
  await store.end()
  writeFileSync(note, JSON.stringify(filled))
  return filled
}

/** Several senders may share the batches. */
async function sendAll(store: TestStore, batches: Iterable<Batch>): Promise<void> {
  for (const batch of batches) {
    const [traces, logs] = protobuf(batch)
    await Promise.all([store.send('traces', traces, PROTOBUF), store.send('logs', logs, PROTOBUF)])
  }
}

type BenchQuery = { name: string; path: (round: number) => string }

function same(path: string): BenchQuery {
  return { name: path, path: () => path }
}

/** Ids in paths change from round to round. */
async function queriesFor(store: TestStore): Promise<BenchQuery[]> {
  const { issues } = await store.read<IssuesAnswer>('/api/issues?sort=count&limit=100')
  const { traces } = await store.read<TracesAnswer>('/api/traces?limit=50')
  const issue = (round: number): string => issues[(round * 4) % issues.length]!.id
  const digest = (round: number): string => issues[(round * 4) % issues.length]!.latestDigest
  const traceId = (round: number): string => traces[round % traces.length]!.traceId
  return [
    same('/api/issues'),
    same('/api/issues?sort=users'),
    same('/api/issues?q=failed'),
    { name: '/api/issues?q=user:…', path: (round) => `/api/issues?q=user:user-${round}` },
    { name: '/api/issues/:id', path: (round) => `/api/issues/${issue(round)}` },
    { name: '/api/events/:digest', path: (round) => `/api/events/${digest(round)}` },
    same('/api/trend'),
    same('/api/facets'),
    same('/api/facets?of=traces'),
    same('/api/traces'),
    same('/api/traces?status=error'),
    same('/api/traces?minDurationNs=2100000000'),
    {
      name: '/api/traces?attribute=user.id:…',
      path: (round) => `/api/traces?attribute=user.id:user-${round}`,
    },
    { name: '/api/traces/:traceId, 13 spans', path: (round) => `/api/traces/${traceId(round)}` },
    ...LONG_TRACES.map(({ traceId: id, spans }) => ({
      name: `/api/traces/:traceId, ${spans.toLocaleString('en')} spans`,
      path: () => `/api/traces/${id}`,
    })),
    same('/api/operations?range=7d'),
    same('/api/releases'),
    same('/api/vitals'),
    same('/api/today'),
    same('/api/status'),
  ]
}
