// A ClickHouse server over HTTP. The same statements as for the embedded engine.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { StartupError } from '../../../server/startup-error.ts'
import type { Engine, Parameters } from './engine.ts'
import { firstLine } from './errors.ts'
import { insertFileStatement, insertStatement, QUERY_SETTINGS, QUERY_TIMEOUT_SECONDS } from './statements.ts'

/** Longer than any query may take, so that the limit of the server ends a query first. */
const REQUEST_MILLISECONDS = (QUERY_TIMEOUT_SECONDS + 20) * 1000

/** The client logs nothing: it also throws its errors, and they are logged where they are caught. */
const CLIENT_OPTIONS = { application: 'errata-store', log: { level: ClickHouseLogLevel.OFF } }

/** Subqueries run once, for all shards; an insert is answered when its rows are stored on their shard. */
const CLUSTER_SETTINGS = { distributed_product_mode: 'global', distributed_foreground_insert: 1 } as const

export async function openClickhouse(address: string, cluster: string | null): Promise<Engine> {
  const url = new URL(address)
  const database = url.pathname.replaceAll('/', '')
  url.pathname = ''
  const client = createClient({
    ...CLIENT_OPTIONS,
    url: url.href,
    database,
    request_timeout: REQUEST_MILLISECONDS,
    clickhouse_settings: cluster === null ? {} : CLUSTER_SETTINGS,
  })
  const version = await connect(client, url, database)

  async function insert(query: string, values: Readable): Promise<void> {
    const answer = await client.exec({ query, values })
    answer.stream.resume()
  }

  return {
    kind: 'clickhouse',
    version,
    async query<Row>(sql: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Row[]> {
      signal?.throwIfAborted()
      const answer = await client.query({
        query: `${sql} SETTINGS ${QUERY_SETTINGS}`,
        query_params: parameters,
        format: 'JSONEachRow',
        ...(signal && { abort_signal: signal }),
      })
      return answer.json<Row>()
    },
    async queryBytes(format, sql, parameters = {}, signal) {
      signal?.throwIfAborted()
      const answer = await client.exec({
        query: `${sql} SETTINGS ${QUERY_SETTINGS} FORMAT ${format}`,
        query_params: parameters,
        ...(signal && { abort_signal: signal }),
      })
      return buffer(answer.stream)
    },
    insert: (table, lines, token) =>
      insert(insertStatement({ table, token }), Readable.from([lines], { objectMode: false })),
    insertFile: (file) => insert(insertFileStatement(file), createReadStream(file.file)),
    async command(sql) {
      await client.command({ query: sql })
    },
    releaseTables: () => Promise.resolve(),
    close: () => client.close(),
  }
}

/** Creates the database if it does not exist. Returns the version of the server. */
async function connect(client: ClickHouseClient, url: URL, database: string): Promise<string> {
  try {
    const first = createClient({ ...CLIENT_OPTIONS, url: url.href })
    await first.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
    await first.close()
    const answer = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
    const rows = await answer.json<{ version: string }>()
    return rows[0]?.version ?? ''
  } catch (error) {
    throw new StartupError(
      `CLICKHOUSE_URL names ${url.host}, which does not answer as expected (${firstLine(error)}): ` +
        'check address, user and password.',
    )
  }
}
