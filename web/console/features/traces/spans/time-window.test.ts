import { expect, test } from 'vitest'
import { createSpan } from '../testing/spans.ts'
import { buildTree } from '../../../../../contract/timeline/span-tree.ts'
import { fullWindow, landingWindow, roundTicks, windowAround } from './time-window.ts'

test('ticks are at round times', () => {
  expect(roundTicks({ from: 0, to: 6.44e9 })).toEqual([0, 1e9, 2e9, 3e9, 4e9, 5e9, 6e9])
  expect(roundTicks({ from: 5, to: 5 })).toEqual([])
})

test('an exception after the last span extends the axis to at most three times its length', () => {
  const start = '2026-11-20T14:31:00Z'
  const end = (seconds: number) => {
    const at = `2026-11-20T14:31:${String(seconds).padStart(2, '0')}Z`
    return fullWindow(10e9, { start, exceptions: [{ digest: '', spanId: '', at, type: '', message: '' }] }).to
  }
  expect(end(5)).toBe(10e9)
  expect(end(20)).toBeCloseTo(20.4e9)
  expect(end(50)).toBe(10e9)
})

test('a zoom has a margin around the span and stays inside the trace', () => {
  expect(windowAround({ start: 0, end: 100 }, { from: 0, to: 1000 })).toEqual({ from: 0, to: 105 })
  const { from, to } = windowAround({ start: 50, end: 50 }, { from: 0, to: 1000 })
  expect(to).toBeGreaterThan(from)
})

test('a span opens with at least 5 % of the width, one without a length in its nearest ancestor', () => {
  const tree = buildTree([
    createSpan('load', null, { durationMs: 30_000 }),
    createSpan('request', 'load', { startMs: 1_000, durationMs: 700 }),
    createSpan('query', 'request', { startMs: 1_100, durationMs: 8 }),
    createSpan('event', 'request', { startMs: 1_200, durationMs: 0 }),
    createSpan('mark', 'load', { startMs: 5_000, durationMs: 0 }),
  ])
  const full = { from: 0, to: tree.end }
  const landing = (spanId: string) => landingWindow(tree, tree.byId.get(spanId) ?? -1, full)
  const { from, to } = landing('query')!
  expect((to - from) / 1e6).toBeCloseTo(160)
  expect(from).toBeLessThan(1_100e6)
  expect(landing('event')).toEqual({ from: 965e6, to: 1_735e6 })
  expect([landing('mark'), landing('load')]).toEqual([null, null])
})
