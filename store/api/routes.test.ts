import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { exception } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'
import type { Problem } from './contract.ts'

describe('while the engine opens', () => {
  const handle = createApp({ store: () => null, log: pino({ level: 'silent' }) }).callback()
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
  ])('%s is 503 to %s, with the time to come again', async (path, method) => {
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
    ['/api/issues/1', 'POST', ['GET', 'HEAD', 'PATCH']],
    ['/api/issues/1/notes', 'GET', ['POST']],
    ['/api/traces', 'OPTIONS', ['GET', 'HEAD']],
    ['/api/traces', 'PROPFIND', ['GET', 'HEAD']],
    ['/v1/logs', 'GET', ['POST']],
  ])('%s is 405 to %s, and names the methods it has', async (path, method, allowed) => {
    const response = await expectProblem(path, 405, method)
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed)
  })

  test.each(['/api/events/%', '/api/events/%ff', '/api/traces/%E0%A4%A/spans/1'])(
    '%s is 400: its escape is broken',
    async (path) => {
      const response = await expectProblem(path, 400)
      expect(response.headers.get('retry-after')).toBeNull()
    },
  )
})

describe('once it is open', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore()
    await store.send('logs', exception({ digest: 'AAAAAAAA' }))
  })
  afterAll(() => store.stop())

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

  test('escapes in a path are read', async () => {
    expect((await store.ask('/api/events/%41AAA%20AAAA')).status).toBe(200)
  })
})
