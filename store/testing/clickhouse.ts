// A ClickHouse server for tests: the embedded engine behind the part of ClickHouse's HTTP door that its client uses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Session } from 'chdb'

export type TestClickhouse = { url: string; ask<Row>(sql: string): Promise<Row[]>; stop(): Promise<void> }

/** What a request may carry beside parameters and settings. */
const NO_SETTING = new Set(['query', 'database', 'query_id', 'default_format', 'session_id', 'session_timeout', 'role'])

export async function startClickhouse({ database = 'otel', cluster = '' } = {}): Promise<TestClickhouse> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-clickhouse-'))
  const port = await freePort()
  const file = join(folder, 'config.xml')
  writeFileSync(file, cluster === '' ? '<clickhouse/>' : clusterOfOne(cluster, port))
  const session = new Session(join(folder, 'engine'), {
    connectionArgs: [`--config-file=${file}`, '--max_server_memory_usage=1000000000', '--async_insert=0'],
  })
  await session.queryAsync(`CREATE DATABASE ${database}`)
  await session.queryAsync(`USE ${database}`)

  // One after the other, as the settings of a request are those of the session while it runs.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  const server = createServer((request, response) => {
    void inTurn(() => answer(session, join(folder, 'rows'), request)).then(
      (body) => response.end(body),
      (error: Error) => {
        const message = error.message.split('\n')[0] ?? ''
        response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(message)?.[1] ?? '1' })
        response.end(message)
      },
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    ask: async <Row>(sql: string) =>
      (await inTurn(() => session.queryAsync(sql, { format: 'JSONEachRow' })))
        .text()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await turn
      session.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `rows` is where binary rows are put: the embedded engine takes them from a file alone. */
async function answer(session: Session, rows: string, request: IncomingMessage): Promise<string> {
  const { searchParams } = new URL(request.url ?? '/', 'http://clickhouse')
  const body = await buffer(request)
  const query = searchParams.get('query')
  const sql = query === null ? String(body) : withRows(query, body, rows)
  const parameters = [...searchParams].filter(([name]) => name.startsWith('param_'))
  if (parameters.length > 0) await session.queryAsync(`SET ${parameters.map(([name, value]) => `${name} = '${hex(value)}'`).join(', ')}`)
  const settings = [...searchParams].filter(([name]) => !name.startsWith('param_') && !NO_SETTING.has(name))
  if (settings.length > 0) await session.queryAsync(`SET ${settings.map(([name, value]) => `${name} = '${hex(value)}'`).join(', ')}`)
  const format = /\bFORMAT (\w+)\s*$/.exec(sql)?.[1]
  const result = await session.queryAsync(format && query === null ? sql.replace(/\bFORMAT \w+\s*$/, '') : sql, {
    format: format ?? 'TabSeparated',
  })
  return result.text()
}

function withRows(query: string, body: Buffer, rows: string): string {
  if (!query.endsWith('FORMAT RowBinary')) return `${query}\n${String(body)}`
  writeFileSync(rows, body)
  return query.replace(' SETTINGS ', ` FROM INFILE '${rows}' SETTINGS `)
}

function hex(value: string): string {
  return Buffer.from(value)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)
}

/** One shard, which is this very engine: it takes what is distributed for its own, as on any server of a cluster. */
function clusterOfOne(name: string, port: number): string {
  const replica = `<replica><host>127.0.0.1</host><port>${port}</port></replica>`
  return `<clickhouse><tcp_port>${port}</tcp_port><remote_servers><${name}><shard><internal_replication>true</internal_replication>${replica}</shard></${name}></remote_servers></clickhouse>`
}

/** The engine does not listen there, but compares it with its own. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
