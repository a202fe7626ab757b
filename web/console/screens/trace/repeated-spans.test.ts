import { expect, test } from 'vitest'
import type { Span } from '../../../../store/api/contract.ts'
import { runAround, runsOf } from './repeated-spans.ts'
import { growTree, matcher, rowsOf } from './span-tree.ts'

function span(
  spanId: string,
  parentSpanId: string | null,
  name: string,
  at: number,
  more: Partial<Span> = {},
): Span {
  const start = new Date(Date.UTC(2026, 10, 20) + at).toISOString()
  return {
    spanId,
    parentSpanId,
    name,
    kind: 'client',
    service: 'db',
    start,
    durationNs: 1e6,
    status: 'unset',
    exceptions: 0,
    ...more,
  }
}
const queries = (count: number, from = 1, name = 'SELECT price') =>
  Array.from({ length: count }, (_, index) => span(`${name}${from + index}`, 'root', name, from + index))

test('five alike neighbours are one row with their sum', () => {
  const tree = growTree([span('root', null, 'load', 0), ...queries(6), span('last', 'root', 'render', 20)])
  const runs = runsOf(tree)
  expect([...runs]).toEqual([[1, { count: 6, sum: 6e6, end: 7e6 }]])
  expect(rowsOf(tree, new Set(), null, runs).map((index) => tree.nodes[index]?.span.name)).toEqual([
    'load',
    'SELECT price',
    'render',
  ])
})

test('four are read as they are', () => {
  expect(runsOf(growTree([span('root', null, 'load', 0), ...queries(4)])).size).toBe(0)
})

test('a failed one, one with children, and another name end a run', () => {
  const failed = [
    ...queries(5),
    span('bad', 'root', 'SELECT price', 6, { status: 'error' }),
    ...queries(5, 7),
  ]
  expect([...runsOf(growTree([span('root', null, 'load', 0), ...failed])).keys()]).toEqual([1, 7])
  const parent = [
    ...queries(4),
    span('child', 'SELECT price4', 'x', 5),
    span('more', 'root', 'SELECT price', 6),
  ]
  expect(runsOf(growTree([span('root', null, 'load', 0), ...parent])).size).toBe(0)
})

test('a span finds the run it is in', () => {
  const runs = runsOf(growTree([span('root', null, 'load', 0), ...queries(6)]))
  expect([runAround(runs, 0), runAround(runs, 1), runAround(runs, 6), runAround(runs, 7)]).toEqual([
    undefined,
    1,
    1,
    undefined,
  ])
})

test('a filter finds a run as one row', () => {
  const tree = growTree([span('root', null, 'load', 0), ...queries(6)])
  const found = (text: string) => rowsOf(tree, new Set(), matcher(text, false), runsOf(tree))
  expect(found('price')).toEqual([0, 1])
})
