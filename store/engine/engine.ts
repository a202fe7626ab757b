// The engine behind the store: the same tables and the same SQL, embedded in this process or on a ClickHouse of any size.
import { CLUSTER_SETTINGS } from '../cluster/distributed.ts'
import type { Config } from '../config.ts'

/** A value for a `{name:Type}` place of a statement. It never becomes part of the statement's text. */
export type Parameter = string | number | string[] | number[]
export type Parameters = Record<string, Parameter>

export type Engine = {
  kind: 'embedded' | 'clickhouse'
  version: string
  /** Answers a question. 64-bit integers come as numbers: select text where more than 2^53 is possible. */
  ask<Row>(sql: string, parameters?: Parameters): Promise<Row[]>
  /** The same as bytes, a row of JSON a line or in RowBinary: tens of thousands of rows need not become objects. */
  askBytes(format: 'JSONEachRow' | 'RowBinary', sql: string, parameters?: Parameters): Promise<Buffer>
  /** Inserts lines of JSON as one block. The same `token` again changes nothing, in this table and in all that are filled from it. */
  insert(table: string, lines: string, token: string): Promise<void>
  /** Inserts the rows of a file in RowBinary as one block, with the same promise. */
  insertFile(table: string, columns: string[], file: string, token: string): Promise<void>
  /** Runs a statement of our own that answers nothing. */
  run(sql: string): Promise<void>
  close(): Promise<void>
}

/** Seconds a question may take. The page has long lost patience, and the next questions wait behind it. */
export const QUESTION_SECONDS = 10

/** Bytes a question may take: two that are too greedy leave room for the inserts within what the embedded engine may take in all. */
export const QUESTION_BYTES = 500_000_000

/**
 * Of every question: its limits, instants in UTC whatever the server's zone is, integers as numbers. Without compiled expressions:
 * the engine compiles what it meets the fourth time, and that question then waits 60 to 100 ms for a gain that none of ours has.
 */
export const QUESTION_SETTINGS = `max_execution_time = ${QUESTION_SECONDS}, max_memory_usage = ${QUESTION_BYTES}, session_timezone = 'UTC', output_format_json_quote_64bit_integers = 0, output_format_json_quote_denormals = 0, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0`

/** One block per insert, remembered by its token also in the tables that views fill from it. */
export function insertStatement(table: string, token: string): string {
  return `INSERT INTO ${table} ${insertSettings(token)}, input_format_parallel_parsing = 0, date_time_input_format = 'best_effort', session_timezone = 'UTC' FORMAT JSONEachRow`
}

/** `from` says where the rows come from; nothing: they follow the statement. `settings` go beside those of every insert. */
export function insertBinaryStatement(
  table: string,
  columns: string[],
  token: string,
  from = '',
  settings = '',
): string {
  const names = columns.map((name) => `\`${name}\``).join(', ')
  return `INSERT INTO ${table} (${names}) ${from} ${insertSettings(token)}${settings} FORMAT RowBinary`
}

function insertSettings(token: string): string {
  return `SETTINGS insert_deduplication_token = '${token}', deduplicate_blocks_in_dependent_materialized_views = 1, async_insert = 0, max_partitions_per_insert_block = 0`
}

export async function openEngine(config: Config): Promise<Engine> {
  if (config.clickhouseUrl !== null) {
    const { openClickhouse } = await import('./clickhouse.ts')
    return openClickhouse(config.clickhouseUrl, config.cluster === null ? {} : CLUSTER_SETTINGS)
  }
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(config)
}
