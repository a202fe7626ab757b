import { expect, test } from 'vitest'
import { formatStep, timeTicks } from './time-axis.ts'

const hour = 3_600_000

test('a day has at most seven labels, at full hours, and midnight names the day', () => {
  const from = new Date(2026, 10, 20, 9, 7).getTime()
  const labels = timeTicks(from, from + 24 * hour).map(({ label }) => label)
  expect(labels).toContain('Sat 00:00')
  expect(labels.every((label) => label.endsWith(':00'))).toBe(true)
  expect(labels.length).toBeLessThanOrEqual(7)
})

test('no label overlaps the one at the end of the axis', () => {
  const to = new Date(2026, 10, 22, 9).getTime()
  expect(Math.max(...timeTicks(to - 7 * 24 * hour, to).map(({ position }) => position))).toBeLessThan(0.88)
})

test('an empty axis has no labels', () => {
  expect(timeTicks(0, 0)).toEqual([])
})

test('the length of a bar is a round text', () => {
  expect([60_000, 900_000, hour, 48 * hour].map(formatStep)).toEqual([
    '1 minute',
    '15 minutes',
    '1 hour',
    '2 days',
  ])
})
