import { array, assert, constant, double, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { spanArea } from '../../../charts/use-area-selection.ts'
import { areaOf, countArea, filtersOf, rowsOf, shownCells } from './heatmap-area.ts'

const durationsNs = [6, 7, 8, 9, 10].flatMap((exponent) => [1, 2, 5].map((digit) => digit * 10 ** exponent))
const cell = record({
  column: integer({ min: 0, max: 9 }),
  row: integer({ min: 0, max: durationsNs.length }),
  count: integer({ min: 1, max: 9 }),
  errors: constant(0),
})
const grids = array(cell, { minLength: 1, maxLength: 20 }).map((cells) => ({
  from: '2026-11-22T10:00:00.000Z',
  stepNs: 600e9,
  columns: 10,
  durationsNs,
  cells,
}))

const pick = (share: number, first: number, last: number) => first + Math.round(share * (last - first))

test('the filters of an area select the same area', () => {
  assert(
    property(grids, array(double({ min: 0, max: 1, noNaN: true }), { minLength: 4 }), (grid, at) => {
      const { bottom, top } = rowsOf(grid)
      const area = spanArea(
        { column: pick(at[0]!, 0, 9), row: pick(at[1]!, bottom, top) },
        { column: pick(at[2]!, 0, 9), row: pick(at[3]!, bottom, top) },
      )
      const filters = filtersOf(area, grid)
      const isAll = Object.values(filters).every((value) => value === undefined)
      expect(areaOf(filters, grid)).toEqual(isAll ? null : area)
    }),
  )
})

test('an area over all cells has all traces, and no filter', () => {
  assert(
    property(grids, (grid) => {
      const area = { left: 0, right: 9, ...rowsOf(grid) }
      expect(countArea(grid, area).count).toBe(grid.cells.reduce((sum, { count }) => sum + count, 0))
      expect(Object.values(filtersOf(area, grid)).filter(Boolean)).toEqual([])
    }),
  )
})

const at = (row: number, count: number) => ({ column: 0, row, count, errors: 0 })

test('rows without traces are left out, so that values fill the heatmap; a few fast traces add none', () => {
  expect(rowsOf({ cells: [at(7, 20), at(8, 40)] })).toEqual({ bottom: 7, top: 8 })
  expect(rowsOf({ cells: [at(7, 20)] })).toEqual({ bottom: 6, top: 7 })
  expect(rowsOf({ cells: [] })).toEqual({ bottom: 0, top: 1 })
  const slow = { cells: [at(0, 1), at(6, 150), at(11, 1)] }
  expect(rowsOf(slow)).toEqual({ bottom: 6, top: 11 })
  expect(shownCells(slow)).toEqual([at(6, 151), at(11, 1)])
})
