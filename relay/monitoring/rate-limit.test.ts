import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createAddresses, rateKey } from '../address.ts'
import { startTestRelay, post, traceOf } from '../testing/relay-fixture.ts'
import { createLimiter, createLimits } from './rate-limit.ts'

test('a sixth at once, then as many as flow in', () => {
  let now = 0
  const limiter = createLimiter(60, undefined, () => now)
  const takes = (count: number) =>
    Array.from({ length: count }, () => limiter.take('a')).filter(Boolean).length
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
  for (let index = 0; index < 1_000_000; index++)
    limiter.take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
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

test('a million addresses that are claimed behind a proxy leave nothing behind', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const addresses = createAddresses(1)
  const limits = createLimits(600)
  const visit = (address: string) => {
    const key = rateKey(
      addresses.client({
        headers: { 'x-forwarded-for': `203.0.113.7, ${address}` },
      } as unknown as IncomingMessage),
    )
    if (limits.work.has(key) && limits.requests.take(key)) limits.work.charge(key, 1)
    return key
  }
  expect(
    new Set([visit('10.0.0.1'), visit('10.0.0.2'), visit('2001:db8:0:1::1'), visit('2001:db8:0:1::2')]).size,
  ).toBe(3)
  collect()
  const before = process.memoryUsage()
  for (let index = 0; index < 500_000; index++) {
    visit(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
    visit(`2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`)
  }
  collect()
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(64 * 1024)
  expect(after.heapUsed - before.heapUsed).toBeLessThan(2 * 1024 * 1024)
})

test('behind a proxy each address has its own limit, whatever it claims, and no metric', async () => {
  const relay = await startTestRelay({ TRUST_PROXY: '1', RATE_LIMIT: '60' })
  const statusOf = async (address: string) =>
    (await post(`${relay.url}/monitoring`, traceOf({}), { 'x-forwarded-for': address })).status
  const series = async () => {
    const answer = await fetch(`${relay.url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect(answer.status).toBe(200)
    return (await answer.text()).split('\n').length
  }
  const oneOf = await Promise.all(
    Array.from({ length: 60 }, (_, index) => statusOf(`198.51.100.${index}, 203.0.113.1`)),
  )
  expect(new Set(oneOf)).toEqual(new Set([200, 429]))
  const before = await series()
  const all = await Promise.all(
    Array.from({ length: 300 }, (_, index) => statusOf(`10.0.${index >> 8}.${index & 255}`)),
  )
  // One of them may share its entry in the table with the address that has used up its rate.
  expect(all.filter((status) => status === 200).length).toBeGreaterThan(297)
  expect(await series()).toBe(before)
  await relay.close()
})
