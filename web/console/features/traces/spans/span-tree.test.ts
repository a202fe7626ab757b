import { array, assert, nat, option, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../../../../contract/traces.ts'
import { createSpan } from '../testing/spans.ts'
import { ancestorsOf, buildTree, selfTime } from '../../../../../contract/timeline/span-tree.ts'

const outline = (spans: Span[]) =>
  buildTree(spans).nodes.map(({ depth, span }) => `${'·'.repeat(depth)}${span.spanId}`)

test('children follow their parent, ordered by start, in any order of arrival', () => {
  const spans = [
    createSpan('late', 'root', { startMs: 5 }),
    createSpan('leaf', 'early', { startMs: 2 }),
    createSpan('root', null),
    createSpan('early', 'root', { startMs: 1 }),
  ]
  expect(outline(spans)).toEqual(['root', '·early', '··leaf', '·late'])
})

test('a span without its parent is marked as a root without parent', () => {
  const { nodes } = buildTree([createSpan('child', 'lost', { startMs: 3 }), createSpan('root', null)])
  expect(nodes.map(({ span, anomaly }) => [span.spanId, anomaly])).toEqual([
    ['root', null],
    ['child', 'missing'],
  ])
})

test('spans whose parents form a cycle appear once', () => {
  const { nodes } = buildTree([createSpan('a', 'b'), createSpan('b', 'a'), createSpan('self', 'self')])
  expect(nodes.map(({ span }) => span.spanId).toSorted()).toEqual(['a', 'b', 'self'])
  expect(nodes.some(({ anomaly }) => anomaly === 'cycle')).toBe(true)
})

test('with any parents, each span appears once, below its parent', () => {
  const parents = array(option(nat(40)), { maxLength: 40 })
  assert(
    property(parents, (indexes) => {
      const spans = indexes.map((parent, index) =>
        createSpan(`s${index}`, parent === null ? null : `s${parent}`, { startMs: (index * 7) % 11 }),
      )
      const { nodes } = buildTree(spans)
      expect(nodes.map(({ span }) => span.spanId).toSorted()).toEqual(
        spans.map(({ spanId }) => spanId).toSorted(),
      )
      for (const [index, { parent, depth, span, anomaly }] of nodes.entries()) {
        if (parent === -1) expect(span.parentSpanId === null).toBe(anomaly === null)
        else expect(nodes[parent]?.span.spanId).toBe(span.parentSpanId)
        expect(depth).toBe(parent === -1 ? 0 : (nodes[parent]?.depth ?? 0) + 1)
        expect(parent).toBeLessThan(index)
      }
    }),
  )
})

test('a chain of 50,000 spans needs no recursion', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    createSpan(`s${index}`, index === 0 ? null : `s${index - 1}`),
  )
  const { nodes } = buildTree(chain)
  expect([nodes.length, nodes.at(-1)?.depth, nodes[0]?.descendantCount]).toEqual([50_000, 49_999, 49_999])
})

test('a span fails by its status, by its count of exceptions, or by an exception that names it', () => {
  const spans = [
    createSpan('root', null),
    createSpan('a', 'root', { startMs: 1, status: 'error' }),
    createSpan('b', 'root', { startMs: 2, exceptions: 1 }),
    createSpan('c', 'root', { startMs: 3 }),
  ]
  expect(buildTree(spans, new Set(['c'])).nodes.map(({ failed }) => failed)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

const carriers = (spans: Span[]) => buildTree(spans).nodes.map(({ isCarrier }) => isCarrier)

test('a page load or navigation that only carries an exception did not fail itself', () => {
  const spans = [
    createSpan('page load', null, { exceptions: 1 }),
    createSpan('navigation /cart', 'page load', { startMs: 1, exceptions: 1 }),
    createSpan('render', 'page load', { startMs: 2, exceptions: 1 }),
    createSpan('GET /cart', 'page load', { startMs: 3, kind: 'client', status: 'error' }),
  ]
  expect(carriers(spans)).toEqual([true, true, false, false])
  expect(carriers([createSpan('page load', null, { exceptions: 1, status: 'error' })])).toEqual([false])
  expect(carriers([createSpan('GET /cart', null, { exceptions: 1, kind: 'server' })])).toEqual([false])
})

test('the self time is the time without running children', () => {
  const tree = buildTree([
    createSpan('root', null, { durationMs: 100 }),
    createSpan('a', 'root', { startMs: 10, durationMs: 30 }),
    createSpan('b', 'root', { startMs: 20, durationMs: 30 }),
    createSpan('deep', 'b', { startMs: 25, durationMs: 5 }),
  ])
  expect(ancestorsOf(tree, 3)).toEqual([2, 0])
  expect(selfTime(tree, 0)).toBe(60e6)
  expect(selfTime(tree, 2)).toBe(25e6)
})

test('times are relative to the earliest span, which need not be the root', () => {
  const tree = buildTree([createSpan('root', null, { startMs: 5 }), createSpan('early', 'root')])
  expect(tree.nodes.map(({ start }) => start)).toEqual([5e6, 0])
})
