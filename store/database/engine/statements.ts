// Settings of every query and of every insert, the same in both engines.
import type { FileInsert, Insert } from './engine.ts'

/** No user waits longer, and the next queries wait behind it. */
export const QUERY_TIMEOUT_SECONDS = 10

/** Two queries that reach it leave space for the inserts within the memory of the embedded engine. */
const QUERY_MEMORY_BYTES = 500_000_000

/**
 * Groups of a query that take more go to the disk: users by issue of ten million occurrences need 900 MB.
 * They take more before all threads have written theirs, and what is read back is merged in memory again: on
 * a busy machine up to 450 MB with 150 MB here, and less than 250 MB with 80 MB.
 */
const GROUP_MEMORY_BYTES = 80_000_000

/**
 * Limits, instants in UTC, integers as numbers. No compiled expressions: the engine compiles one at its
 * fourth use, that query waits 60 to 100 ms for it, and our queries gain less.
 */
export const QUERY_SETTINGS = Object.entries({
  max_execution_time: QUERY_TIMEOUT_SECONDS,
  max_memory_usage: QUERY_MEMORY_BYTES,
  max_bytes_before_external_group_by: GROUP_MEMORY_BYTES,
  session_timezone: `'UTC'`,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
})
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ')

/** The lines of JSON follow. */
export function insertStatement({ table, token }: Insert): string {
  const settings = `${insertSettings(token)}, input_format_parallel_parsing = 0,
    date_time_input_format = 'best_effort', session_timezone = 'UTC'`
  return `INSERT INTO ${table} ${settings} FORMAT JSONEachRow`
}

/** `source`: a clause that names the rows, else they follow. `settings`: further settings. */
export function insertFileStatement(
  { table, columns, token }: FileInsert,
  { source = '', settings = '' } = {},
): string {
  const names = columns.map((name) => `\`${name}\``).join(', ')
  return `INSERT INTO ${table} (${names}) ${source} ${insertSettings(token)}${settings} FORMAT RowBinary`
}

/** One block per insert, whose token is remembered by every table that views fill from it. */
function insertSettings(token: string): string {
  return `SETTINGS insert_deduplication_token = '${token}',
    deduplicate_blocks_in_dependent_materialized_views = 1, async_insert = 0,
    max_partitions_per_insert_block = 0`
}
