import { expect, test } from 'vitest'
import type { Span } from '../../../../store/api/contract.ts'
import { growTree, rowsOf } from './span-tree.ts'
import { around, axisEnd, destination, guidesOf, nextFailed, roundTicks } from './tree-navigation.ts'

const spans: Span[] = [
  ['root', null],
  ['a', 'root'],
  ['a1', 'a'],
  ['b', 'root'],
].map(([spanId, parentSpanId], index) => ({
  spanId: spanId ?? '',
  parentSpanId: parentSpanId ?? null,
  name: spanId ?? '',
  kind: 'internal',
  service: 'shop',
  start: `2026-11-20T14:31:02.00${index}Z`,
  durationNs: 1,
  status: spanId === 'a1' || spanId === 'b' ? 'error' : 'unset',
  exceptions: 0,
}))
const tree = growTree(spans)
const all = rowsOf(tree, new Set(), null)

test('moves stay among the rows on show', () => {
  expect(destination(tree, all, 0, 'next')).toBe(1)
  expect(destination(tree, all, 0, 'previous')).toBe(0)
  expect(destination(tree, all, 3, 'next')).toBe(3)
  expect(destination(tree, all, 1, 'last')).toBe(3)
  expect(destination(tree, [0, 1, 3], 1, 'next')).toBe(3)
})

test('a span that the filter hides starts at the top', () => {
  expect(destination(tree, [0, 3], 2, 'next')).toBe(0)
})

test('fold leads to the parent, unfold to the first child', () => {
  expect([destination(tree, all, 2, 'fold'), destination(tree, all, 0, 'fold')]).toEqual([1, 0])
  expect([destination(tree, all, 1, 'unfold'), destination(tree, all, 3, 'unfold')]).toEqual([2, 3])
})

test('errors are visited in order, round the end', () => {
  expect([
    nextFailed(tree, -1, 1),
    nextFailed(tree, 2, 1),
    nextFailed(tree, 3, 1),
    nextFailed(tree, 2, -1),
  ]).toEqual([2, 3, 2, 3])
})

test('lines show which ancestors go on', () => {
  expect(guidesOf(tree, 2).guides.map(({ kind }) => kind)).toEqual(['through', 'end'])
  expect(guidesOf(tree, 3).guides.map(({ kind }) => kind)).toEqual(['end'])
  expect(guidesOf(tree, 0)).toEqual({ guides: [], hidden: 0 })
})

test('a deep span keeps room for its name', () => {
  const chain = Array.from({ length: 40 }, (_, index) => ({
    ...spans[0]!,
    spanId: `s${index}`,
    parentSpanId: index === 0 ? null : `s${index - 1}`,
  }))
  const { guides, hidden } = guidesOf(growTree(chain), 39)
  expect(guides.length + hidden).toBe(39)
  expect(guides).toHaveLength(10)
})

test('the axis is round', () => {
  expect(roundTicks(0, 6.44e9)).toEqual([0, 1e9, 2e9, 3e9, 4e9, 5e9, 6e9])
  expect(roundTicks(5, 5)).toEqual([])
})

test('the axis reaches an exception that came after the last span, unless that were most of the picture', () => {
  const start = '2026-11-20T14:31:00Z'
  const at = (seconds: number) => ({
    start,
    exceptions: [
      {
        digest: '',
        spanId: '',
        at: `2026-11-20T14:31:${String(seconds).padStart(2, '0')}Z`,
        type: '',
        message: '',
      },
    ],
  })
  expect(axisEnd(10e9, at(5))).toBe(10e9)
  expect(axisEnd(10e9, at(20))).toBeCloseTo(20.4e9)
  expect(axisEnd(10e9, at(50))).toBe(10e9)
})

test('a zoom leaves air around the span and stays inside the trace', () => {
  expect(around({ start: 0, end: 100 }, { from: 0, to: 1000 })).toEqual({ from: 0, to: 105 })
  const { from, to } = around({ start: 50, end: 50 }, { from: 0, to: 1000 })
  expect(to).toBeGreaterThan(from)
})
