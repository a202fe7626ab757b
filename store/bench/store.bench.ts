// How long every question takes over a week of spans of which one in a hundred brought an exception, asked over HTTP.
// `node store/bench/store.bench.ts 10000000` takes another number of spans than a million.
import { join } from 'node:path'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import type { IssuesAnswer, StatusAnswer, TracesAnswer } from '../api/contract.ts'
import { exceptionRecord, logs, newTraceId, span, spans } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'

const SPANS = Number(process.argv[2] ?? 1_000_000)
const DAY = 24 * 3_600_000
const DAYS = 7
const ISSUES = 500

/** Spans of one request: what a collector's batch brings. */
const BATCH = 5_000

/** Spans of one trace. */
const TRACE = 13

/** Times that each question is asked; the first ones are not counted. */
const ROUNDS = 21
const WARM = 3

const store = await startStore()
try {
  const began = performance.now()
  for (let at = 0; at < SPANS; at += BATCH) await fill(store, at)
  const seconds = (performance.now() - began) / 1000
  const { body: status } = await store.ask<StatusAnswer>('/api/status')
  const rows = await ask(store)
  writeTable(
    join(import.meta.dirname, 'README.md'),
    `${status.rows.spans.toLocaleString('en')} spans, ${status.rows.exceptions.toLocaleString('en')} exceptions, ${DAYS} days`,
    ['question', 'median, ms', 'p95, ms'],
    [
      ...rows,
      ['spans stored a second, made and sent by one process beside it', Math.round(SPANS / seconds), ''],
      ['bytes a span on the disk, all tables', Math.round(status.bytes / SPANS), ''],
    ],
  )
} finally {
  await store.stop()
}

/** One batch lies within one day, as what a collector brings does. */
async function fill(to: TestStore, first: number): Promise<void> {
  const number = first / BATCH
  const source = { service: `service-${number % 5}`, release: `1.${Math.floor(number / 20) % 10}.0` }
  const day = Date.now() - (number % DAYS) * DAY
  const list = Array.from({ length: Math.ceil(BATCH / TRACE) }, () => traceAt(day - Math.random() * 0.9 * DAY)).flat()
  const failed = Array.from({ length: BATCH / 100 }, () => exceptionAt(day - Math.random() * 0.9 * DAY))
  const answers = await Promise.all([to.send('traces', spans(list.slice(0, BATCH), source)), to.send('logs', logs(failed, source))])
  for (const { status } of answers) if (status !== 200) throw new Error(`the store answered ${status}`)
}

function traceAt(instant: number) {
  const traceId = newTraceId()
  const at = Math.floor(instant)
  const root = span({ traceId, at, milliseconds: 400, name: 'page.load' })
  const part = (position: number) =>
    span({
      traceId,
      parentSpanId: root.spanId ?? '',
      at: at + position,
      milliseconds: 5 + Math.floor(Math.random() * 100),
      name: `GET /api/part-${position}`,
      error: Math.random() < 0.02,
      attributes: { 'http.route': `/route-${position}`, 'user.id': `user-${at % 5_000}`, 'session.id': `session-${at % 20_000}` },
    })
  return [root, ...Array.from({ length: TRACE - 1 }, (_, position) => part(position))]
}

function exceptionAt(instant: number) {
  const bug = Math.floor(Math.random() ** 2 * ISSUES)
  const file = `https://shop.example/assets/part${bug}.js`
  return exceptionRecord({
    at: Math.floor(instant),
    message: `Part ${bug} failed`,
    stacktrace: `Error: Part failed\n    at load${bug}Part (${file}:1:200)\n    at show${bug}Part (${file}:1:900)\n    at render (${file}:2:10)`,
    attributes: {
      'user.id': `user-${bug % 5_000}`,
      'session.id': `session-${Math.floor(instant) % 20_000}`,
      'http.route': `/route-${bug % 20}`,
    },
  })
}

async function ask(from: TestStore): Promise<(string | number)[][]> {
  const { body: inbox } = await from.ask<IssuesAnswer>('/api/issues')
  const { body: found } = await from.ask<TracesAnswer>('/api/traces')
  const [issue] = inbox.issues
  const questions = [
    '/api/issues', '/api/issues?sort=count', '/api/issues?q=failed', `/api/issues/${issue?.id}`, `/api/issues/${issue?.id}/events`,
    `/api/events/${issue?.latestDigest}`, '/api/trend', '/api/facets', '/api/traces', '/api/traces?status=error', `/api/traces/${found.traces[0]?.traceId}`,
    '/api/operations', '/api/releases', '/api/services', '/api/status',
  ] // prettier-ignore
  const rows: (string | number)[][] = []
  for (const path of questions) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + WARM; round++) {
      const began = performance.now()
      const { status } = await from.ask(path)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      if (round >= WARM) times.push(performance.now() - began)
    }
    const shown = path
      .replace(issue?.id ?? '-', ':id')
      .replace(issue?.latestDigest ?? '-', ':digest')
      .replace(found.traces[0]?.traceId ?? '-', ':traceId')
    rows.push([`\`${shown}\``, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)])
  }
  return rows
}
