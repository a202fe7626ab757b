import { writeFileSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { prepareProcess } from '../config.ts'
import { openTestEngine } from '../testing/engine.ts'
import { exceptionRecord, logs } from '../testing/otlp.ts'
import { logRows, LOG_COLUMNS } from '../ingest/rows/logs.ts'
import { timeLimits } from '../ingest/rows/instant.ts'
import { createUserAgentParser } from '../ingest/rows/user-agent.ts'
import { createDetailLimit } from '../ingest/rows/detail-limit.ts'
import { RepeatedExceptions } from '../ingest/rows/repeated-exceptions.ts'
prepareProcess()
rmSync('/tmp/mb/data', { recursive: true, force: true })
const engine = await openTestEngine('/tmp/mb/data', 30)
const context = () => ({
  bodyHash: randomUUID().replaceAll('-', ''), resourceHashes: null, limits: timeLimits(Date.now(), 30),
  userAgents: createUserAgentParser(), limitFingerprint: (_: string, f: any) => f,
  details: createDetailLimit(1e9).begin(), repeatedExceptions: new RepeatedExceptions(), mappedStack: () => null,
  countWithoutMaps: () => {}, acceptsLate: () => false,
})
let n = 0
async function rowsOf(count: number): Promise<Buffer> {
  const records = Array.from({ length: count }, () => exceptionRecord({ message: `Order ${n++} of kind ${n % 50} failed`, type: `Error${n % 50}` }))
  return (await logRows(logs(records), context() as any)).bytes
}
async function time(name: string, rounds: number, work: (i: number) => Promise<void>): Promise<void> {
  await work(-1)
  await work(-2)
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let i = 0; i < rounds; i++) await work(i)
  const wall = (performance.now() - start) / rounds
  const used = process.cpuUsage(cpu)
  console.log(name.padEnd(50), 'wall ms', wall.toFixed(2), 'cpu ms', ((used.user + used.system) / 1000 / rounds).toFixed(2))
}
const file = '/tmp/mb/rows'
async function bench(name: string, table: string, count: number, rounds = 15): Promise<void> {
  const buffers = await Promise.all(Array.from({ length: rounds + 2 }, () => rowsOf(count)))
  await time(`${name} ${count} rows`, rounds, async (i) => {
    writeFileSync(file, buffers[i < 0 ? rounds + 2 + i : i]!)
    await engine.insertFile({ table, columns: LOG_COLUMNS, file, token: randomUUID() })
  })
}
const views = (await engine.query<any>(`SELECT name FROM system.tables WHERE database=currentDatabase() AND engine='MaterializedView'`)).map((v: any) => v.name)
for (const c of [1, 100, 1000, 4000, 16000]) await bench('all views', 'otel_logs', c, c > 1000 ? 4 : 15)
await engine.command(`CREATE TABLE mem AS otel_logs ENGINE=Memory`).catch((e) => console.log(String(e).slice(0,200)))
for (const c of [1, 100, 1000]) await bench('memory table', 'mem', c)
await engine.command(`CREATE TABLE nul AS otel_logs ENGINE=Null`)
for (const c of [1, 1000]) await bench('null table', 'nul', c)
const defs = await engine.query<any>(`SELECT name, create_table_query AS q FROM system.tables WHERE database=currentDatabase() AND engine='MaterializedView'`)
for (const v of views) await engine.command(`DROP VIEW ${v}`)
for (const c of [1, 100, 1000, 4000, 16000]) await bench('no views', 'otel_logs', c, c > 1000 ? 4 : 15)
await time('select 1', 50, async () => { await engine.query('SELECT 1') })
await time('select digest', 50, async () => { await engine.query(`SELECT Occurrence FROM exceptions WHERE IssueId='a' AND Timestamp='2026-01-01 00:00:00'`) })
for (const name of ['exceptions_from_logs']) await engine.command(defs.find((d: any) => d.name === name).q)
for (const c of [1, 100, 1000, 4000, 16000]) await bench('+exceptions', 'otel_logs', c, c > 1000 ? 4 : 15)
await engine.command(defs.find((d: any) => d.name === 'issues_mv').q)
for (const c of [1, 1000]) await bench('+issues', 'otel_logs', c)
for (const name of ['releases_from_logs', 'releases_from_exceptions']) await engine.command(defs.find((d: any) => d.name === name).q)
for (const c of [1, 1000]) await bench('+releases', 'otel_logs', c)
for (const name of ['sessions_from_logs', 'sessions_from_exceptions']) await engine.command(defs.find((d: any) => d.name === name).q)
for (const c of [1, 1000]) await bench('+sessions', 'otel_logs', c)
await engine.command(defs.find((d: any) => d.name === 'web_vitals_mv').q)
for (const c of [1, 1000]) await bench('+vitals', 'otel_logs', c)
await engine.close()
