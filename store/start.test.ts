import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { openEngine } from './database/engine/open.ts'
import { startClickhouseStandIn } from './testing/clickhouse-stand-in.ts'
import { exception, span, spans } from './testing/otlp.ts'
import { endOf, makeFolder, runStore } from './testing/store.ts'
import { storeOfTest } from './testing/suite.ts'

/** One sentence: one line, ended by a full stop, without a stack. */
const SENTENCE = /^[^\n]+\.\n$/

test.each([
  [{ STORE_PORT: 'many' }, 'STORE_PORT', 'many'],
  [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS', '0'],
  [{ STORE_LIMIT: '12 apples' }, 'STORE_LIMIT', '12 apples'],
  [{ STORE_FSYNC: 'yes' }, 'STORE_FSYNC', 'yes'],
  [{ FULL_EVENTS_PER_HOUR: '-1' }, 'FULL_EVENTS_PER_HOUR', '-1'],
  [{ ALERTS: 'yes' }, 'ALERTS', 'yes'],
  [{ ALERT_TARGETS: '10.0.0.0/33' }, 'ALERT_TARGETS', '10.0.0.0/33'],
  [{ ALERT_TARGETS: 'private,169.254.169.254' }, 'ALERT_TARGETS', '169.254.169.254'],
  [{ MAIL_FROM: 'Errata' }, 'MAIL_FROM', 'Errata'],
  [{ PUBLIC_URL: 'errata.shop.example' }, 'PUBLIC_URL', 'errata.shop.example'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL', 'loud'],
])('%j ends the store with one sentence that names the variable and the value', async (env, name, value) => {
  const { code, output } = await endOf(runStore({ DATA_DIR: makeFolder(), ...env }))
  expect(code).toBe(1)
  expect(output).toMatch(SENTENCE)
  expect(output).toContain(name)
  expect(output).toContain(value)
})

test('the error about CLICKHOUSE_URL does not contain its password', async () => {
  const { code, output } = await endOf(runStore({ CLICKHOUSE_URL: 'http://ann:secret@host:8123' }))
  expect([code, output]).toEqual([1, expect.stringMatching(/^CLICKHOUSE_URL .*\.\n$/)])
  expect(output).not.toContain('secret')
})

test.each([
  ['cannot be read', { SMTP_URL: 'https://ann:hunter2@host', MAIL_FROM: 'ann@shop.example' }],
  ['needs MAIL_FROM', { SMTP_URL: 'smtp://ann:hunter2@host' }],
])('SMTP_URL that %s: one sentence without its password', async (_, env) => {
  const { code, output } = await endOf(runStore({ DATA_DIR: makeFolder(), ...env }))
  expect([code, output]).toEqual([1, expect.stringMatching(/^SMTP_URL .*\.\n$/)])
  expect(output).not.toContain('hunter2')
})

test('the error about an unreachable server names it and what to check', async () => {
  const { code, output } = await endOf(
    runStore({ DATA_DIR: makeFolder(), CLICKHOUSE_URL: 'http://ann:secret@127.0.0.1:9/errata' }),
  )
  expect([code, output]).toEqual([1, expect.stringMatching(/^CLICKHOUSE_URL names 127\.0\.0\.1:9.*\.\n$/)])
})

test('the error about a wrong password names the server and not the password', async () => {
  const clickhouse = await startClickhouseStandIn({ password: 'right' })
  onTestFinished(() => clickhouse.stop())
  const { code, output } = await endOf(
    runStore({ DATA_DIR: makeFolder(), CLICKHOUSE_URL: clickhouse.url.replace('right', 'mistaken') }),
  )
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^CLICKHOUSE_URL names 127\.0\.0\.1:\d+.*password.*\.\n$/),
  ])
  expect(output).not.toContain('mistaken')
})

test('a port in use is one sentence that names STORE_PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { code, output } = await endOf(runStore({ DATA_DIR: makeFolder(), STORE_PORT: String(port) }))
  expect([code, output]).toEqual([1, expect.stringMatching(SENTENCE)])
  expect(output).toContain('STORE_PORT')
})

test('a folder that cannot be written to is one sentence that names DATA_DIR', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  const { code, output } = await endOf(runStore({ DATA_DIR: join(folder, 'file') }))
  expect([code, output]).toEqual([1, expect.stringMatching(SENTENCE)])
  expect(output).toContain('DATA_DIR')
})

