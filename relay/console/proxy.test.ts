import http from 'node:http'
import { expect, test } from 'vitest'
import { eventually, healthOf, startTestRelay } from '../testing/relay-fixture.ts'

const relay = await startTestRelay()

test('method, path, query, body and response are forwarded unchanged, without cookies', async () => {
  let received = ''
  relay.store.answer = (request, response) => {
    request.on('data', (chunk) => (received += String(chunk)))
    request.on('end', () =>
      response
        .writeHead(409, { 'content-type': 'application/problem+json', 'set-cookie': 'a=b' })
        .end('{"status":409}'),
    )
  }
  const answer = await fetch(`${relay.url}/api/issues/1?range=24h&q=a%20b`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: 'errata_session=1' },
    body: '{"status":"resolved"}',
  })
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    409,
    'application/problem+json',
    '{"status":409}',
  ])
  expect(answer.headers.get('set-cookie')).toBeNull()
  const request = relay.store.requests.at(-1)!
  expect([request.method, request.url, received]).toEqual([
    'PATCH',
    '/api/issues/1?range=24h&q=a%20b',
    '{"status":"resolved"}',
  ])
  expect(request.headers['content-type']).toBe('application/json')
  expect(request.headers).not.toHaveProperty('cookie')
})

test('a request line with the URL of another host goes to the store all the same', async () => {
  relay.store.answer = (_, response) => void response.end('{}')
  const { hostname, port, host } = new URL(relay.url)
  const status = await new Promise((resolve, reject) => {
    const request = http.get(
      { hostname, port, path: 'http://evil.example/api/issues?q=1', headers: { host } },
      (answer) => resolve(answer.resume().statusCode),
    )
    request.on('error', reject)
  })
  expect([status, relay.store.requests.at(-1)!.url]).toEqual([200, '/api/issues?q=1'])
})

test.each(['/api/../v1/traces', '/api/%2e%2e/v1/traces', '/api/issues/%2E./%2e%2e/v1/traces'])(
  '%s is not forwarded to the store',
  async (path) => {
    const previous = relay.store.requests.length
    const { hostname, port } = new URL(relay.url)
    const status = await new Promise((resolve, reject) => {
      const request = http.request({ hostname, port, path, method: 'POST' }, (answer) =>
        resolve(answer.resume().statusCode),
      )
      request.on('error', reject).end()
    })
    expect([status, relay.store.requests.length]).toEqual([404, previous])
  },
)

test('live events arrive one by one, and end at the store when their reader leaves', async () => {
  let feed: http.ServerResponse | undefined
  relay.store.answer = (_, response) => {
    feed = response
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  }
  const reader = new AbortController()
  const answer = await fetch(`${relay.url}/api/live`, { signal: reader.signal })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const events = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (const event of ['event: exception\ndata: 1\n\n', ': still here\n\n']) {
    feed!.write(event)
    expect((await events.read()).value).toBe(event)
  }
  reader.abort()
  await eventually(() => expect(feed!.destroyed || feed!.closed).toBe(true))
})

test('a response that is aborted by the store is aborted here too', async () => {
  relay.store.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  }
  await expect(fetch(`${relay.url}/api/issues`).then((answer) => answer.text())).rejects.toThrow(TypeError)
  relay.store.answer = (_, response) => void response.end('{}')
  expect((await fetch(`${relay.url}/api/issues`)).status).toBe(200)
})

test('a store that is down is answered with a problem and a pause', async () => {
  const alone = await startTestRelay({ STORE_URL: 'http://127.0.0.1:9' })
  const answer = await fetch(`${alone.url}/api/issues`, { method: 'POST', body: '{}' })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
    503,
    'application/problem+json',
    '5',
  ])
  expect(await answer.json()).toMatchObject({ status: 503, title: 'Service Unavailable' })
  expect(await healthOf(alone)).toMatchObject({
    status: 'degraded',
    collector: 'ok',
    store: 'down',
  })
})

test('without a collector of its own, health reports it', async () => {
  const direct = await startTestRelay({ COLLECTOR: 'none' })
  expect(await healthOf(direct)).toMatchObject({
    status: 'ok',
    collector: 'none',
    store: 'ok',
    version: expect.any(String) as string,
  })
})

test('live events do not delay the shutdown', async () => {
  const ending = await startTestRelay()
  ending.store.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const answer = await fetch(`${ending.url}/api/live`)
  const begun = performance.now()
  const broken = expect(answer.text()).rejects.toThrow(TypeError)
  await ending.close()
  await broken
  expect(performance.now() - begun).toBeLessThan(3_000)
})
