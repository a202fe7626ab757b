import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { criticalPath } from './critical-path.ts'
import { buildTree } from './span-tree.ts'

const MS = 1e6

test('the path follows the children that end last, and the parent between them', () => {
  const tree = buildTree([
    createSpan('page', null, { durationMs: 100 }),
    createSpan('fast', 'page', { startMs: 10, durationMs: 20 }),
    createSpan('slow', 'page', { startMs: 20, durationMs: 60 }),
    createSpan('query', 'slow', { startMs: 30, durationMs: 40 }),
  ])
  const path = [...criticalPath(tree)].map(([index, sections]) => [
    tree.nodes[index]?.span.name,
    sections.map(({ from, to }) => [from / MS, to / MS]),
  ])
  expect(Object.fromEntries(path)).toEqual({
    page: [
      [80, 100],
      [0, 10],
    ],
    slow: [
      [70, 80],
      [20, 30],
    ],
    query: [[30, 70]],
    fast: [[10, 20]],
  })
})

test('a child that outlives its parent counts up to the end of the parent', () => {
  const tree = buildTree([
    createSpan('page', null, { durationMs: 100 }),
    createSpan('beacon', 'page', { startMs: 90, durationMs: 500 }),
  ])
  const total = [...criticalPath(tree).values()].flat().reduce((sum, { from, to }) => sum + to - from, 0)
  expect(total).toBe(100 * MS)
})

test('a chain of 50,000 spans needs no recursion', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    createSpan(`s${index}`, index === 0 ? null : `s${index - 1}`),
  )
  expect(criticalPath(buildTree(chain)).size).toBe(1)
})
