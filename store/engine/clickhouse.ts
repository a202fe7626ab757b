// A ClickHouse server, reached over HTTP. The same statements as for the embedded engine.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import { Unstartable } from '../unstartable.ts'
import {
  insertBinaryStatement,
  insertStatement,
  QUESTION_SECONDS,
  QUESTION_SETTINGS,
  type Engine,
  type Parameters,
} from './engine.ts'

/** Longer than any question may take, so that the server's own limit is what ends it. */
const REQUEST_MILLISECONDS = (QUESTION_SECONDS + 20) * 1000

/** Its errors are thrown as well, and logged where they are met. */
const COMMON = { application: 'errata-store', log: { level: ClickHouseLogLevel.OFF } }

export async function openClickhouse(address: string, settings: ClickHouseSettings): Promise<Engine> {
  const url = new URL(address)
  const database = url.pathname.replaceAll('/', '')
  url.pathname = ''
  const client = createClient({
    ...COMMON,
    url: url.href,
    database,
    request_timeout: REQUEST_MILLISECONDS,
    clickhouse_settings: settings,
  })
  const version = await greet(client, url, database)

  function asked(sql: string, parameters: Parameters) {
    return client.query({
      query: `${sql} SETTINGS ${QUESTION_SETTINGS}`,
      query_params: parameters,
      format: 'JSONEachRow',
    })
  }

  return {
    kind: 'clickhouse',
    version,
    ask: async <Row>(sql: string, parameters: Parameters = {}): Promise<Row[]> =>
      (await asked(sql, parameters)).json<Row>(),
    async askBytes(format, sql, parameters = {}) {
      const answer = await client.exec({
        query: `${sql} SETTINGS ${QUESTION_SETTINGS} FORMAT ${format}`,
        query_params: parameters,
      })
      return buffer(answer.stream)
    },
    async insert(table, lines, token) {
      const answer = await client.exec({
        query: insertStatement(table, token),
        values: Readable.from([lines], { objectMode: false }),
      })
      answer.stream.resume()
    },
    async insertFile(table, columns, file, token) {
      const query = insertBinaryStatement(table, columns, token)
      const answer = await client.exec({ query, values: createReadStream(file) })
      answer.stream.resume()
    },
    async run(sql) {
      await client.command({ query: sql })
    },
    close: () => client.close(),
  }
}

async function greet(client: ClickHouseClient, url: URL, database: string): Promise<string> {
  try {
    const first = createClient({ ...COMMON, url: url.href })
    await first.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
    await first.close()
    const rows = await (
      await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
    ).json<{ version: string }>()
    return rows[0]?.version ?? ''
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : String(error)
    throw new Unstartable(
      `CLICKHOUSE_URL names ${url.host}, which does not answer as it should (${reason}): check address, user and password.`,
    )
  }
}
