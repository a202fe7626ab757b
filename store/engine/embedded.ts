// ClickHouse inside this process (chdb). Only this file knows the package, and it is loaded only when it is used.
import { join } from 'node:path'
import type * as Chdb from 'chdb'
import type { Config } from '../config.ts'
import { makeWritable } from '../folder.ts'
import { Unstartable } from '../unstartable.ts'
import {
  insertBinaryStatement,
  insertStatement,
  QUESTION_SETTINGS,
  type Engine,
  type Parameters,
} from './engine.ts'
import { checkMachine } from './machine.ts'
import { setStatement } from './parameters.ts'
import { holderOf } from './holder.ts'

/** Questions on one session wait for each other; sessions beside it do not. Eight let light ones pass four heavy ones. */
const READERS = 8

/**
 * Without caps the engine takes 90 % of the memory, and 5 GB for marks and as much for those of indexes. With the cap it would run every query on one thread,
 * unless the memory it wants free per thread is lowered as well (measured: 126 → 46 ms for a week's search).
 */
const ARGUMENTS = [
  '--max_server_memory_usage=1500000000',
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=33554432',
  '--max_threads_min_free_memory_per_thread=67108864',
  '--async_insert=0',
  '--max_execution_time=20',
]

/**
 * The indexes of attributes' values are a quarter of what an insert takes, and are made anew by every merge: so by merges alone. Until the
 * first one, some seconds later, a question reads what is new without them.
 */
const INSERT_SETTINGS = `, exclude_materialize_skip_indexes_on_insert = 'idx_res_attr_value, idx_span_attr_value, idx_log_attr_value'`

const DATABASE = 'otel'

export async function openEmbedded(config: Config): Promise<Engine> {
  checkMachine()
  const folder = join(config.folder, 'engine')
  makeWritable(folder)
  if (/[*?{}]/.test(folder)) throw unreadable(folder)
  if (holderOf(folder) !== null) throw inUse(folder)
  const chdb = await load()
  const writer = open(chdb.Session, folder)
  // Spans and log records are inserted side by side.
  const writers: Record<string, Chdb.Session> = { otel_traces: writer, otel_logs: open(chdb.Session, folder) }
  const readers = Array.from({ length: READERS }, () => open(chdb.Session, folder))
  try {
    await writer.queryAsync(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`)
    for (const session of [...Object.values(writers), ...readers]) await session.queryAsync(`USE ${DATABASE}`)
    // Once for all that a session will be asked, instead of with each question.
    for (const session of readers) await session.queryAsync(`SET ${QUESTION_SETTINGS}`)
  } catch (error) {
    throw unopened(folder, error)
  }
  const version = (await writer.queryAsync('SELECT version()', { format: 'TSVRaw' })).text().trim()
  const idle = [...readers]
  const waiting: ((session: Chdb.Session) => void)[] = []

  async function withReader<Answer>(work: (session: Chdb.Session) => Promise<Answer>): Promise<Answer> {
    const session = idle.pop() ?? (await new Promise<Chdb.Session>((resolve) => void waiting.push(resolve)))
    try {
      return await work(session)
    } finally {
      const next = waiting.shift()
      if (next) next(session)
      else idle.push(session)
    }
  }

  function asked(format: string, sql: string, parameters: Parameters): Promise<Chdb.ChdbResult> {
    const question = `${setStatement(parameters)}${sql}`
    return withReader((session) => session.queryAsync(question, { format }))
  }

  return {
    kind: 'embedded',
    version,
    async ask<Row>(sql: string, parameters: Parameters = {}): Promise<Row[]> {
      return rowsOf<Row>((await asked('JSONEachRow', sql, parameters)).text())
    },
    async askBytes(format, sql, parameters = {}) {
      const { buffer, byteOffset, byteLength } = (await asked(format, sql, parameters)).bytes()
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    async insert(table, lines, token) {
      await writer.queryAsync(`${insertStatement(table, token)}\n${lines}`)
    },
    async insertFile(table, columns, file, token) {
      const session = writers[table] ?? writer
      await session.queryAsync(
        insertBinaryStatement(table, columns, token, `FROM INFILE ${quoted(file)}`, INSERT_SETTINGS),
      )
    },
    async run(sql) {
      await writer.queryAsync(sql)
    },
    async close() {
      for (const session of [...readers, ...Object.values(writers)]) session.close()
      // A session that closes while a question runs is really gone only afterwards.
      await chdb.drainPending()
    },
  }
}

/** As a text of SQL. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function rowsOf<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[])
}

async function load(): Promise<typeof Chdb> {
  try {
    return await import('chdb')
  } catch (error) {
    throw new Unstartable(
      `The embedded engine (npm package chdb) cannot be loaded (${codeOf(error)}): run "npm install --include=optional", or set CLICKHOUSE_URL to a ClickHouse server.`,
    )
  }
}

function open(Session: typeof Chdb.Session, folder: string): Chdb.Session {
  try {
    return new Session(folder, { connectionArgs: ARGUMENTS })
  } catch (error) {
    throw unopened(folder, error)
  }
}

function unopened(folder: string, error: unknown): Unstartable {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : String(error)
  if (/already running/.test(reason)) return inUse(folder)
  return new Unstartable(
    `The embedded engine cannot open ${folder} (${reason}): stop whatever else uses it, check the disk, or set DATA_DIR to another folder.`,
  )
}

/** The engine takes rows from a file, and such a name for one of many. */
function unreadable(folder: string): Unstartable {
  return new Unstartable(
    `The embedded engine cannot work in ${folder}: set DATA_DIR to a folder without * ? { } in its name.`,
  )
}

function inUse(folder: string): Unstartable {
  return new Unstartable(
    `The folder ${folder} is in use by another store: stop that one, or set DATA_DIR to another folder.`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error
    ? ((error as NodeJS.ErrnoException).code ?? error.message.split('\n')[0] ?? 'unknown')
    : String(error)
}
