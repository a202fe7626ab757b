// Operations, the names of spans: the paths, and what other features use.
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { operationBreakdownPath } from './operation-breakdown.ts'
import { operationCallsPath } from './operation-calls.ts'
import { operationsPath } from './operations.ts'

export const paths: Path<QueryContext>[] = [operationsPath, operationBreakdownPath, operationCallsPath]

export { operationTotals } from './operation-totals.ts'
export { readOperations } from './operations.ts'
