import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { buildTree, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import { spanMatcher, visibleRows } from './trace-rows.ts'

const tree = buildTree([
  createSpan('root', null),
  createSpan('a', 'root', { startMs: 1 }),
  createSpan('needle', 'a', { startMs: 2, status: 'error' }),
  createSpan('b', 'root', { startMs: 5, service: 'queue' }),
])
const names = ({ nodes }: SpanTree, rows: number[]) => rows.map((index) => nodes[index]?.span.name)
const rows = (collapsed: number[], matches: ReturnType<typeof spanMatcher> = null) =>
  names(tree, visibleRows(tree, { collapsed: new Set(collapsed), groups: new Map(), matches }))

test('a collapsed span hides its descendants only', () => {
  expect(rows([1])).toEqual(['root', 'a', 'b'])
})

test('a filter shows matches and their ancestors, even if they are collapsed', () => {
  expect(rows([0], spanMatcher('NEEDLE', false))).toEqual(['root', 'a', 'needle'])
  expect(rows([], spanMatcher('queue', false))).toEqual(['root', 'b'])
  expect(rows([], spanMatcher('', true))).toEqual(['root', 'a', 'needle'])
  expect(rows([], spanMatcher('nowhere', false))).toEqual([])
})

test('a filter of spaces filters nothing', () => {
  expect(rows([], spanMatcher(' ', false))).toEqual(['root', 'a', 'needle', 'b'])
})
