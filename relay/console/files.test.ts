import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from './security-headers.ts'
import { type TestRelay, startTestRelay } from '../testing/relay-fixture.ts'

const INLINE = 'document.title = "early"'
let files: string
let relay: TestRelay
beforeAll(async () => {
  files = mkdtempSync(path.join(tmpdir(), 'relay-dist-'))
  mkdirSync(path.join(files, 'assets'))
  mkdirSync(path.join(files, 'monitoring'))
  const built = {
    'index.html': pageOf('console'),
    'paths.json': JSON.stringify([
      '/',
      '/issues',
      '/issues/$id',
      '/traces/$traceId',
      '/d/$digest',
      '/releases/$service/$release',
    ]),
    'demo.html': pageOf('shop'),
    'assets/a-12345678.js': 'export {}',
    'assets/b-12345678.js': 'export const swept = true',
    'assets/a-12345678.js.map': '{"sources":[]}',
    'assets/c-12345678.js': 'export const packed = true',
    'assets/c-12345678.js.br': brotliCompressSync('export const packed = true // by the build'),
    'monitoring.js': 'globalThis.errata = {}',
    'monitoring/tracing.js': 'export {}',
    'monitoring.tgz': 'packed',
  }
  for (const [name, content] of Object.entries(built)) writeFileSync(path.join(files, name), content)
  relay = await startTestRelay({}, { files })
})
afterAll(async () => {
  await relay.close()
  rmSync(files, { recursive: true })
})

function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${relay.url}${url}`, { headers: { accept: 'text/html', ...headers } })
}

describe('pages', () => {
  test.each(['/', '/issues', '/issues/abc', '/traces/0af7', '/d/7K3M9QXP', '/releases/shop/1.2'])(
    '%s is the console, requested again each time',
    async (url) => {
      const answer = await get(url)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(await answer.text()).toContain('<title>console</title>')
    },
  )

  test.each(['/vitals', '/issues/abc/more', '/releases/shop'])(
    '%s is not a screen of this build',
    async (url) => {
      expect((await get(url)).status).toBe(404)
    },
  )

  test('/demo is the shop', async () => {
    expect(await (await get('/demo')).text()).toContain('<title>shop</title>')
  })

  test('only their own scripts may run, inline ones by their hash', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'self' '${hashOf(INLINE)}';`)
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe')
    const headers = (await get('/')).headers
    expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([
      'nosniff',
      'DENY',
    ])
  })

  test('a page that has not changed is not sent again', async () => {
    const etag = (await get('/')).headers.get('etag')!
    for (const match of [etag, `"other", W/${etag}`, '*'])
      expect([match, (await get('/', { 'if-none-match': match })).status]).toEqual([match, 304])
    expect((await get('/', { 'if-none-match': etag.slice(0, -2) })).status).toBe(200)
  })
})

describe('files', () => {
  test('with a hash in their name are kept for a year, and sent packed', async () => {
    const answer = await get('/assets/a-12345678.js', { 'accept-encoding': 'br' })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(await answer.text()).toBe('export {}')
  })

  test.each(['br', 'gzip', 'identity'])(
    'read the same as %s, and stay when a new build sweeps them away',
    async (encoding) => {
      rmSync(path.join(files, 'assets/b-12345678.js'), { force: true })
      const answer = await get('/assets/b-12345678.js', { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(await answer.text()).toBe('export const swept = true')
    },
  )

  test('are sent as the build has compressed them', async () => {
    const answer = await get('/assets/c-12345678.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(await answer.text()).toBe('export const packed = true // by the build')
    const plain = await get('/assets/c-12345678.js', { 'accept-encoding': 'identity' })
    expect(await plain.text()).toBe('export const packed = true')
    expect((await get('/assets/c-12345678.js.br')).status).toBe(404)
  })

  test.each(['/monitoring.js', '/monitoring/tracing.js'])(
    '%s may be used by other sites, with an ETag',
    async (url) => {
      const answer = await get(url, { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('javascript')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
      expect((await get(url, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304)
    },
  )

  test('the package of the SDK can be installed from the relay', async () => {
    const answer = await get('/monitoring.tgz', { 'accept-encoding': 'gzip' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect(await answer.text()).toBe('packed')
    const etag = answer.headers.get('etag')!
    expect((await get('/monitoring.tgz', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each([
    '/assets/a-12345678.js.map',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/nothing',
    '/assets/gone.js',
    '/index.html',
    '/nothing-here',
    '/traces/0af7/spans',
  ])('%s does not exist: browsers get a page, programs get JSON', async (url) => {
    const answer = await get(url)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('<title>console</title>')
    const problem = await get(url, { accept: 'application/json' })
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  test('an unknown file below /monitoring is 404, not 405', async () => {
    expect((await get('/monitoring/gone.js')).status).toBe(404)
  })
})

test('without a build there is a sentence, not a crash', async () => {
  const unbuilt = await startTestRelay()
  const answer = await fetch(`${unbuilt.url}/`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('run "npm run build"')
  expect((await fetch(`${unbuilt.url}/monitoring.js`)).status).toBe(404)
})

function pageOf(title: string): string {
  const scripts = `<script>${INLINE}</script><script type="module" src="/assets/a.js"></script>`
  return `<!doctype html><title>${title}</title>${scripts}`
}
