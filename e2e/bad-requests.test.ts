// Strangers at the doors: what makes no sense is refused in words, and what comes after it is served as before.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer, Problem } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { exceptionLog, post } from './telemetry.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

const gzip = { 'content-encoding': 'gzip' }

test.for([
  ['a syntax error', '{"resourceSpans":[', {}, 400],
  ['two mebibytes', 'x'.repeat(2 << 20), {}, 413],
  ['a gzip bomb', gzipSync(Buffer.alloc(256 << 20)), gzip, 413],
  ['a truncated gzip', gzipSync('{"resourceLogs":[]}').subarray(0, 20), gzip, 400],
  ['an image', 'hi', { 'content-type': 'image/png' }, 415],
  ['brotli', 'hi', { 'content-encoding': 'br' }, 415],
  ['a foreign origin', '{"resourceLogs":[]}', { origin: 'https://evil.example' }, 403],
] as const)(
  '%s is refused with a status that a person understands, and the relay lives on',
  async ([, body, headers, status]) => {
    const response = await post(`${house.url}/monitoring`, body, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/json')
    const { code, message } = (await response.json()) as { code: number; message: string }
    expect(code).toBeGreaterThan(0)
    expect(message).toMatch(/^.{10,}[^{}]*$/)
    expect((await post(`${house.url}/monitoring`, exceptionLog().body)).status).toBe(200)
  },
)

test('a wrong method is told which one is right', async () => {
  const response = await fetch(`${house.url}/monitoring`, { method: 'PUT', body: '{}' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toContain('POST')
})

test('an attribute that a collector would refuse the whole request for takes nothing down with it', async () => {
  const { digest, body } = exceptionLog({ message: 'with a bad neighbour' })
  const record = body.resourceLogs[0]?.scopeLogs[0]?.logRecords[0]
  const odd = [
    { key: 'not.a.number', value: { doubleValue: null } },
    { key: 'too.large', value: { intValue: 1e21 } },
    { key: 'text', value: { stringValue: 7 } },
  ]
  const response = await post(`${house.url}/monitoring`, {
    resourceLogs: [
      { scopeLogs: [{ logRecords: [{ ...record, attributes: [...(record?.attributes ?? []), ...odd] }] }] },
    ],
  })
  expect(response.status).toBe(200)
  await until('stored', () => ask(`${house.url}/api/events/${digest}`))
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
] as const)('%s is a problem in words', async ([path, status, parameter]) => {
  const response = await fetch(house.url + path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const problem = (await response.json()) as Problem
  expect(problem.status).toBe(status)
  expect(problem.detail).toContain(parameter)
})

test('hostile text in a search is only text', async () => {
  const { digest, body } = exceptionLog({ message: 'the survivor' })
  await post(`${house.url}/monitoring`, body)
  await until('stored', () => ask(`${house.url}/api/events/${digest}`))
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
    const response = await fetch(`${house.url}/api/issues?range=1h&q=${encodeURIComponent(q)}`)
    expect([200, 400], q).toContain(response.status)
    if (response.status === 200)
      expect(((await response.json()) as IssuesAnswer).issues.map(({ message }) => message)).not.toContain(
        'the survivor',
      )
  }
  expect(await ask(`${house.url}/api/events/${digest}`)).toMatchObject({ message: 'the survivor' })
})

test('an unknown page is the console, an unknown thing is JSON, and both say 404', async () => {
  const page = await fetch(`${house.url}/no/such/page`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
  const thing = await fetch(`${house.url}/no/such/thing`, { headers: { accept: 'application/json' } })
  expect([thing.status, thing.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
})

test('the log answers for the digest, on one line of JSON, whatever the message holds', async () => {
  const { digest, body } = exceptionLog({ message: 'a\nline {"level":60} \u001b[31mred' })
  await post(`${house.url}/monitoring`, body)
  const line = await until('the log line', () =>
    house
      .output()
      .split('\n')
      .find((one) => one.includes(digest)),
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
