// The rows of a request.
import type { Occurrence } from './occurrence.ts'

/** Rows of one request for one table, in RowBinary. */
export type Rows = { bytes: Buffer; count: number; resources: ResourceRows[] }

/**
 * The rows of one resource, and their range of bytes. `hash`: 32 hex digits by which they are recognised when
 * they arrive again; null: they are recognised only with their request. `marked`: rows with occurrences or a
 * key.
 */
export type ResourceRows = {
  hash: string | null
  from: number
  to: number
  count: number
  marked: MarkedRow[]
}

/** `key`: 32 hex digits by which the row is recognised in any request; null: it is not. */
type MarkedRow = { from: number; to: number; occurrences: Occurrence[]; key: string | null }
