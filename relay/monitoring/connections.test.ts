// Connections on which the relay answers before it has read the body.
import http from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestRelay, traceOf } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ BODY_LIMIT: '64 KiB' })

describe('a connection after a rejected request', () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())

  test.each([
    ['too large by its length', { 'content-length': '200000', 'content-type': 'application/json' }, 413],
    [
      'too large, of unknown length',
      { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
      413,
    ],
    ['of the wrong type', { 'content-length': '200000', 'content-type': 'text/plain' }, 415],
    [
      'from another site',
      { 'content-length': '200000', 'content-type': 'application/json', origin: 'https://evil.example' },
      403,
    ],
  ])(
    'a body %s: the response arrives before the body ends, and the connection serves the next request',
    async (_, headers, status) => {
      const first = http.request(`${relay.url}/monitoring`, { method: 'POST', agent, headers })
      first.write(' '.repeat(100_000))
      const answer = await responseOf(first)
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.text)).toHaveProperty('message')
      first.end(' '.repeat(100_000))
      await new Promise((resolve) => void first.once('close', resolve))
      const second = http.request(`${relay.url}/monitoring`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      })
      second.end(JSON.stringify(traceOf({})))
      expect((await responseOf(second)).status).toBe(200)
      expect(second.reusedSocket).toBe(true)
    },
  )

  test('a client that closes the connection after its request gets the response too', async () => {
    const request = http.request(`${relay.url}/monitoring`, {
      method: 'POST',
      agent: false,
      headers: { connection: 'close', 'content-length': '8000000', 'content-type': 'application/json' },
    })
    request.end(' '.repeat(8_000_000))
    expect((await responseOf(request)).status).toBe(413)
  })
})

test('bodies that arrive after the work limit is reached are not read; connections stay open', async () => {
  // 40 ms of work at once, and 8 more in a second: a busy machine takes seconds for these requests.
  const limited = await startTestRelay({ RATE_LIMIT: '96' })
  const agent = new http.Agent({ keepAlive: true })
  const hostile = Buffer.from(`{"resourceSpans":[${'{},'.repeat(150_000)}{}]}`)
  const requests = Array.from({ length: 16 }, () => requestWithoutBody(limited.url, hostile, agent))
  // Bodies are sent when all requests are admitted.
  await Promise.all(requests.map((request) => new Promise((resolve) => request.once('continue', resolve))))
  const answers = requests.map((request) => responseOf(request.end(hostile)))
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(15)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect([200, 429]).toContain(
    (await responseOf(requestWithoutBody(limited.url, hostile, agent).end(hostile))).status,
  )
  agent.destroy()
})

/** Sends only the headers; the relay answers them with `continue`. */
function requestWithoutBody(url: string, body: Buffer, agent: http.Agent): http.ClientRequest {
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const request = http.request(`${url}/monitoring`, { method: 'POST', agent, headers })
  request.flushHeaders()
  return request
}

/** Status and complete body of the response, also while the request has not ended. */
function responseOf(request: http.ClientRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
        if (text.length === Number(response.headers['content-length']))
          resolve({ status: response.statusCode!, text })
      })
    })
  })
}
