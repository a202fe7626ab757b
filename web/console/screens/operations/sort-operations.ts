// The order of the list of operations.
import type { OperationRow } from '../../../../store/api/trace-contract.ts'

export const OPERATION_SORTS = ['calls', 'errors', 'p50', 'p95', 'p99'] as const
export type OperationSort = (typeof OPERATION_SORTS)[number]
export const DEFAULT_SORT: OperationSort = 'calls'

const VALUES: Record<OperationSort, (row: OperationRow) => number> = {
  calls: ({ count }) => count,
  errors: ({ count, errors }) => errors / Math.max(1, count),
  p50: ({ p50Ns }) => p50Ns,
  p95: ({ p95Ns }) => p95Ns,
  p99: ({ p99Ns }) => p99Ns,
}

/** The greatest first; equal ones as they came, by calls. */
export function sortOperations(rows: OperationRow[], sort: OperationSort): OperationRow[] {
  const value = VALUES[sort]
  return rows.toSorted((a, b) => value(b) - value(a))
}
