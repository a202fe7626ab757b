// The store's port answers programs that call it by one of its names, and no web page.
import http from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { sendException } from '../testing/issues.ts'
import { exception } from '../testing/otlp.ts'
import type { StatusAnswer } from '../../contract/status.ts'
import { sharedStore } from '../testing/suite.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const RECORD = JSON.stringify(exception({}))

const store = sharedStore()
let issueId: string
beforeAll(async () => {
  issueId = await sendException(store)
})

test.each(['evil.example', 'evil.example:4319', '127.0.0.1.evil.example', '10.0.0.9', 'store.evil.example'])(
  'the name %s is refused, at every path',
  async (host) => {
    expect(await statusOf('GET', '/api/issues', { host })).toBe(403)
    expect(await statusOf('GET', '/metrics', { host })).toBe(403)
    expect(await statusOf('POST', '/v1/logs', { host, ...JSON_TYPE }, RECORD)).toBe(403)
  },
)

test.each(['localhost', 'localhost:4319', '127.0.0.1:1', '[::1]:4319', 'STORE:4319', 'errata.internal'])(
  'the name %s is its own',
  async (host) => {
    expect(await statusOf('GET', '/api/issues', { host })).toBe(200)
  },
)

test.each([
  { origin: 'http://evil.example' },
  { origin: 'http://127.0.0.1:8080' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin' },
])('a web page is refused: %o', async (page) => {
  const headers = { ...JSON_TYPE, ...page }
  expect(await statusOf('GET', '/api/issues', page)).toBe(403)
  expect(await statusOf('POST', '/v1/logs', headers, RECORD)).toBe(403)
  expect(await statusOf('POST', `/api/issues/${issueId}/notes`, headers, '{"body":"x"}')).toBe(403)
  expect(await statusOf('POST', '/backup', headers, '{}')).toBe(403)
})

/** What is stored. */
async function readRows(): Promise<Pick<StatusAnswer, 'rows' | 'lastStored' | 'metricsReceived'>> {
  const { rows, lastStored, metricsReceived } = await store.status()
  return { rows, lastStored, metricsReceived }
}

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a body of type %j is not read',
  async (type) => {
    const before = await readRows()
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
    for (const signal of ['logs', 'traces', 'metrics'])
      expect(await statusOf('POST', `/v1/${signal}`, headers, RECORD)).toBe(415)
    expect(await statusOf('POST', `/api/issues/${issueId}/notes`, headers, '{"body":"x"}')).toBe(415)
    expect(await statusOf('PATCH', '/api/issues', headers, '{}')).toBe(415)
    expect(await readRows()).toEqual(before)
  },
)

test('a type with a parameter is read', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  expect(await statusOf('POST', '/v1/logs', headers, RECORD)).toBe(200)
})

/** Sends headers that `fetch` sets itself. */
function statusOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .request(`${store.url}${path}`, { method, headers }, (response) =>
        resolve(response.resume().statusCode!),
      )
      .on('error', reject)
      .end(body)
  })
}
