// A store with very many issues: lists, `/health` and inserts while a crowd asks whose clients leave.
// Then very many names, and a trace of a million spans: the memory of the store. `npm run bench -- crowds
// 1000000` takes this number of issues alone, and `crowds names` the names alone.
import { request, type ClientRequest } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import type { LogRecord } from '../../otlp/otlp-json.ts'
import { exceptionRecord, logs, newTraceId, span, spans, type ExceptionOptions } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { fillIssues } from './crowd-fill.ts'
import { residentMegabytes, timed, type Timed } from './measure.ts'

const part = process.argv[2]
const SIZES = part === undefined ? [100_000, 1_000_000] : part === 'names' ? [] : [Number(part)]
const CROWD = 160
const CROWD_MILLISECONDS = 1_000
const PATHS = [
  '/api/issues',
  '/api/issues?sort=count',
  '/api/issues?sort=users',
  '/api/issues?service=service-7&limit=1',
  '/api/issues?q=Kind77',
  '/api/issues?q=failed',
  '/api/trend',
  '/api/facets',
]
const TRACE_ID = newTraceId()
const README = join(import.meta.dirname, 'README.md')

type Row = [name: string, value: string]

for (const size of SIZES)
  writeTable(
    README,
    `Crowds: ${size.toLocaleString('en')} issues, and clients that leave`,
    ['what', 'median (p95), ms'],
    await measure(size),
  )
if (part === undefined || part === 'names')
  writeTable(
    README,
    'Crowds: very many names',
    ['what was sent', 'seconds', 'then', 'MB of the store', 'at most'],
    await measureNames(),
  )

async function measure(issues: number): Promise<Row[]> {
  const folder = makeFolder()
  await fillIssues(folder, issues)
  const began = performance.now()
  const store = await startStore({ folder })
  while ((await gauge(store, 'errata_store_issues')) < issues) await pause(50)
  const rows: Row[] = [['seconds until all are in memory', seconds(performance.now() - began)]]
  for (const path of PATHS) rows.push([`\`${path}\``, await show(() => timed(store, () => path))])
  const stop = new AbortController()
  const inserts = insertUntil(store, stop.signal)
  rows.push(['`/api/issues` while senders insert', await show(() => timed(store, () => '/api/issues'))])
  const health = worstHealth(store, stop.signal)
  const gone = await leaveInCrowd(store)
  stop.abort()
  rows.push(
    [`worst \`/health\` while ${CROWD} lists are asked and leave`, `${Math.round(await health)}`],
    ['slowest insert in this time', `${Math.round(await inserts)}`],
    ['seconds until all of them have ended', seconds(gone)],
  )
  const { now, most } = residentMegabytes(store)
  rows.push(['MB of the store, at most', `${now}, ${most}`])
  rows.push(['load of the machine', loadavg()[1]!.toFixed(1)])
  await store.stop()
  return rows
}

async function show(measurement: () => Promise<Timed>): Promise<string> {
  const { median, p95 } = await measurement()
  return `${median.toFixed(1)} (${p95.toFixed(1)})`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

async function gauge(store: TestStore, name: string): Promise<number> {
  const { body } = await store.ask<string>('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
}

/** The slowest insert, in milliseconds. */
async function insertUntil(store: TestStore, signal: AbortSignal): Promise<number> {
  let slowest = 0
  while (!signal.aborted) {
    const start = performance.now()
    const { status } = await store.send('logs', logs([exceptionRecord({})]))
    if (status !== 200) throw new Error(`an insert was answered ${status}`)
    slowest = Math.max(slowest, performance.now() - start)
    await pause(20)
  }
  return slowest
}

async function worstHealth(store: TestStore, signal: AbortSignal): Promise<number> {
  let slowest = 0
  while (!signal.aborted) {
    const start = performance.now()
    await store.ask('/health')
    slowest = Math.max(slowest, performance.now() - start)
    await pause(5)
  }
  return slowest
}

/** Milliseconds from the moment when all leave until no query runs or waits. */
async function leaveInCrowd(store: TestStore): Promise<number> {
  const { hostname, port } = new URL(store.url)
  const requests = Array.from({ length: CROWD }, (): ClientRequest => {
    const query = request({ hostname, port, path: '/api/issues', agent: false })
    query.on('error', () => {}).end()
    return query
  })
  await pause(CROWD_MILLISECONDS)
  const start = performance.now()
  for (const query of requests) query.destroy()
  const queries = ['errata_store_queries_running', 'errata_store_queries_waiting']
  for (;;) {
    const counts = await Promise.all(queries.map((name) => gauge(store, name)))
    if (counts.every((count) => count === 0)) return performance.now() - start
  }
}

/** Each step goes to the same store. */
async function measureNames(): Promise<(string | number)[][]> {
  const store = await startStore()
  const rows: (string | number)[][] = []
  const step = async (name: string, requests: Generator<[Signal, unknown]>, path: string): Promise<void> => {
    const began = performance.now()
    for (const [signal, body] of requests) {
      let status = 503
      while ((({ status } = await store.send(signal, body)), status === 503)) await pause(200)
      if (status !== 200) throw new Error(`${name} was answered ${status}`)
    }
    const time = seconds(performance.now() - began)
    const { median } = await timed(store, () => path, 5)
    const { now, most } = residentMegabytes(store)
    rows.push([name, time, `${Math.round(median)} ms \`${path.slice(0, 40)}\``, now, most])
  }
  await step('200 × 500 types of one service', kinds(), '/api/issues')
  await step('100,000 services, releases and users', sources(), '/api/services')
  await step('100,000 operations and routes', operations(), '/api/operations')
  await step('1,000,000 spans of one trace', longTrace(), `/api/traces/${TRACE_ID}`)
  await store.stop()
  return rows
}

type Signal = 'traces' | 'logs'

function* kinds(): Generator<[Signal, unknown]> {
  for (let post = 0; post < 200; post++)
    yield ['logs', logs(records(500, (at) => ({ type: `Kind${post}x${at}Error` })))]
}

function* sources(): Generator<[Signal, unknown]> {
  for (let post = 0; post < 200; post++) {
    const requests = Array.from({ length: 500 }, (_, at) => {
      const name = `${post}x${at}`
      const source = { service: `service-${name}`, release: `release-${name}` }
      return logs(
        records(1, () => ({ attributes: { 'user.id': `user-${name}` } })),
        source,
      )
    })
    yield ['logs', { resourceLogs: requests.flatMap(({ resourceLogs = [] }) => resourceLogs) }]
  }
}

function* operations(): Generator<[Signal, unknown]> {
  for (let post = 0; post < 100; post++) {
    const list = Array.from({ length: 1_000 }, (_, at) =>
      span({ name: `GET /${post}x${at}`, attributes: { 'http.route': `/${post}x${at}` } }),
    )
    yield ['traces', spans(list)]
  }
}

function* longTrace(): Generator<[Signal, unknown]> {
  for (let post = 0; post < 200; post++)
    yield [
      'traces',
      spans(Array.from({ length: 5_000 }, () => span({ traceId: TRACE_ID, parentSpanId: 'a'.repeat(16) }))),
    ]
}

function records(count: number, options: (at: number) => ExceptionOptions): LogRecord[] {
  return Array.from({ length: count }, (_, at) =>
    exceptionRecord({ message: 'Odd', stacktrace: '', ...options(at) }),
  )
}
