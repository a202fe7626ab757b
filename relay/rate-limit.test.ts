// Limits of requests and of work for each address.
import { expect, test } from 'vitest'
import { startTestRelay, post, traceOf } from './testing/relay-fixture.ts'
import { createLimiter } from './rate-limit.ts'

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

test('the table has a fixed size: of many addresses some share a limit', () => {
  const limiter = createLimiter(1)
  const accepted = Array.from({ length: 200_000 }, (_, index) => limiter.take(String(index))).filter(Boolean)
  expect(accepted.length).toBeLessThanOrEqual(65_536)
  expect(accepted.length).toBeGreaterThan(60_000)
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
  const all = await Promise.all(Array.from({ length: 100 }, (_, index) => statusOf(`10.0.0.${index}`)))
  // One of them may share its entry in the table with the address that has used up its rate.
  expect(all.filter((status) => status === 200).length).toBeGreaterThan(97)
  expect(await series()).toBe(before)
})

test('too many requests of one address get 429 with Retry-After; another address does not', async () => {
  const limited = await startTestRelay({ RATE_LIMIT: '12', TRUST_PROXY: '1' })
  const from = (address: string) =>
    post(`${limited.url}/monitoring`, traceOf({}), { 'x-forwarded-for': `6.6.6.6, ${address}` })
  expect([(await from('203.0.113.1')).status, (await from('203.0.113.1')).status]).toEqual([200, 200])
  const rejected = await from('203.0.113.1')
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await from('203.0.113.2')).status).toBe(200)
})

test('hostile JSON reaches the work limit of an address long before its request limit', async () => {
  const limited = await startTestRelay({ RATE_LIMIT: '60', TRUST_PROXY: '1' })
  const hostile = Buffer.from(`{"resourceSpans":[${'['.repeat(500_000)}${']'.repeat(500_000)}]}`)
  let requests = 0
  while (
    (await post(`${limited.url}/monitoring`, hostile, { 'x-forwarded-for': '203.0.113.1' })).status === 200
  )
    requests++
  expect(requests).toBeLessThan(9)
  expect(
    (await post(`${limited.url}/monitoring`, traceOf({}), { 'x-forwarded-for': '203.0.113.2' })).status,
  ).toBe(200)
})