test.each(['received', 'received.old'])('a folder in place of the file %s is one sentence', async (name) => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'store', name), { recursive: true })
  const { code, output } = await endOf(runStore({ DATA_DIR: folder }))
  expect([code, output]).toEqual([1, expect.stringMatching(SENTENCE)])
  expect(output).toContain(join(folder, 'store', name))
})

test('a folder in use by another store is one sentence, and the other store goes on', async () => {
  const store = await storeOfTest()
  const { code, output } = await endOf(runStore({ DATA_DIR: store.folder }))
  expect([code, output]).toEqual([1, expect.stringMatching(SENTENCE)])
  expect(output).toContain('in use')
  expect((await store.ask('/api/issues')).status).toBe(200)
})

test('tables follow RETENTION_DAYS and SNAPSHOT_DAYS, also when they change', async () => {
  const store = await storeOfTest()
  for (const days of ['30', '9']) {
    await store.restart('SIGKILL', { RETENTION_DAYS: days, SNAPSHOT_DAYS: '5' })
    expect((await store.status()).retentionDays).toBe(Number(days))
  }
  await store.kill()
  const engine = await openEngine(readConfig({ DATA_DIR: store.folder }))
  const tablesWith = async (days: number) => {
    const rows = await engine.query<{ name: string }>(
      `SELECT name FROM system.tables WHERE create_table_query LIKE '%toIntervalDay(${days})%' ORDER BY name`,
    )
    return rows.map(({ name }) => name)
  }
  const [data, snapshots, contents] = [await tablesWith(9), await tablesWith(5), await tablesWith(6)]
  await engine.close()
  // Contents stay a day longer than the snapshots that name them.
  expect([snapshots, contents]).toEqual([['snapshots'], ['snapshot_contents']])
  expect(data).toEqual([
    'exceptions',
    'feedback',
    'otel_logs',
    'otel_traces',
    'otel_traces_trace_id_ts',
    'sampled_spans',
    'trace_summaries',
    'trace_users',
  ])
})

test('every name of a data folder works, or is refused with one sentence', async () => {
  const around = makeFolder()
  const store = await storeOfTest({ folder: join(around, String.raw`it's a "folder" \n of ours`) })
  await store.send('traces', spans([span()]))
  expect((await store.status()).rows.spans).toBe(1)
  const { code, output } = await endOf(runStore({ DATA_DIR: join(around, 'one{1..9}') }))
  expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR.*\.\n$/)])
})

test('the log names the error of a malformed request without what was received', async () => {
  const store = await storeOfTest()
  let log = ''
  store.child.stdout!.on('data', (chunk) => (log += String(chunk)))
  const head = ['POST /v1/logs HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json']
  const socket = connect(Number(store.port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    [...head, 'transfer-encoding: chunked', '', '5', 'hello', 'not a size: s3cret', ''].join('\r\n'),
  )
  await expect.poll(() => log).toContain('a connection failed')
  expect(log).toContain('HPE_INVALID_CHUNK_SIZE')
  const bytes = [...Buffer.from('s3cret')].join()
  for (const secret of ['s3cret', bytes]) expect(log).not.toContain(secret)
})

/** Signals that stand for errors nobody expects. */
const ERRORS = [
  'process.on(`SIGUSR2`,()=>{throw(Error())})',
  'process.on(`SIGHUP`,()=>{Promise.reject(Error())})',
].join(';')

test('an error that nobody handles ends the store at once, a rejected promise ends nothing', async () => {
  const store = await storeOfTest({ env: { NODE_OPTIONS: `--import=data:text/javascript,${ERRORS}` } })
  const body = exception()
  await store.send('logs', body)
  const lines: string[] = []
  store.child.stdout!.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  store.child.kill('SIGHUP')
  await expect.poll(() => lines.join('')).toContain('a rejected promise was not handled')
  expect((await store.status()).rows.exceptions).toBe(1)

  const ended = new Promise((resolve) => store.child.once('close', resolve))
  // The exit handlers of the engine would wait for this query, and it for them.
  const queries = Array.from({ length: 8 }, () => store.ask('/api/facets?of=traces').catch(() => {}))
  store.child.kill('SIGUSR2')
  await Promise.all([ended, ...queries])
  expect(lines.join('')).toContain('the store ends because of an error')
  await store.restart()
  expect((await store.status()).rows.exceptions).toBe(1)
})
