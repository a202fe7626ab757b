import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { ancestorsOf, buildTree } from '../../../../../contract/timeline/span-tree.ts'
import { stickyAncestors } from './sticky-ancestors.ts'

const MAX = 3

test('the nearest ancestors of the first uncovered row, or of the last covered row, stay visible', () => {
  const trees = array(nat(), { minLength: 1, maxLength: 40 }).map((parents) =>
    buildTree(
      parents.map((parent, index) =>
        createSpan(`s${index}`, index === 0 ? null : `s${parent % index}`, { startMs: index }),
      ),
    ),
  )
  assert(
    property(trees, nat(), (tree, position) => {
      const rows = [...tree.nodes.keys()]
      const first = position % rows.length
      const sticky = stickyAncestors(tree, rows, first, MAX)
      // A list ends with a screen of rows: they are never all covered.
      if (first + MAX >= rows.length) return
      const nearest = (row: number) =>
        ancestorsOf(tree, rows[row] ?? -1)
          .slice(0, sticky.length)
          .toReversed()
      const below = first + sticky.length
      expect([nearest(below), nearest(below - 1)]).toContainEqual(sticky)
      if (sticky.length < MAX) expect(tree.nodes[rows[below] ?? -1]?.depth).toBeLessThanOrEqual(sticky.length)
    }),
  )
})

test('at the top nothing covers a row', () => {
  const tree = buildTree([createSpan('root', null), createSpan('child', 'root', { startMs: 1 })])
  expect(stickyAncestors(tree, [0, 1], 0, MAX)).toEqual([])
  expect(stickyAncestors(tree, [0, 1], 5, MAX)).toEqual([])
})
