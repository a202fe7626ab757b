// An engine whose queries see everything that was acknowledged before them: those that read the tables of
// received rows, or their size, wait until the journal is in the tables. That lets the next block begin.
import type { Engine } from '../../database/engine/engine.ts'
import type { Schema } from '../../database/tables/schema.ts'
import type { BlockWriter } from './block-writer.ts'
import { SOURCE_TABLES } from './segment.ts'

export function withNewestRows(
  engine: Engine,
  schema: Schema,
  blocks: Pick<BlockWriter, 'inserted'>,
): Engine {
  const tables = [...SOURCE_TABLES, ...schema.definitions.flatMap(({ view }) => view?.target ?? [])]
  const readsRows = new RegExp(`\\b(?:${tables.join('|')}|system\\.parts)\\b`)
  return {
    ...engine,
    async query(sql, parameters, signal) {
      if (readsRows.test(sql)) await blocks.inserted()
      return engine.query(sql, parameters, signal)
    },
    async queryBytes(format, sql, parameters, signal) {
      if (readsRows.test(sql)) await blocks.inserted()
      return engine.queryBytes(format, sql, parameters, signal)
    },
  }
}
