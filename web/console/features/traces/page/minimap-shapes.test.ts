import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { failureMarks, minimapBars } from './minimap-shapes.ts'
import { buildTree } from '../../../../../contract/timeline/span-tree.ts'

test('spans that overlap are in different lanes, below their parents; others share a lane', () => {
  const tree = buildTree([
    createSpan('root', null, { durationMs: 100 }),
    createSpan('early', 'root', { startMs: 10, durationMs: 30 }),
    createSpan('overlapping', 'root', { startMs: 20, durationMs: 30 }),
    createSpan('late', 'root', { startMs: 60, durationMs: 30 }),
    createSpan('child', 'overlapping', { startMs: 22, durationMs: 5 }),
    createSpan('other root', null, { startMs: 5, durationMs: 90 }),
  ])
  const lanes = minimapBars(tree, tree.end).map(({ node, lane }) => [node.span.spanId, lane])
  expect(Object.fromEntries(lanes)).toEqual({
    root: 0,
    'other root': 1,
    early: 2,
    overlapping: 3,
    late: 2,
    child: 4,
  })
})

test('nearby failed spans share one mark', () => {
  const failed = Array.from({ length: 40 }, (_, index) =>
    createSpan(`f${index}`, 'root', { startMs: 500 + index / 100, status: 'error' }),
  )
  const tree = buildTree([createSpan('root', null, { durationMs: 1_000 }), ...failed])
  expect(failureMarks(tree, tree.end)).toEqual([500])
})
