// Paths, methods and parameters of the API, while the engine opens and when it is open.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { exception } from '../testing/otlp.ts'
import { sharedStore } from '../testing/suite.ts'
import type { Problem } from '../../contract/problem.ts'

describe('while the engine opens', () => {
  const handle = createApp({ store: () => null, allowedHosts: [], log: pino({ level: 'silent' }) }).callback()
  const server = createServer((request, response) => void handle(request, response))
  let url: string

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  async function expectProblem(path: string, status: number, method = 'GET'): Promise<Response> {
    const response = await fetch(`${url}${path}`, { method })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ])
    expect(await response.json()).toMatchObject({ status } satisfies Partial<Problem>)
    return response
  }

  test.each([
    ['/health', 'GET'],
    ['/backup', 'DELETE'],
    ['/api/issues', 'GET'],
    ['/api/issues', 'PATCH'],
    ['/api/issues/1.md', 'GET'],
    ['/api/issues/1/merge', 'POST'],
    ['/api/traces/1/spans/2', 'GET'],
    ['/api/live', 'GET'],
  ])('%s is 503 to %s, with Retry-After', async (path, method) => {
    const response = await expectProblem(path, 503, method)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each([
    '/',
    '/api',
    '/api/',
    '/api/issues/',
    '/api/Issues',
    '/api/issues/1/2',
    '/api/unknown',
    '/v2/logs',
  ])('%s is 404', async (path) => {
    await expectProblem(path, 404)
  })

  test.each([
    ['/api/issues', 'DELETE', ['GET', 'HEAD', 'PATCH']],
    ['/api/issues/1', 'POST', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['/api/issues/1/notes', 'GET', ['POST']],
    ['/api/traces', 'OPTIONS', ['GET', 'HEAD']],
    ['/api/traces', 'PROPFIND', ['GET', 'HEAD']],
    ['/v1/logs', 'GET', ['POST']],
  ])('%s is 405 to %s, with the allowed methods', async (path, method, allowed) => {
    const response = await expectProblem(path, 405, method)
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed)
  })

  test.each(['/api/events/%', '/api/events/%ff', '/api/traces/%E0%A4%A/spans/1'])(
    '%s is 400: its escape is invalid',
    async (path) => {
      const response = await expectProblem(path, 400)
      expect(response.headers.get('retry-after')).toBeNull()
    },
  )
})

describe('when the engine is open', () => {
  const store = sharedStore()
  beforeAll(async () => {
    await store.send('logs', exception({ digest: 'AAAAAAAA' }))
  })

  test.each(['/health', '/api/issues', '/api/events/AAAAAAAA', '/api/status'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(`${store.url}${path}`, { method })),
      )
      expect([head!.status, head!.headers.get('content-type')]).toEqual([
        200,
        get!.headers.get('content-type'),
      ])
      expect(await head!.text()).toBe('')
    },
  )

  test('a path with .md is Markdown', async () => {
    const response = await fetch(`${store.url}/api/events/AAAA-AAAA.md`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(await response.text()).toContain('AAAAAAAA')
  })

  test.each([
    '/api/issues/0123456789abcdef',
    '/api/issues/nothing',
    '/api/issues/nothing/events',
    `/api/traces/${'ab'.repeat(16)}`,
    '/api/nothing',
    `/api/traces/${'ab'.repeat(16)}/spans/${'cd'.repeat(8)}`,
  ])('%s is 404 with a problem document', async (path) =>
    expect(await store.ask(path)).toMatchObject({ status: 404, body: { status: 404 } }),
  )

  test.each([
    ['/api/issues?range=2y', 'range'],
    ['/api/issues?from=yesterday', 'from'],
    ['/api/issues?from=2026-11-21T08:00:00Z&to=2026-11-20T08:00:00Z', 'from'],
    ['/api/issues?limit=101', 'limit'],
    ['/api/issues?cursor=abc', 'cursor'],
    ['/api/issues?status=lost', 'status'],
    ['/api/issues?sort=colour', 'sort'],
    ['/api/traces?attribute=novalue', 'attribute'],
    ['/api/traces?minDurationNs=-1', 'minDurationNs'],
    ['/api/traces?q=digest:1', 'q'],
    ['/api/facets?of=colours', 'of'],
    ['/api/traces/short', 'traceId'],
    [`/api/traces/${'ab'.repeat(16)}/spans/x`, 'spanId'],
  ])('%s is 400 and names %s', async (path, name) => {
    const { status, body } = await store.ask<Problem>(path)
    expect([status, body.detail]).toEqual([400, expect.stringContaining(name)])
  })

  test('escapes in a path are decoded', async () => {
    expect((await store.ask('/api/events/%41AAA%20AAAA')).status).toBe(200)
  })
})
