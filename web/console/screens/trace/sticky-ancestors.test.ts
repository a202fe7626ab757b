import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createSpan } from '../../testing/spans.ts'
import { ancestorsOf, buildTree } from './span-tree.ts'
import { stickyAncestors } from './sticky-ancestors.ts'

const MAX = 3

test('what stays above the rows are the nearest ancestors of the first row below them', () => {
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
      const below = rows[first + sticky.length]
      if (below === undefined) return
      expect(sticky).toEqual(ancestorsOf(tree, below).slice(0, MAX).toReversed())
    }),
  )
})

test('at the top nothing covers a row', () => {
  const tree = buildTree([createSpan('root', null), createSpan('child', 'root', { startMs: 1 })])
  expect(stickyAncestors(tree, [0, 1], 0, MAX)).toEqual([])
  expect(stickyAncestors(tree, [0, 1], 5, MAX)).toEqual([])
})
