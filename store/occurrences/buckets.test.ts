import { expect, test } from 'vitest'
import { bucketsOf, bucketStarts } from './buckets.ts'

const at = (instant: string) => BigInt(Date.parse(instant)) * 1_000_000n
const over = (from: string, until: string) => bucketStarts(bucketsOf({ from: at(from), until: at(until) }))

test('a range on whole steps is cut exactly: no bucket before it, none behind', () => {
  const starts = over('2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z')
  expect(starts).toHaveLength(30)
  expect([starts[0], starts.at(-1)].map((start) => Date.parse(start ?? ''))).toEqual([
    Date.parse('2026-11-20T10:00:00Z'),
    Date.parse('2026-11-20T10:29:00Z'),
  ])
})

test('a range that ends within a step ends with the bucket that holds its end', () => {
  const starts = over('2026-11-19T10:10:00Z', '2026-11-20T10:10:00Z')
  expect(Date.parse(starts.at(-1) ?? '')).toBe(Date.parse('2026-11-20T10:00:00Z'))
  expect(starts).toHaveLength(48)
})
