// Raw requests to `/api`: however a body is framed, the store gets exactly the request that was authorised,
// and every answer goes to the request it belongs to.
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestRelay, startTestRelay } from '../testing/relay-fixture.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  relay.store.answer = (request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ url: request.url })))
  }
})
afterAll(() => relay.close())

const INNER = 'POST /v1/logs HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\n\r\n{}'
const size = INNER.length
const chunk = `${size.toString(16)}\r\n${INNER}\r\n`
const FRAMINGS = {
  'a length': [`content-length: ${size}`, INNER],
  chunks: ['transfer-encoding: chunked', `${chunk}0\r\n\r\n`],
  'chunks with a trailer': ['transfer-encoding: chunked\r\ntrailer: x-end', `${chunk}0\r\nx-end: 1\r\n\r\n`],
  'chunks that never end': ['transfer-encoding: chunked', chunk],
  'a length and chunks': [`content-length: 4\r\ntransfer-encoding: chunked`, `${chunk}0\r\n\r\n`],
  'two lengths': [`content-length: 0\r\ncontent-length: ${size}`, INNER],
  'a coding that only looks like chunks': ['transfer-encoding: xchunked', INNER],
  'no framing': ['x-none: 1', INNER],
} satisfies Record<string, [headers: string, body: string]>
const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'TRACE', 'QUERY', 'PROPFIND']

const cases = METHODS.flatMap((method) =>
  Object.entries(FRAMINGS).map(([name, [headers, body]]) => ({ method, name, headers, body })),
)

test.each(cases)('$method with $name reaches only its own path', async ({ method, headers, body }) => {
  const before = relay.store.requests.length
  await sendRaw(`${method} /api/outer HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`)
  // Each takes the connection to the store that the request above has left.
  const victims = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await fetch(`${relay.url}/api/${name}`)).json()),
  )
  expect(victims).toEqual([{ url: '/api/a' }, { url: '/api/b' }, { url: '/api/c' }])
  const urls = relay.store.requests.slice(before).map(({ url }) => url)
  expect(urls.filter((url) => !/^\/api\/(?:outer|a|b|c)$/.test(url ?? ''))).toEqual([])
})

test.each(['GET', 'HEAD', 'DELETE'])(
  '%s with a body is refused, and without one is forwarded',
  async (method) => {
    const head = `${method} /api/outer HTTP/1.1\r\nhost: 127.0.0.1\r\n`
    expect(await sendRaw(`${head}content-length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendRaw(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    expect(await sendRaw(`${head}content-length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await sendRaw(`${head}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  },
)

/** What the relay writes until it is silent or closes the connection. */
function sendRaw(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(Number(new URL(relay.url).port), '127.0.0.1', () => socket.write(request))
    const end = (): void => void socket.destroy()
    socket.setTimeout(300, end)
    socket.on('data', (data) => (answer += String(data)))
    socket.on('error', end)
    socket.on('close', () => resolve(answer))
  })
}
