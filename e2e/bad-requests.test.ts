// Requests that are wrong or hostile: they get a clear error, and the requests after them are served.
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import type { Problem } from '../contract/problem.ts'
import { getJson, post } from './testing/http.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const stack = shareStack()

const gzip = { 'content-encoding': 'gzip' }

test.for([
  ['a syntax error', '{"resourceSpans":[', {}, 400],
  ['two mebibytes', 'x'.repeat(2 << 20), {}, 413],
  ['a gzip bomb', gzipSync(Buffer.alloc(256 << 20)), gzip, 413],
  ['a truncated gzip', gzipSync('{"resourceLogs":[]}').subarray(0, 20), gzip, 400],
  ['an image', 'hi', { 'content-type': 'image/png' }, 415],
  ['brotli', 'hi', { 'content-encoding': 'br' }, 415],
  ['another origin', '{"resourceLogs":[]}', { origin: 'https://evil.example' }, 403],
] as const)(
  '%s is refused with the right status, and the relay goes on',
  async ([, body, headers, status]) => {
    const response = await post(`${stack.url}/monitoring`, body, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/json')
    const { code, message } = (await response.json()) as { code: number; message: string }
    expect(code).toBeGreaterThan(0)
    expect(message).toMatch(/^.{10,}[^{}]*$/)
    expect((await post(`${stack.url}/monitoring`, exceptionLog().body)).status).toBe(200)
  },
)

test('a wrong method gets the allowed methods', async () => {
  const response = await fetch(`${stack.url}/monitoring`, { method: 'PUT', body: '{}' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toContain('POST')
})

test('an attribute that a collector refuses does not lose the rest of the request', async () => {
  const { digest, body } = exceptionLog({ message: 'beside invalid attributes' })
  const record = body.resourceLogs[0]?.scopeLogs[0]?.logRecords[0]
  const invalid = [
    { key: 'not.a.number', value: { doubleValue: null } },
    { key: 'too.large', value: { intValue: 1e21 } },
    { key: 'text', value: { stringValue: 7 } },
  ]
  const response = await post(`${stack.url}/monitoring`, {
    resourceLogs: [
      {
        scopeLogs: [{ logRecords: [{ ...record, attributes: [...(record?.attributes ?? []), ...invalid] }] }],
      },
    ],
  })
  expect(response.status).toBe(200)
  await waitFor('stored', () => getJson(`${stack.url}/api/events/${digest}`))
})

test.for([
  ['/api/issues?range=wrong', 400, 'range'],
  ['/api/issues?limit=1000', 400, 'limit'],
  ['/api/issues?from=yesterday', 400, 'from'],
  ['/api/issues?sort=%27;DROP', 400, 'sort'],
  ['/api/issues?cursor=nonsense', 400, 'cursor'],
  ['/api/issues/ffffffffffffffff', 404, ''],
  ['/api/events/ZZZZZZZZ', 404, ''],
  ['/api/traces/xyz', 400, ''],
  ['/api/traces/ffffffffffffffffffffffffffffffff', 404, ''],
  ['/api/nothing', 404, ''],
] as const)('%s is a problem with a clear text', async ([path, status, parameter]) => {
  const response = await fetch(stack.url + path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const problem = (await response.json()) as Problem
  expect(problem.status).toBe(status)
  expect(problem.detail).toContain(parameter)
})

test('hostile text in a search is treated as text', async () => {
  const { digest, body } = exceptionLog({ message: 'the survivor' })
  await post(`${stack.url}/monitoring`, body)
  await waitFor('stored', () => getJson(`${stack.url}/api/events/${digest}`))
  for (const q of [
    "'; DROP TABLE otel.exceptions; --",
    "\\' OR 1=1 --",
    '{q:String}',
    '\0',
    '%',
    '" OR ""="',
    'x'.repeat(5_000),
    'service:"',
    '⟨نص⟩',
  ]) {
    const response = await fetch(`${stack.url}/api/issues?range=1h&q=${encodeURIComponent(q)}`)
    expect([200, 400], q).toContain(response.status)
    if (response.status === 200)
      expect(((await response.json()) as IssuesAnswer).issues.map(({ message }) => message)).not.toContain(
        'the survivor',
      )
  }
  expect(await getJson(`${stack.url}/api/events/${digest}`)).toMatchObject({ message: 'the survivor' })
})

test('an unknown page is the console, any other unknown path is JSON, and both are 404', async () => {
  const page = await fetch(`${stack.url}/no/such/page`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
  const other = await fetch(`${stack.url}/no/such/thing`, { headers: { accept: 'application/json' } })
  expect([other.status, other.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
})

test('the log answers for the digest, on one line of JSON, whatever the message holds', async () => {
  const { digest, body } = exceptionLog({ message: 'a\nline {"level":60} \u001b[31mred' })
  await post(`${stack.url}/monitoring`, body)
  const line = await waitFor('the log line', async () =>
    (await stack.output()).split('\n').find((one) => one.includes(digest)),
  )
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    msg: 'exception received',
    digest,
    type: 'TypeError',
    service: 'shop',
    mechanism: 'window.error',
  })
})
