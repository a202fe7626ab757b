// ClickHouse inside this process (chdb). Only this file knows the package, which is loaded only if used.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type * as Chdb from 'chdb'
import { makeWritable } from '../folder.ts'
import { createPool } from '../../../server/event-loop.ts'
import { StartupError } from '../../../server/startup-error.ts'
import type { Engine, Parameters } from './engine.ts'
import { firstLine } from './errors.ts'
import { setStatement } from './parameters.ts'
import { checkPlatform } from './platform.ts'
import { insertFileStatement, insertStatement, QUERY_SETTINGS } from './statements.ts'

/** Sessions run side by side, with one query each at a time. Eight let light queries pass four heavy ones. */
const READERS = 8

/**
 * Without limits the engine takes 90 % of the memory, and 5 GB per cache of marks. With one it runs a query
 * on one thread unless `…_per_thread` is lowered: that took a week's search from 126 to 46 ms.
 */
const ARGUMENTS = [
  '--max_server_memory_usage=1500000000',
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=33554432',
  '--max_threads_min_free_memory_per_thread=67108864',
  '--async_insert=0',
]

/**
 * Only merges write the indexes of attributes' values, which take a quarter of the time of an insert. Until
 * the first merge, some seconds later, queries read new rows without them.
 */
const INSERT_SETTINGS = `,
  exclude_materialize_skip_indexes_on_insert = 'idx_res_attr_value, idx_span_attr_value, idx_log_attr_value'`

const DATABASE = 'otel'

type Query = { sql: string; parameters: Parameters; signal: AbortSignal | undefined }

/** `parent`: the store's folder. */
export async function openEmbedded(parent: string): Promise<Engine> {
  checkPlatform()
  const folder = join(parent, 'engine')
  makeWritable(folder)
  // The engine reads rows from a file, and takes such a name for a pattern of many.
  if (/[*?{}]/.test(folder))
    throw new StartupError(
      `The embedded engine cannot work in ${folder}: set DATA_DIR to a folder without * ? { } in its name.`,
    )
  if (lockOwnerOf(folder) !== null) throw inUse(folder)
  const chdb = await load()
  const writer = open(chdb.Session, folder)
  // Spans and log records are inserted side by side.
  const writers: Record<string, Chdb.Session> = { otel_traces: writer, otel_logs: open(chdb.Session, folder) }
  const readers = Array.from({ length: READERS }, () => open(chdb.Session, folder))
  // Cancels queries of the readers: it must not wait behind any of them.
  const controller = open(chdb.Session, folder)
  try {
    await writer.queryAsync(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`)
    for (const session of [...Object.values(writers), ...readers]) await session.queryAsync(`USE ${DATABASE}`)
    // Once per session instead of with each query.
    for (const session of readers) await session.queryAsync(`SET ${QUERY_SETTINGS}`)
  } catch (error) {
    throw cannotOpen(folder, error)
  }
  const version = (await writer.queryAsync('SELECT version()', { format: 'TSVRaw' })).text().trim()
  const idleReaders = createPool(readers)
  let count = 0

  async function send(format: string, { sql, parameters, signal }: Query): Promise<Chdb.ChdbResult> {
    signal?.throwIfAborted()
    // A comment by which the query is cancelled.
    const mark = signal === undefined ? '' : `/* ${++count} */ `
    // A query that ends by itself is dropped as well.
    const abort = (): void => void controller.queryAsync(killStatement(mark)).catch(() => {})
    return idleReaders.run(async (session) => {
      try {
        signal?.throwIfAborted()
        signal?.addEventListener('abort', abort)
        return await session.queryAsync(`${setStatement(parameters)}${mark}${sql}`, { format })
      } finally {
        signal?.removeEventListener('abort', abort)
        // Also where the engine reports that it was cancelled, or had its result by then.
        signal?.throwIfAborted()
      }
    }, signal)
  }

  return {
    kind: 'embedded',
    version,
    async query<Row>(sql: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Row[]> {
      return parseLines<Row>((await send('JSONEachRow', { sql, parameters, signal })).text())
    },
    async queryBytes(format, sql, parameters = {}, signal) {
      const { buffer, byteOffset, byteLength } = (await send(format, { sql, parameters, signal })).bytes()
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    async insert(table, lines, token) {
      await writer.queryAsync(`${insertStatement({ table, token })}\n${lines}`)
    },
    async insertFile(insert) {
      const session = writers[insert.table] ?? writer
      const source = `FROM INFILE ${quote(insert.file)}`
      await session.queryAsync(insertFileStatement(insert, { source, settings: INSERT_SETTINGS }))
    },
    async command(sql) {
      await writer.queryAsync(sql)
    },
    async releaseTables() {
      const query = { sql: 'SELECT 1', parameters: {}, signal: undefined }
      const sessions = Array.from({ length: READERS }, () => send('JSONEachRow', query))
      await Promise.all([...sessions, writers['otel_logs']!.queryAsync('SELECT 1')])
    },
    async close() {
      for (const session of [...readers, controller, ...Object.values(writers)]) session.close()
      // A session that is closed during a query ends only with that query.
      await chdb.drainPending()
    },
  }
}

/** Cancels the query with that comment. */
function killStatement(mark: string): string {
  return `KILL QUERY WHERE startsWith(query, ${quote(mark)}) ASYNC`
}

/** As a string literal of SQL. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function parseLines<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[])
}

async function load(): Promise<typeof Chdb> {
  try {
    return await import('chdb')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? firstLine(error)
    throw new StartupError(
      `The embedded engine (npm package chdb) cannot be loaded (${reason}): ` +
        'run "npm install --include=optional", or set CLICKHOUSE_URL to a ClickHouse server.',
    )
  }
}

function open(Session: typeof Chdb.Session, folder: string): Chdb.Session {
  try {
    return new Session(folder, { connectionArgs: ARGUMENTS })
  } catch (error) {
    throw cannotOpen(folder, error)
  }
}

function cannotOpen(folder: string, error: unknown): StartupError {
  const reason = firstLine(error)
  if (/already running/.test(reason)) return inUse(folder)
  return new StartupError(
    `The embedded engine cannot open ${folder} (${reason}): a line above may name the file that it cannot ` +
      'read. Stop other programs that use the folder, check the disk, restore a backup, or set DATA_DIR.',
  )
}

function inUse(folder: string): StartupError {
  return new StartupError(
    `The folder ${folder} is in use by another store: stop that one, or set DATA_DIR to another folder.`,
  )
}

/**
 * The id of another process that has the engine's folder open; null: no process, or the system does not
 * show it. The engine would report it as well, in a message of many lines.
 */
function lockOwnerOf(folder: string): number | null {
  try {
    const status = join(realpathSync(folder), 'status')
    // The engine writes its process id into the file that it locks. After a crash another process may have
    // that id, so the open files of that process decide.
    const id = Number(/^PID: (\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
    const files = readdirSync(`/proc/${id}/fd`)
    return id !== process.pid && files.some((file) => linkTarget(`/proc/${id}/fd/${file}`) === status)
      ? id
      : null
  } catch {
    return null
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // The file was closed in the meantime.
    return ''
  }
}
