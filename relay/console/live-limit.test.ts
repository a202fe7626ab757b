import { expect, test } from 'vitest'
import { eventually, startTestRelay } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ TRUST_PROXY: '1' })
relay.store.answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()

/** Opens live connections of an address. Returns their statuses, and a function that closes them. */
async function open(address: string, count: number): Promise<{ statuses: number[]; leave: () => void }> {
  const leave = new AbortController()
  const request = { signal: leave.signal, headers: { 'x-forwarded-for': address } }
  const answers = await Promise.all(
    Array.from({ length: count }, () => fetch(`${relay.url}/api/live`, request)),
  )
  return { statuses: answers.map(({ status }) => status), leave: () => leave.abort() }
}

test('an address has 20 live connections; another may connect when one leaves', async () => {
  const crowd = await open('192.0.2.1', 25)
  expect(crowd.statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(crowd.statuses.filter((status) => status === 503)).toHaveLength(5)
  const other = await open('192.0.2.2', 1)
  expect(other.statuses).toEqual([200])
  const answer = await fetch(`${relay.url}/api/live`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  crowd.leave()
  await eventually(async () => {
    const late = await open('192.0.2.1', 1)
    late.leave()
    expect(late.statuses).toEqual([200])
  })
  other.leave()
})
