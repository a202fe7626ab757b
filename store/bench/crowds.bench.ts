// A store with very many issues: lists, `/health` and inserts while a crowd sends queries and disconnects.
// `npm run bench -- crowds 1000000` takes this number of issues alone.
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'
import { exceptionRecord, logs } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { gauge, residentMegabytes, timed } from './measure.ts'

const SIZES = process.argv[2] === undefined ? [100_000, 1_000_000] : [Number(process.argv[2])]
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

/** Rows of one insert: it ends before the time limit of a query. */
const INSERT_ROWS = 20_000

const COLUMNS = `Timestamp, IssueId, Digest, ServiceName, Release, Environment, Type, Message, UserId,
  SessionId`

for (const size of SIZES)
  writeTable(
    join(import.meta.dirname, 'README.md'),
    `Crowds: ${size.toLocaleString('en')} issues, and clients that disconnect`,
    ['what', 'median (p95), ms'],
    await measure(size),
  )

async function measure(issues: number): Promise<[name: string, value: string][]> {
  const folder = makeFolder()
  await fillIssues(folder, issues)
  const began = performance.now()
  const store = await startStore({ folder })
  while ((await gauge(store, 'errata_store_issues')) < issues) await pause(50)
  const loaded = performance.now() - began
  const rows: [string, string][] = []
  for (const path of PATHS) rows.push([`\`${path}\``, await show(store, path)])
  const stop = new AbortController()
  const inserts = slowest(20, stop.signal, () => store.send('logs', logs([exceptionRecord({})])))
  rows.push(['`/api/issues` while senders insert', await show(store, '/api/issues')])
  const health = slowest(5, stop.signal, () => store.ask('/health'))
  const gone = await disconnectCrowd(store)
  stop.abort()
  const { now, most } = residentMegabytes(store)
  rows.push(
    [`worst \`/health\` while ${CROWD} clients request lists and disconnect`, `${Math.round(await health)}`],
    ['slowest insert in this time', `${Math.round(await inserts)}`],
    ['seconds until all of them have ended', seconds(gone)],
    ['MB of the store, at most', `${now}, ${most}`],
    ['load of the machine', loadavg()[1]!.toFixed(1)],
  )
  await store.stop()
  return [['seconds until all are in memory', seconds(loaded)], ...rows]
}

/**
 * Issues of the last six hours, a thousand of each service and one occurrence each. Not through the port:
 * there new fingerprints are limited.
 */
async function fillIssues(folder: string, issues: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  for (let start = 0; start < issues; start += INSERT_ROWS)
    await engine.command(
      `INSERT INTO exceptions (${COLUMNS})
       SELECT now64(9) - toIntervalMillisecond(sipHash64(number) % 21600000),
         lower(leftPad(hex(sipHash64(number, 1)), 16, '0')), substring(hex(sipHash64(number, 2)), 1, 8),
         concat('service-', toString(intDiv(number, 1000))), '1.0.0', 'production',
         concat('Kind', toString(number), 'Error'), concat('Order ', toString(number), ' failed'),
         concat('user-', toString(number % 50000)), concat('session-', toString(number % 200000))
       FROM numbers(${start}, ${Math.min(INSERT_ROWS, issues - start)})`,
    )
  await engine.close()
}

async function show(store: TestStore, path: string): Promise<string> {
  const { median, p95 } = await timed(store, () => path)
  return `${median.toFixed(1)} (${p95.toFixed(1)})`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

/** Repeats the work until it is aborted. Returns the milliseconds of the slowest time. */
async function slowest(interval: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    const start = performance.now()
    await work()
    most = Math.max(most, performance.now() - start)
    await pause(interval)
  }
  return most
}

/** Milliseconds from the moment when all disconnect until no query runs or waits. */
async function disconnectCrowd(store: TestStore): Promise<number> {
  const { hostname, port } = new URL(store.url)
  const requests = Array.from({ length: CROWD }, () => {
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
