import { expect, test } from 'vitest'
import type { Span } from '../../../../../contract/traces.ts'
import { createSpan } from '../testing/spans.ts'
import { groupContaining, groupRepeatedSpans } from '../../../../../contract/timeline/repeated-spans.ts'
import { buildTree } from '../../../../../contract/timeline/span-tree.ts'
import { spanMatcher, visibleRows } from './trace-rows.ts'

const queries = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) =>
    createSpan(`query ${from + index}`, 'root', {
      name: 'SELECT price',
      startMs: from + index,
      durationMs: 1,
    }),
  )
const treeOf = (...spans: Span[]) => buildTree([createSpan('root', null, { name: 'load' }), ...spans])

test('five repeated siblings are one row with the sum of their durations', () => {
  const tree = treeOf(...queries(6), createSpan('render', 'root', { startMs: 20 }))
  const groups = groupRepeatedSpans(tree)
  expect([...groups]).toEqual([[1, { count: 6, totalNs: 6e6, end: 7e6 }]])
  const rows = visibleRows(tree, { collapsed: new Set(), groups, matches: null })
  expect(rows.map((index) => tree.nodes[index]?.span.name)).toEqual(['load', 'SELECT price', 'render'])
})

test('four are shown one by one', () => {
  expect(groupRepeatedSpans(treeOf(...queries(4))).size).toBe(0)
})

test('a failed span ends a group', () => {
  const failed = createSpan('failed', 'root', { name: 'SELECT price', startMs: 6, status: 'error' })
  expect([...groupRepeatedSpans(treeOf(...queries(5), failed, ...queries(5, 7))).keys()]).toEqual([1, 7])
})

test('a span with children ends a group', () => {
  const child = createSpan('child', 'query 4', { startMs: 5 })
  expect(groupRepeatedSpans(treeOf(...queries(6), child)).size).toBe(0)
})

test('a span finds the group that contains it', () => {
  const groups = groupRepeatedSpans(treeOf(...queries(6)))
  expect([0, 1, 6, 7].map((index) => groupContaining(groups, index))).toEqual([undefined, 1, 1, undefined])
})

test('a filter shows a group as one row', () => {
  const tree = treeOf(...queries(6))
  const groups = groupRepeatedSpans(tree)
  const matches = spanMatcher('price', false)
  expect(visibleRows(tree, { collapsed: new Set(), groups, matches })).toEqual([0, 1])
})
