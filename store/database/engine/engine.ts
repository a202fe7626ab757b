// The interface of ClickHouse that the store uses: the same tables and SQL, embedded or on a server.

/** A value for a `{name:Type}` of a statement. It never becomes part of the statement's text. */
export type Parameter = string | number | string[] | number[]
export type Parameters = Record<string, Parameter>

/** Rows for one table, as one block. The same `token` again adds nothing, here and in what views fill. */
export type Insert = { table: string; token: string }

/** A file of rows in RowBinary. */
export type FileInsert = Insert & { columns: string[]; file: string }

/** Of `queryBytes`. */
export type Format = 'JSONEachRow' | 'RowBinary'

export type Engine = {
  kind: 'embedded' | 'clickhouse'
  version: string
  /**
   * 64-bit integers are numbers in the rows: select text where more than 2^53 is possible. When `signal` is
   * aborted the query is cancelled, and its reason is thrown.
   */
  query<Row>(sql: string, parameters?: Parameters, signal?: AbortSignal): Promise<Row[]>
  /** The answer as bytes, one JSON object per line or RowBinary: many rows need not become objects. */
  queryBytes(format: Format, sql: string, parameters?: Parameters, signal?: AbortSignal): Promise<Buffer>
  /** Inserts lines of JSON. */
  insert(table: string, lines: string, token: string): Promise<void>
  insertFile(insert: FileInsert): Promise<void>
  /** Runs a statement without an answer. */
  command(sql: string): Promise<void>
  /** Closes tables that no query uses: the embedded engine keeps the tables of each session's last query. */
  releaseTables(): Promise<void>
  close(): Promise<void>
}

/** The number that the statement selects as `value`; 0 without a row. */
export async function queryNumber(engine: Engine, sql: string, parameters?: Parameters): Promise<number> {
  const [row] = await engine.query<{ value: number }>(sql, parameters)
  return row?.value ?? 0
}
