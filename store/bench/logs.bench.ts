// How long `/api/logs` takes in a week of log records of twenty services. `npm run bench -- logs 100000`
// takes another number of them.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import type { LogsAnswer } from '../../contract/logs.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'
import { makeFolder, startStore } from '../testing/store.ts'
import { residentMegabytes, settledBytes, timed } from './measure.ts'

const RECORDS = Number(process.argv[2] ?? 10_000_000)
const INSERT_ROWS = 100_000

const folder = makeFolder()
await fill(folder)
const store = await startStore({ folder })
const bytes = await settledBytes(store)
const { logs } = await store.read<LogsAnswer>('/api/logs?limit=100')
const traces = logs.map(({ traceId }) => traceId)
const orders = logs.map(({ attributes }) => attributes['order.id'])

/** Of each round another path: no answer is of a search before. */
const QUERIES: Record<string, (round: number) => string> = {
  'the latest': () => '/api/logs',
  'of a service': (round) => `/api/logs?service=service-${round % 20}`,
  'warnings and errors': () => '/api/logs?level=warn',
  'a frequent word': (round) => `/api/logs?q=${round % 2 === 0 ? 'retry' : 'RETRY'}`,
  'a word that no record has': (round) => `/api/logs?q=nowhere${round}`,
  'the same in a day': (round) => `/api/logs?range=24h&q=nowhere${round}`,
  'an attribute': (round) => `/api/logs?q=order.id:${orders[round]}`,
  'of a trace': (round) => `/api/logs?traceId=${traces[round]}`,
}
const rows: (string | number)[][] = []
for (const [name, path] of Object.entries(QUERIES)) {
  const { median, p95 } = await timed(store, path)
  rows.push([name, median.toFixed(0), p95.toFixed(0)])
}
rows.push(['bytes of a record on the disk', (bytes / RECORDS).toFixed(0), ''])
rows.push(['MB resident at most', residentMegabytes(store).most, ''])
await store.stop()
writeTable(
  join(import.meta.dirname, 'README.md'),
  `Logs: a week of ${RECORDS.toLocaleString('en')} records`,
  ['list of 25', 'median, ms', 'p95, ms'],
  rows,
)

/** Not through the port, which would take an hour. */
async function fill(folder: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  for (let start = 0; start < RECORDS; start += INSERT_ROWS)
    await engine.command(
      `INSERT INTO otel_logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body,
         ResourceAttributes, ScopeName, LogAttributes, EventName)
       WITH sipHash64(number, 1) AS random, intDiv(number, 8) AS trace,
         [9, 9, 9, 9, 9, 5, 5, 13, 17, 9][random % 10 + 1] AS severity
       SELECT now64(9) - toIntervalMillisecond(toUInt32((1 - number / ${RECORDS}) * 6 * 86400000)),
         lower(hex(sipHash128(trace))), substring(lower(hex(random)), 1, 16),
         transform(severity, [5, 9, 13, 17], ['DEBUG', 'INFO', 'WARN', 'ERROR'], ''), severity,
         concat('service-', toString(trace % 20)),
         concat(['GET /orders/', 'charged order ', 'cache miss for ', 'retry payment of '][random % 4 + 1],
           toString(random % 1000000), ' in ', toString(random % 900), ' ms for ', hex(sipHash64(number, 4))),
         map('service.version', concat('1.', toString(intDiv(number * 10, ${RECORDS}))),
           'deployment.environment.name', 'production', 'host.name', concat('host-', toString(random % 12))),
         'pino',
         map('http.route', concat('/route-', toString(random % 30)), 'order.id', toString(random % 1000000),
           'reqId', hex(sipHash64(number, 6)), 'thread', toString(random % 16)), ''
       FROM numbers(${start}, ${Math.min(INSERT_ROWS, RECORDS - start)})`,
    )
  await engine.close()
}
