// A stand-in for a ClickHouse server: the embedded engine behind the part of its HTTP interface that is used.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Session } from 'chdb'

export type ClickhouseStandIn = {
  url: string
  ask<Row>(sql: string): Promise<Row[]>
  /** Resolves when the next insert is stored, its connection closed unanswered, and the server stopped. */
  goAwayAmidInsert(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** Parameters of a URL that are no settings. */
const NO_SETTING = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'session_id',
  'session_timeout',
  'role',
])

/** ClickHouse's own limit (`http_max_uri_size`): values of a query travel in the URL. */
const MAX_URI_BYTES = 1024 * 1024

export async function startClickhouseStandIn({
  database = 'otel',
  cluster = '',
  password = '',
} = {}): Promise<ClickhouseStandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-clickhouse-'))
  // The engine does not listen on it, but compares it with the port of the cluster's server.
  const port = await freePort()
  const file = join(folder, 'config.xml')
  writeFileSync(file, cluster === '' ? '<clickhouse/>' : clusterOfOne(cluster, port))
  const session = new Session(join(folder, 'engine'), {
    connectionArgs: [`--config-file=${file}`, '--max_server_memory_usage=1000000000', '--async_insert=0'],
  })
  await session.queryAsync(`CREATE DATABASE ${database}`)
  await session.queryAsync(`USE ${database}`)

  // One request at a time, because its settings apply to the session.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  let away: (() => void) | null = null
  const server = createServer({ maxHeaderSize: MAX_URI_BYTES }, (request, response) => {
    if (knows(password, request))
      void inTurn(() => answer(session, join(folder, 'rows'), request)).then(done, failed)
    else refuse(response, WRONG_PASSWORD)

    function done(body: Uint8Array): void {
      if (away === null || !/query=INSERT/.test(request.url ?? '')) return void response.end(body)
      server.close()
      server.closeAllConnections()
      away()
    }

    function failed(error: Error): void {
      refuse(response, error.message.split('\n')[0] ?? '')
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address() as AddressInfo
  return {
    url: `http://${password === '' ? '' : `default:${password}@`}127.0.0.1:${address.port}/${database}`,
    ask: async <Row>(sql: string) =>
      (await inTurn(() => session.queryAsync(sql, { format: 'JSONEachRow' })))
        .text()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row),
    async goAwayAmidInsert() {
      await new Promise<void>((gone) => (away = gone))
      away = null
    },
    comeBack: () => new Promise((listening) => server.listen(address.port, '127.0.0.1', listening)),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await turn
      session.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const WRONG_PASSWORD =
  'Code: 516. DB::Exception: default: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)'

function knows(password: string, { headers }: IncomingMessage): boolean {
  return (
    password === '' ||
    headers.authorization === `Basic ${Buffer.from(`default:${password}`).toString('base64')}`
  )
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(message)?.[1] ?? '1' })
  response.end(message)
}

/** `rows`: a file for binary rows, which the embedded engine only reads from a file. */
async function answer(session: Session, rows: string, request: IncomingMessage): Promise<Uint8Array> {
  const { searchParams } = new URL(request.url ?? '/', 'http://clickhouse')
  const body = await buffer(request)
  const query = searchParams.get('query')
  const sql = query === null ? String(body) : withRows(query, body, rows)
  const parameters = [...searchParams].filter(([name]) => name.startsWith('param_'))
  if (parameters.length > 0)
    await session.queryAsync(
      `SET ${parameters.map(([name, value]) => `${name} = '${hex(value)}'`).join(', ')}`,
    )
  const settings = [...searchParams].filter(([name]) => !name.startsWith('param_') && !NO_SETTING.has(name))
  if (settings.length > 0)
    await session.queryAsync(`SET ${settings.map(([name, value]) => `${name} = '${hex(value)}'`).join(', ')}`)
  const format = /\bFORMAT (\w+)\s*$/.exec(sql)?.[1]
  const result = await session.queryAsync(
    format && query === null ? sql.replace(/\bFORMAT \w+\s*$/, '') : sql,
    {
      format: format ?? 'TabSeparated',
    },
  )
  return result.bytes()
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

/** One shard, which is this engine: it recognises itself by host and port, as a server of a cluster does. */
function clusterOfOne(name: string, port: number): string {
  const replica = `<replica><host>127.0.0.1</host><port>${port}</port></replica>`
  const shard = `<shard><internal_replication>true</internal_replication>${replica}</shard>`
  const servers = `<remote_servers><${name}>${shard}</${name}></remote_servers>`
  return `<clickhouse><tcp_port>${port}</tcp_port>${servers}</clickhouse>`
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
