// Creates tables and views that are missing, and adds the rows that the views have missed.
import { queryNumber, type Engine } from '../engine/engine.ts'
import type { Schema, SchemaValues } from '../tables/schema.ts'
import { localName, localStatement } from '../tables/distributed.ts'
import { readColumns, readTables } from '../tables/system-tables.ts'
import { missingRows, type MissingRows } from './missing-rows.ts'

/** The time limit of queries is for users that wait for an answer. */
const SETTINGS = 'SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0'

/** A message for each thing that was repaired. */
export async function createMissing(
  engine: Engine,
  schema: Schema,
  values: SchemaValues,
  cluster: string | null = null,
): Promise<string[]> {
  const names = new Set((await readTables(engine)).map(({ name }) => name))
  const missing = schema.definitions.filter(
    ({ name, view }) => !names.has(view ? name : localName(name, cluster)),
  )
  for (const { sql } of missing) await engine.command(localStatement(sql(values), cluster, schema))
  return missing.map(
    ({ name, view }) => `The ${view ? 'view' : 'table'} ${name} was missing and was created.`,
  )
}

/**
 * Compares each table that views fill with its source. Nothing may be inserted at the same time. After a
 * crash in the middle, views are missing, which the next start notices.
 */
export async function addMissingRows(
  engine: Engine,
  { definitions }: Schema,
  values: SchemaValues,
): Promise<string[]> {
  const messages: string[] = []
  const tables = new Set(definitions.flatMap(({ view }) => view?.target ?? []))
  // What is added to a table must not travel on: the tables behind it have counted it, or are compared next.
  const chained = definitions.filter(({ view }) =>
    [...tables].some((table) => new RegExp(`\\bFROM ${table}\\b`).test(view?.query ?? '')),
  )
  for (const { name } of chained) await engine.command(`DROP VIEW IF EXISTS ${name}`)
  for (const missing of missingRows(definitions)) {
    const rows = await addRows(engine, missing)
    if (rows > 0) messages.push(`${rows} missing rows of ${missing.table} were added.`)
  }
  for (const { sql } of chained) await engine.command(sql(values))
  return messages
}

async function addRows(engine: Engine, { table, query, before }: MissingRows): Promise<number> {
  const copy = 'missing_rows'
  await engine.command(`DROP TABLE IF EXISTS ${copy}`)
  // The rows are stored first: deleting others changes the result of the query.
  await engine.command(`CREATE TABLE ${copy} ENGINE = MergeTree ORDER BY tuple() AS ${query} ${SETTINGS}`)
  const rows = await queryNumber(engine, `SELECT count() AS value FROM ${copy}`)
  const names = (await readColumns(engine, copy)).join(', ')
  if (rows > 0) {
    const periods = before?.split(' ', 1)[0]
    if (periods)
      await engine.command(
        `ALTER TABLE ${table} DELETE WHERE ${periods} IN (SELECT ${periods} FROM ${copy})
         SETTINGS mutations_sync = 2`,
      )
    await engine.command(`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${copy} ${SETTINGS}`)
  }
  await engine.command(`DROP TABLE ${copy}`)
  return rows
}
