// The conversations of Sentry's tools that upload source maps, and what the store gets of them.
import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import {
  assemble,
  bundleOf,
  formOf,
  manifest,
  sha1,
  uploadBundle,
  type ManifestFiles,
} from '../testing/artifact-bundle.ts'
import { eventually, startTestRelay, type TestRelay } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ SENTRY_PROJECTS: '42:shop-web' })
const SITE = `${relay.url}/api/0/organizations/acme`

type Put = { query: URLSearchParams; json: string }
let puts: Put[] = []
/** What the store answers to the map of a script. */
let statusOf = (_file: string): number => 201

function record(target: TestRelay): void {
  target.store.answer = (request, response) =>
    void buffer(request).then((bytes) => {
      const { searchParams: query } = new URL(request.url!, 'http://store')
      puts.push({ query, json: bytes.toString() })
      response.writeHead(statusOf(query.get('file')!)).end(JSON.stringify({ detail: 'no mappings' }))
    })
}

beforeEach(() => {
  puts = []
  statusOf = () => 201
  record(relay)
})

const ID = '1ca8b4e6-7356-598e-bbec-2cd6a847928e'
const MAP = JSON.stringify({ version: 3, sources: ['src/cart.ts'], mappings: 'AAAA', debugId: ID })
const FILES: ManifestFiles = {
  'files/_/_/assets/app.js': {
    type: 'minified_source',
    url: '~/assets/app.js',
    headers: { 'debug-id': ID, Sourcemap: 'app.js.map' },
  },
  'files/_/_/assets/app.js.map': { type: 'source_map', url: '~/assets/app.js.map', headers: {} },
}
const MAP_ENTRY = { name: 'files/_/_/assets/app.js.map', content: MAP }

function bundle(more: Record<string, string> = {}, files = FILES, entry = MAP_ENTRY): Buffer {
  return bundleOf([manifest(files, more), { name: 'files/_/_/assets/app.js', content: 'let a' }, entry])
}

/** `service/release/file` of the maps in the store. */
function stored(): string[] {
  return puts.map(({ query }) =>
    [query.getAll('service').join('+'), query.get('release'), query.get('file')].join(' '),
  )
}

test('the maps of a bundle are stored with their scripts, and a second upload sends no chunk', async () => {
  const long = randomBytes(2_500_000).toString('base64url')
  const content = JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: [long], mappings: '' })
  const bytes = bundle({ release: 'shop@1.0' }, FILES, { ...MAP_ENTRY, content })
  expect(await uploadBundle(relay.url, bytes)).toMatchObject({ state: 'ok', detail: null, sent: 5 })
  expect(stored()).toEqual(['shop shop@1.0 assets/app.js'])
  expect(puts[0]!.json).toBe(content)
  expect(await uploadBundle(relay.url, bytes)).toMatchObject({ state: 'ok', sent: 0 })
})

test.each([
  ['a release', { version: '1.0' }, FILES, 'shop 1.0 assets/app.js'],
  ['no release: the id alone finds the map', {}, FILES, `shop  ${ID}/assets/app.js`],
  ['builds of a release', { version: '1.0', dist: '7' }, FILES, `shop 1.0 ${ID}/assets/app.js`],
  ['the number of a project', { version: '1.0', projects: ['42'] }, FILES, 'shop-web 1.0 assets/app.js'],
  ['an unknown number', { version: '1.0', projects: ['7'] }, FILES, 'project-7 1.0 assets/app.js'],
  ['two projects', { version: '1.0', projects: ['a', 'b'] }, FILES, 'a+b 1.0 assets/app.js'],
  ['the project of the bundle', { version: '1.0', projects: [] }, FILES, 'own 1.0 assets/app.js'],
  [
    'a map in another folder',
    { version: '1.0' },
    {
      'x/app.js': {
        type: 'minified_source',
        url: '~/x/app.js',
        headers: { sourcemap: '../maps/%5Ba%5D.map' },
      },
      [MAP_ENTRY.name]: { type: 'source_map', url: '~/maps/[a].map' },
    },
    'shop 1.0 x/app.js',
  ],
  [
    'a map that no script names',
    { version: '1.0' },
    { [MAP_ENTRY.name]: { type: 'source_map', url: 'https://cdn.example/app.js.map' } },
    'shop 1.0 https://cdn.example/app.js',
  ],
] as [string, object, ManifestFiles, string][])('%s', async (_, request, files, expected) => {
  const answer = await uploadBundle(relay.url, bundle({ project: 'own' }, files), { ...request })
  expect([answer.state, answer.detail]).toEqual(['ok', null])
  expect(stored()).toEqual([expected])
})

test.each([
  ['/projects/acme/shop/artifactbundle/assemble/', 'shop 1.0 assets/app.js'],
  ['/organizations/acme/releases/2.0%2Bb/assemble/', 'own 2.0+b assets/app.js'],
])('older tools use %s', async (address, expected) => {
  const bytes = bundle({ project: 'own', release: '1.0' })
  await uploadBundle(relay.url, bytes)
  puts = []
  const body = JSON.stringify({ checksum: sha1(bytes), chunks: [sha1(bytes)] })
  const answer = await fetch(`${relay.url}/api/0${address}`, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ state: 'ok' })
  expect(stored()).toEqual([expected])
})

