// The rows of a request.
import type { Occurrence } from './occurrence.ts'

/** Rows of one request for one table, in RowBinary. `marked`: those with occurrences, by range of bytes. */
export type Rows = { bytes: Buffer; count: number; marked: MarkedRow[] }
export type MarkedRow = { from: number; to: number; occurrences: Occurrence[] }
