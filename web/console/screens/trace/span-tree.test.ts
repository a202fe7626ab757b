import { expect, test } from 'vitest'
import type { Span } from '../../../../store/api/contract.ts'
import { ancestorsOf, growTree, matcher, rowsOf, selfTime } from './span-tree.ts'

const start = Date.parse('2026-11-20T14:31:02.112Z')
function span(spanId: string, parentSpanId: string | null, at = 0, ms = 10, more: Partial<Span> = {}): Span {
  const begins = new Date(start + at).toISOString()
  return {
    spanId,
    parentSpanId,
    name: spanId,
    kind: 'internal',
    service: 'shop',
    start: begins,
    durationNs: ms * 1e6,
    status: 'unset',
    exceptions: 0,
    ...more,
  }
}
const drawn = (spans: Span[]) =>
  growTree(spans).nodes.map((node) => `${'·'.repeat(node.depth)}${node.span.spanId}`)

test('children stand below their parent, by their start, whatever the order of arrival', () => {
  expect(
    drawn([span('late', 'root', 5), span('leaf', 'early', 2), span('root', null), span('early', 'root', 1)]),
  ).toEqual(['root', '·early', '··leaf', '·late'])
})

test('a span whose parent never came is shown as a root and says so', () => {
  const tree = growTree([span('child', 'gone', 3), span('root', null)])
  expect(tree.nodes.map(({ span: { spanId }, stray }) => [spanId, stray])).toEqual([
    ['root', null],
    ['child', 'missing'],
  ])
})

test('parents in a loop are all shown, once', () => {
  const tree = growTree([span('a', 'b'), span('b', 'a'), span('self', 'self')])
  expect(tree.nodes.map(({ span: { spanId } }) => spanId).toSorted()).toEqual(['a', 'b', 'self'])
  expect(tree.nodes.some(({ stray }) => stray === 'loop')).toBe(true)
})

test('a chain of 50,000 spans grows without a stack of calls', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    span(`s${index}`, index === 0 ? null : `s${index - 1}`),
  )
  const tree = growTree(chain)
  expect([tree.nodes.length, tree.nodes.at(-1)?.depth, tree.nodes[0]?.below]).toEqual([
    50_000, 49_999, 49_999,
  ])
  expect(rowsOf(tree, new Set([10]), null)).toHaveLength(11)
})

test('folding hides all that hangs below, and only that', () => {
  const tree = growTree([span('root', null), span('a', 'root', 1), span('a1', 'a', 2), span('b', 'root', 5)])
  expect(rowsOf(tree, new Set([1]), null).map((index) => tree.nodes[index]?.span.spanId)).toEqual([
    'root',
    'a',
    'b',
  ])
})

test('a filter keeps the way to what it finds', () => {
  const tree = growTree([
    span('root', null),
    span('a', 'root', 1),
    span('needle', 'a', 2),
    span('b', 'root', 5),
  ])
  const rows = rowsOf(tree, new Set([0]), matcher('NEEDLE', false))
  expect(rows.map((index) => tree.nodes[index]?.span.spanId)).toEqual(['root', 'a', 'needle'])
  expect(rowsOf(tree, new Set(), matcher('nowhere', false))).toEqual([])
  expect(matcher(' ', false)).toBeNull()
})

test('failed is a span with the status, with an exception in its row, or named by one', () => {
  const tree = growTree(
    [
      span('root', null),
      span('a', 'root', 1, 1, { status: 'error' }),
      span('b', 'root', 2, 1, { exceptions: 1 }),
      span('c', 'root', 3),
    ],
    new Set(['c']),
  )
  expect(tree.nodes.map(({ failed }) => failed)).toEqual([false, true, true, true])
  expect(rowsOf(tree, new Set(), matcher('', true))).toHaveLength(4)
})

test('ancestors, and the time of its own that no child covers', () => {
  const tree = growTree([
    span('root', null, 0, 100),
    span('a', 'root', 10, 30),
    span('b', 'root', 20, 30),
    span('deep', 'b', 25, 5),
  ])
  expect(ancestorsOf(tree, 3)).toEqual([2, 0])
  expect(selfTime(tree, 0)).toBe(60e6)
  expect(selfTime(tree, 2)).toBe(25e6)
})

test('the axis starts at the first span, also when that is no root', () => {
  const tree = growTree([span('root', null, 5), span('before', 'root', 0)])
  expect(tree.nodes.map((node) => node.start)).toEqual([5e6, 0])
})
