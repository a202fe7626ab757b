import { array, assert, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { criticalPath } from './critical-path.ts'
import { buildTree, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'

const MS = 1e6

/** Nanoseconds of all sections. */
function lengthOf(tree: SpanTree): number {
  const { sectionsOf } = criticalPath(tree)
  const sections = tree.nodes.flatMap((_, index) => sectionsOf(index))
  return sections.reduce((sum, { from, to }) => sum + to - from, 0)
}

test('the path follows the children that end last, and the parent between them', () => {
  const tree = buildTree([
    createSpan('page', null, { durationMs: 100 }),
    createSpan('fast', 'page', { startMs: 10, durationMs: 20 }),
    createSpan('slow', 'page', { startMs: 20, durationMs: 60 }),
    createSpan('query', 'slow', { startMs: 30, durationMs: 40 }),
  ])
  const { sectionsOf } = criticalPath(tree)
  const path = tree.nodes.map(({ span }, index) => [
    span.name,
    sectionsOf(index).map(({ from, to }) => [from / MS, to / MS]),
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
  expect(lengthOf(tree)).toBe(100 * MS)
})

test('a chain of 50,000 spans needs no recursion', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    createSpan(`s${index}`, index === 0 ? null : `s${index - 1}`),
  )
  const { sectionsOf } = criticalPath(buildTree(chain))
  expect(chain.map((_, index) => sectionsOf(index).length).indexOf(1)).toBe(chain.length - 1)
})

test('of 50,000 spans in a row each is on the path, and their parent between them', () => {
  const rows = Array.from({ length: 49_999 }, (_, index) =>
    createSpan(`s${index}`, 'job', { startMs: 2 * index, durationMs: 1 }),
  )
  const tree = buildTree([createSpan('job', null, { durationMs: 100_000 }), ...rows])
  const { sectionsOf } = criticalPath(tree)
  const [job = 0, ...others] = tree.nodes.map((_, index) => sectionsOf(index).length)
  expect([job, new Set(others)]).toEqual([49_999, new Set([1])])
  expect(lengthOf(tree)).toBe(100_000 * MS)
})

test('each instant of the longest root is on the path once', () => {
  const child = tuple(nat(), nat(99), nat(99))
  assert(
    property(array(child, { maxLength: 30 }), (children) => {
      const starts = [0]
      const spans = [createSpan('s0', null, { durationMs: 1_000 })]
      for (const [parent, delay, durationMs] of children) {
        const above = parent % spans.length
        const startMs = (starts[above] ?? 0) + delay
        starts.push(startMs)
        spans.push(createSpan(`s${spans.length}`, `s${above}`, { startMs, durationMs }))
      }
      const tree = buildTree(spans)
      const { sectionsOf } = criticalPath(tree)
      const sections = tree.nodes.flatMap((_, index) => sectionsOf(index)).toSorted((a, b) => a.from - b.from)
      let end = 0
      for (const { from, to } of sections) {
        expect(from).toBe(end)
        end = to
      }
      expect(end).toBe(1_000 * MS)
    }),
  )
})
