import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { buildTree } from '../../../../../contract/timeline/span-tree.ts'
import { moveTarget, nextFailed } from './trace-keys.ts'

const tree = buildTree([
  createSpan('root', null),
  createSpan('a', 'root', { startMs: 1 }),
  createSpan('a1', 'a', { startMs: 2, status: 'error' }),
  createSpan('b', 'root', { startMs: 3, status: 'error' }),
])
const allRows = [0, 1, 2, 3]

test('moves stay among the visible rows', () => {
  expect(moveTarget(tree, allRows, 0, 'next')).toBe(1)
  expect(moveTarget(tree, allRows, 0, 'previous')).toBe(0)
  expect(moveTarget(tree, allRows, 3, 'next')).toBe(3)
  expect(moveTarget(tree, allRows, 1, 'last')).toBe(3)
  expect(moveTarget(tree, [0, 1, 3], 1, 'next')).toBe(3)
})

test('from a span that the filter hides, a move leads to the first row', () => {
  expect(moveTarget(tree, [0, 3], 2, 'next')).toBe(0)
})

test('collapse leads to the parent, expand to the first child', () => {
  expect([moveTarget(tree, allRows, 2, 'collapse'), moveTarget(tree, allRows, 0, 'collapse')]).toEqual([1, 0])
  expect([moveTarget(tree, allRows, 1, 'expand'), moveTarget(tree, allRows, 3, 'expand')]).toEqual([2, 3])
})

test('errors follow in tree order, and the first follows the last', () => {
  expect(nextFailed(tree, -1, 1)).toBe(2)
  expect(nextFailed(tree, 2, 1)).toBe(3)
  expect(nextFailed(tree, 3, 1)).toBe(2)
  expect(nextFailed(tree, 2, -1)).toBe(3)
})

test('causes come before their echoes', () => {
  const failing = buildTree([
    createSpan('page', null, { status: 'error' }),
    createSpan('call', 'page', { startMs: 1, status: 'error' }),
    createSpan('query', 'call', { startMs: 2, status: 'error' }),
    createSpan('fine', 'page', { startMs: 3 }),
    createSpan('other', 'page', { startMs: 4, status: 'error' }),
  ])
  const order = [-1]
  for (let step = 0; step < 5; step += 1) order.push(nextFailed(failing, order.at(-1) ?? 0, 1))
  expect(order.slice(1)).toEqual([2, 4, 0, 1, 2])
  expect(nextFailed(failing, 2, -1)).toBe(1)
  expect([nextFailed(failing, 3, 1), nextFailed(failing, 3, -1)]).toEqual([4, 2])
})
