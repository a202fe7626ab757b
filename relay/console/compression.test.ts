// Answers of `/api` arrive compressed, and live events do not wait for a compressor.
import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestRelay } from '../testing/relay-fixture.ts'

const ISSUES = JSON.stringify({ issues: Array.from({ length: 200 }, (_, id) => ({ id, service: 'shop' })) })

const relay = await startTestRelay()

type Answer = { headers: http.IncomingHttpHeaders; bytes: Buffer }

/** `fetch` would decompress the bytes. */
function get(encoding: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { 'accept-encoding': encoding } }
    const request = http.request(`${relay.url}/api/issues`, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
      response.on('error', reject)
    })
    request.on('error', reject).end()
  })
}

function answerWith(body: string, headers: http.OutgoingHttpHeaders): void {
  relay.store.answer = (_, response) => void response.writeHead(200, headers).end(body)
}

test.each([
  ['gzip', 'gzip, deflate', gunzipSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
])('a long JSON answer is sent with %s to a client that accepts "%s"', async (name, accepted, decompress) => {
  answerWith(ISSUES, { 'content-type': 'application/json', 'content-length': ISSUES.length })
  const { headers, bytes } = await get(accepted)
  expect(headers['content-encoding']).toBe(name)
  expect(headers['content-length']).toBeUndefined()
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(bytes.length).toBeLessThan(ISSUES.length / 5)
  expect(decompress(bytes).toString()).toBe(ISSUES)
})

test('a client that accepts no encoding gets the answer as it is, marked as one of several', async () => {
  answerWith(ISSUES, { 'content-type': 'application/json', 'content-length': ISSUES.length })
  const { headers, bytes } = await get('identity')
  expect([headers['content-encoding'], headers.vary, bytes.toString()]).toEqual([
    undefined,
    'Accept-Encoding',
    ISSUES,
  ])
})

test.each([
  ['a short answer', '{"status":409}', 'application/problem+json'],
  ['an event stream', `data: ${'x'.repeat(5_000)}\n\n`, 'text/event-stream'],
])('%s is not compressed', async (_what, body, type) => {
  answerWith(body, { 'content-type': type, 'content-length': body.length })
  const { headers, bytes } = await get('gzip, br')
  expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, body])
})

test('HEAD has the length of the answer and no encoding', async () => {
  answerWith('', { 'content-type': 'application/json', 'content-length': 5_000 })
  const { headers } = await get('gzip, br', 'HEAD')
  expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, '5000'])
})

test('a store that stops half-way breaks the connection: no part looks like a complete answer', async () => {
  relay.store.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(ISSUES)
    setTimeout(() => response.destroy(), 50)
  }
  await expect(get('gzip')).rejects.toThrow()
})
