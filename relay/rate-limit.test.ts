// Limits of requests and of work for each address.
import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createAddresses, rateKey } from './address.ts'
import { startTestRelay, post, traceOf } from './testing/relay-fixture.ts'
import { createLimiter, createLimits } from './rate-limit.ts'

test('a sixth of the requests of a minute at once, then the rate', () => {
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

test('0 means no limit', () => {
  const limiter = createLimiter(0)
  expect(Array.from({ length: 10_000 }, () => limiter.take('a')).every(Boolean)).toBe(true)
})

test('a million addresses take no more memory than one, and others are still served', () => {
  const limiter = createLimiter(600)
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000_000; index++)
    limiter.take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1024 * 1024)
  expect(limiter.take('203.0.113.1')).toBe(true)
})

test('work beyond the limit is charged too, and requests are rejected until it is paid', () => {
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

test('a million addresses that clients claim behind a proxy leave nothing in memory', () => {
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

test('too many requests of one address get 429 with Retry-After; another address does not', async () => {
  const limited = await startTestRelay({ RATE_LIMIT: '12', TRUST_PROXY: '1' })
  const from = (address: string) =>
    post(`${limited.url}/monitoring`, traceOf({}), { 'x-forwarded-for': `6.6.6.6, ${address}` })
  expect([(await from('203.0.113.1')).status, (await from('203.0.113.1')).status]).toEqual([200, 200])
  const rejected = await from('203.0.113.1')
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await from('203.0.113.2')).status).toBe(200)
  await limited.close()
})

test('hostile JSON reaches the work limit of an address long before its request limit', async () => {
  const limited = await startTestRelay({ RATE_LIMIT: '600', TRUST_PROXY: '1' })
  const hostile = Buffer.from(`{"resourceSpans":[${'['.repeat(500_000)}${']'.repeat(500_000)}]}`)
  let requests = 0
  while (
    (await post(`${limited.url}/monitoring`, hostile, { 'x-forwarded-for': '203.0.113.1' })).status === 200
  )
    requests++
  expect(requests).toBeLessThan(90)
  expect(
    (await post(`${limited.url}/monitoring`, traceOf({}), { 'x-forwarded-for': '203.0.113.2' })).status,
  ).toBe(200)
  await limited.close()
})
