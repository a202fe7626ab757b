// An area of the latency heatmap in cells, and the matching filters.
import type { TraceCell, TraceHeatmapAnswer } from '../../../../../contract/traces.ts'
import type { Area } from '../../../charts/use-area-selection.ts'
import type { TraceFilters } from '../../../search/filters.ts'

/** A single row could not be divided by a selection. */
const MIN_ROWS = 2
/** The lowest row also has the fastest traces up to this share: alone, they would take half of the rows. */
const FASTEST_SHARE = 0.01

type Grid = Pick<TraceHeatmapAnswer, 'from' | 'stepNs' | 'columns' | 'durationsNs' | 'cells'>

/** The first and the last row: of the 1st percentile, and of the longest trace. */
export function rowsOf({ cells }: Pick<Grid, 'cells'>): { bottom: number; top: number } {
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  const byRow = cells.toSorted((a, b) => a.row - b.row)
  let faster = 0
  const first = byRow.find(({ count }) => (faster += count) > total * FASTEST_SHARE)
  const top = Math.max(byRow.at(-1)?.row ?? 0, MIN_ROWS - 1)
  return { bottom: Math.min(first?.row ?? 0, top - MIN_ROWS + 1), top }
}

/** The cells of the rows that are shown. */
export function shownCells(grid: Pick<Grid, 'cells'>): TraceCell[] {
  const { bottom } = rowsOf(grid)
  const shown = new Map<string, TraceCell>()
  for (const cell of grid.cells) {
    const [column, row] = [cell.column, Math.max(bottom, cell.row)]
    const { count, errors } = shown.get(`${column} ${row}`) ?? { count: 0, errors: 0 }
    shown.set(`${column} ${row}`, { column, row, count: count + cell.count, errors: errors + cell.errors })
  }
  return [...shown.values()]
}

/** An area that reaches the top, the bottom or both sides has no filter there. */
export function filtersOf(area: Area, grid: Grid): TraceFilters {
  const { bottom, top } = rowsOf(grid)
  const isAllTime = area.left === 0 && area.right === grid.columns - 1
  return {
    started: isAllTime ? undefined : `${instantOf(area.left, grid)}/${instantOf(area.right + 1, grid)}`,
    minDurationNs: area.bottom <= bottom ? undefined : String(grid.durationsNs[area.bottom - 1]),
    maxDurationNs: area.top >= top ? undefined : String(grid.durationsNs[area.top]! - 1),
  }
}

/** Null if the filters select no area, or one outside the heatmap. */
export function areaOf(filters: TraceFilters, grid: Grid): Area | null {
  const { started, minDurationNs, maxDurationNs } = filters
  if (!started && !minDurationNs && !maxDurationNs) return null
  const { bottom, top } = rowsOf(grid)
  const columnOf = (instant: string) => ((Date.parse(instant) - Date.parse(grid.from)) * 1e6) / grid.stepNs
  const [from, to] = started ? started.split('/').map(columnOf) : [0, grid.columns]
  const rowAt = (nanoseconds: number) => grid.durationsNs.filter((edge) => nanoseconds >= edge).length
  const area = {
    left: Math.max(0, Math.floor(from ?? 0)),
    right: Math.min(grid.columns, Math.ceil(to ?? 0)) - 1,
    bottom: Math.max(bottom, minDurationNs ? rowAt(Number(minDurationNs)) : bottom),
    top: Math.min(top, maxDurationNs ? rowAt(Number(maxDurationNs)) : top),
  }
  return area.left <= area.right && area.bottom <= area.top ? area : null
}

export function instantOf(column: number, { from, stepNs }: Grid): string {
  return new Date(Date.parse(from) + (column * stepNs) / 1e6).toISOString()
}

export function countArea(grid: Grid, area: Area): { count: number; errors: number } {
  const inside = shownCells(grid).filter(
    ({ column, row }) => column >= area.left && column <= area.right && row >= area.bottom && row <= area.top,
  )
  const sum = (name: 'count' | 'errors') => inside.reduce((total, cell) => total + cell[name], 0)
  return { count: sum('count'), errors: sum('errors') }
}
