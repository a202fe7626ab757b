// The order of the list of operations.
import type { OperationRow, OperationsAnswer } from '../../../../contract/operations.ts'

export const OPERATION_SORTS = ['time', 'calls', 'errors', 'p50', 'p95', 'p99', 'change'] as const
export type OperationSort = (typeof OPERATION_SORTS)[number]
export const DEFAULT_SORT: OperationSort = 'time'

const VALUES: Record<OperationSort, (row: OperationRow) => number> = {
  time: ({ timeNs }) => timeNs,
  calls: ({ count }) => count,
  errors: ({ count, errors }) => errors / Math.max(1, count),
  p50: ({ p50Ns }) => p50Ns,
  p95: ({ p95Ns }) => p95Ns,
  p99: ({ p99Ns }) => p99Ns,
  change: ({ p95Ns, usual }) => (usual ? p95Ns / Math.max(1, usual.p95Ns) : 0),
}

/** Which operations are loaded if they do not fit on a page: sorted by a sum, otherwise by calls. */
export function pageOf(sort: OperationSort): 'time' | 'errors' | undefined {
  return sort === 'time' || sort === 'errors' ? sort : undefined
}

/** Descending and stable. */
export function sortOperations(rows: OperationRow[], sort: OperationSort): OperationRow[] {
  const value = VALUES[sort]
  return rows.toSorted((a, b) => value(b) - value(a))
}

/** Adds baseline and distribution from the answer with the baseline. */
export function withBase(rows: OperationRow[], base: OperationsAnswer | undefined): OperationRow[] {
  const others = new Map(base?.operations.map((row) => [operationKey(row), row]))
  return rows.map((row) => {
    const { usual, distribution } = others.get(operationKey(row)) ?? {}
    return { ...row, ...(usual && { usual }), ...(distribution && { distribution }) }
  })
}

export function operationKey({
  service,
  name,
  kind,
}: Pick<OperationRow, 'service' | 'name' | 'kind'>): string {
  return JSON.stringify([service, name, kind])
}
