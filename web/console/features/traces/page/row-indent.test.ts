import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { guidesBackground, hiddenLevels, indentOf, lineLevels } from './row-indent.ts'
import { buildTree } from '../../../../../contract/timeline/span-tree.ts'

const tree = buildTree([
  createSpan('root', null),
  createSpan('first', 'root', { startMs: 1 }),
  createSpan('inner', 'first', { startMs: 2 }),
  createSpan('last', 'root', { startMs: 3 }),
])

test('lines continue below an ancestor with later children', () => {
  const indexOf = (spanId: string) => tree.byId.get(spanId) ?? -1
  expect(lineLevels(tree, indexOf('first'))).toEqual([1])
  expect(lineLevels(tree, indexOf('inner'))).toEqual([1])
  expect(lineLevels(tree, indexOf('last'))).toEqual([])
  expect(guidesBackground(tree, indexOf('root'), true)).toBeUndefined()
  expect(guidesBackground(tree, indexOf('inner'), false)?.split('no-repeat')).toHaveLength(3)
})

test('deep levels are indented less, and the deepest show how many levels are hidden', () => {
  expect([0, 1, 8, 9, 48].map(indentOf)).toEqual([0, 14, 112, 116, 272])
  expect(indentOf(50_000)).toBe(272)
  expect([48, 49, 50_000].map(hiddenLevels)).toEqual([0, 1, 49_952])
})