test('a map that the store refuses is named, and keeps no other one out', async () => {
  const files = { ...FILES, 'b.map': { type: 'source_map', url: '~/b.js.map' } }
  const entries = [manifest(files), MAP_ENTRY, { name: 'b.map', content: MAP }]
  statusOf = (file) => (file === 'assets/app.js' ? 400 : 201)
  const answer = await uploadBundle(relay.url, bundleOf(entries), { version: '3.0' })
  expect(answer).toMatchObject({ state: 'error', detail: expect.stringContaining('app.js.map: no mappings') })
  expect(stored()).toEqual(['shop 3.0 assets/app.js', 'shop 3.0 b.js'])
})

test('a full store ends the upload with its reason', async () => {
  statusOf = () => 507
  const answer = await uploadBundle(relay.url, bundle(), { version: '4.0' })
  expect(answer).toMatchObject({ state: 'error', detail: 'no mappings' })
})

test('a restart of the store delays an upload', async () => {
  let attempts = 0
  statusOf = () => (++attempts === 1 ? 503 : 201)
  expect(await uploadBundle(relay.url, bundle(), { version: '5.0' })).toMatchObject({ state: 'ok' })
})

test('a bundle is stored once for two tools that ask at the same time', async () => {
  const bytes = bundle({ release: '6.0' })
  await uploadBundle(relay.url, bytes)
  puts = []
  const request = { checksum: sha1(bytes), chunks: [sha1(bytes)], projects: ['shop'] }
  const answers = await Promise.all([assemble(relay.url, request), assemble(relay.url, request)])
  expect(answers).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  expect(stored()).toHaveLength(1)
})

test('tools send to the address by which they came', async () => {
  const answer = await fetch(`${SITE}/chunk-upload/`)
  expect(await answer.json()).toMatchObject({ url: `${SITE}/chunk-upload/`, hashAlgorithm: 'sha1' })
  const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'errata.example, inner' }
  const proxied = await fetch(`${SITE}/chunk-upload/`, { headers: proxy })
  expect(await proxied.json()).toMatchObject({
    url: 'https://errata.example/api/0/organizations/acme/chunk-upload/',
  })
})

test.each([
  ['GET', '/', 200, { auth: {} }],
  ['GET', '/organizations/acme/', 404, { detail: expect.stringContaining('source maps') as string }],
  ['POST', '/organizations/acme/releases/', 201, { version: '1.0', projects: [{ slug: 'shop' }] }],
  ['PUT', '/organizations/acme/releases/shop%401.0/', 200, { version: 'shop@1.0' }],
  ['GET', '/organizations/acme/releases/1.0/previous-with-commits/', 200, {}],
  ['POST', '/organizations/acme/releases/1.0/deploys/', 201, { environment: 'production' }],
  ['GET', '/organizations/acme/repos/', 200, []],
  ['POST', '/projects/acme/shop/releases/', 201, { version: '1.0' }],
  ['GET', '/organizations/acme/issues/', 404, { detail: expect.stringContaining('source maps') as string }],
])('%s %s is answered with %i', async (method, address, status, expected) => {
  const body = JSON.stringify({ version: '1.0', projects: ['shop'], environment: 'production' })
  const answer = await fetch(`${relay.url}/api/0${address}`, { method, ...(method !== 'GET' && { body }) })
  expect([answer.status, await answer.json()]).toMatchObject([status, expected])
})

test('a tool without a token gets a sentence that it shows', async () => {
  const { url } = await startTestRelay({ PASSWORD: 'open sesame', API_TOKENS: 'one' })
  const options = `${url}/api/0/organizations/acme/chunk-upload/`
  const answer = await fetch(options)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    401,
    'application/json; charset=utf-8',
  ])
  expect(await answer.json()).toEqual({ detail: expect.stringContaining('a bearer token') as string })
  expect((await fetch(options, { headers: { authorization: 'Bearer one' } })).status).toBe(200)
  const otherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await fetch(options, { method: 'POST', headers: otherSite })).status).toBe(403)
})

test('chunks that no bundle uses are deleted after an hour', async () => {
  const bytes = bundle({ release: 'forgotten' })
  const form = formOf([[sha1(bytes), gzipSync(bytes)]])
  await fetch(`${SITE}/chunk-upload/`, { method: 'POST', body: form })
  const file = path.join(relay.folder, 'map-uploads', sha1(bytes))
  const past = new Date(Date.now() - 61 * 60_000)
  const others = readdirSync(path.dirname(file)).length - 1
  utimesSync(file, past, past)
  const second = await startTestRelay({ DATA_DIR: relay.folder, RELAY_NUMBER: '2' })
  await eventually(() => expect(readdirSync(path.dirname(file))).toHaveLength(others))
  const request = { checksum: sha1(bytes), chunks: [sha1(bytes)], projects: ['shop'] }
  expect(await assemble(second.url, request)).toMatchObject({ state: 'not_found' })
})
