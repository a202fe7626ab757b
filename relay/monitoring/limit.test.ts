import { expect, test } from 'vitest'
import { createLimiter } from './limit.ts'

test('a sixth at once, then as many as flow in', () => {
  let now = 0
  const limiter = createLimiter(60, undefined, () => now)
  const takes = (count: number) => Array.from({ length: count }, () => limiter.take('a')).filter(Boolean).length
  expect(takes(100)).toBe(10)
  now += 3_000
  expect(takes(100)).toBe(3)
  now += 3_600_000
  expect(takes(100)).toBe(10)
})

test('0 is no limit', () => {
  const limiter = createLimiter(0)
  expect(Array.from({ length: 10_000 }, () => limiter.take('a')).every(Boolean)).toBe(true)
})

test('a million addresses take no more memory than one, and neighbours go on', () => {
  const limiter = createLimiter(600)
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000_000; index++) limiter.take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1024 * 1024)
  expect(limiter.take('203.0.113.1')).toBe(true)
})

test('work is charged whatever it was, and waited for', () => {
  let now = 0
  const limiter = createLimiter(3_000, undefined, () => now)
  limiter.charge('a', 499)
  expect(limiter.has('a')).toBe(true)
  limiter.charge('a', 1_501)
  expect(limiter.has('a')).toBe(false)
  expect(limiter.has('b')).toBe(true)
  now += 29_999
  expect(limiter.has('a')).toBe(false)
  now += 2
  expect(limiter.has('a')).toBe(true)
})
