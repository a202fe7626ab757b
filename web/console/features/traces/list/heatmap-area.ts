// An area of the latency heatmap in cells, and the matching filters.
import type { TraceHeatmapAnswer } from '../../../../../contract/traces.ts'
import type { Area } from '../../../charts/use-area-selection.ts'
import type { TraceFilters } from '../../../search/filters.ts'

/** The heatmap shows the rows with traces, and at least this many. */
const MIN_ROWS = 6

type Grid = Pick<TraceHeatmapAnswer, 'from' | 'stepNs' | 'columns' | 'durationsNs' | 'cells'>

/** The first and the last row. */
export function rowsOf({ cells, durationsNs }: Grid): { bottom: number; top: number } {
  const rows = cells.map(({ row }) => row)
  const bottom = Math.min(...rows, durationsNs.length - MIN_ROWS)
  const top = Math.max(...rows, 0)
  return { bottom: Math.max(0, Math.min(bottom, top - MIN_ROWS + 1)), top: Math.max(top, MIN_ROWS - 1) }
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

export function countArea({ cells }: Grid, area: Area): { count: number; errors: number } {
  const inside = cells.filter(
    ({ column, row }) => column >= area.left && column <= area.right && row >= area.bottom && row <= area.top,
  )
  const sum = (name: 'count' | 'errors') => inside.reduce((total, cell) => total + cell[name], 0)
  return { count: sum('count'), errors: sum('errors') }
}
