// The table of operations.
import { stepOf } from '../../charts/time-axis.ts'
import type { OperationRow, OperationsAnswer } from '../../../../contract/operations.ts'
import type { Filters } from '../../search/filters.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { describeScale } from './distribution.tsx'
import { OperationTableRow } from './operation-row.tsx'
import { operationKey, type OperationSort } from './sort-operations.ts'
import css from './operations.module.css'

const MEASURES: OperationSort[] = ['calls', 'errors', 'p50', 'p95', 'p99']
const HEADS: Record<OperationSort, string> = {
  calls: 'Calls',
  errors: 'Errors',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  change: 'p95 against 7 d',
  time: 'Share of time',
}

type Props = {
  operations: OperationRow[]
  base: OperationsAnswer | undefined
  filters: Filters
  period: { start: number; end: number }
  sort: OperationSort
  setSort: (sort: OperationSort) => void
  roving: Roving
  setTable: (table: HTMLTableElement | null) => void
}

export function OperationTable(props: Props) {
  const { operations, base, filters, period, sort, setSort, roving, setTable } = props
  const { durationsNs, totals } = base ?? {}
  // Of one service, or of all operations on screen.
  const shareOf = ({ timeShare, timeNs }: OperationRow) =>
    filters.service ? timeShare : totals && timeNs / Math.max(1, totals.timeNs)
  // Of all: a rare operation has no two points in a row.
  const step = stepOf(operations.flatMap(({ trend = [] }) => trend))
  const longest = Math.max(0, ...operations.map((row) => shareOf(row) ?? 0))
  const head = (name: OperationSort, className: string | undefined) => (
    <th key={name} className={className} aria-sort={name === sort ? 'descending' : undefined}>
      <button type="button" onClick={() => setSort(name)}>
        {HEADS[name]} {name === sort && <Icon name="down" small />}
      </button>
    </th>
  )
  return (
    <table ref={setTable} className={`cards rows ${css.list}`} aria-label="Operations">
      <thead>
        <tr>
          <th className={css.name}>Operation</th>
          {MEASURES.map((name) => head(name, `num ${css[name] ?? ''}`))}
          <th className={css.shape}>{durationsNs ? describeScale(durationsNs) : 'Distribution'}</th>
          <th className={css.trend}>p95 over time</th>
          {head('change', `num ${css.change}`)}
          {head('time', css.share)}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation, index) => (
          <OperationTableRow
            key={operationKey(operation)}
            share={{ value: shareOf(operation), longest }}
            {...{ operation, filters, period, step, durationsNs, index, roving }}
          />
        ))}
      </tbody>
    </table>
  )
}
