// Source maps through the store's port: uploads, what exceptions become with them, and without.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readEvent } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { newName, sharedStore, storeOfTest, type SharedStore } from '../../testing/suite.ts'
import type { Event, IssuesAnswer } from '../../../contract/issues.ts'
import type { MapsAnswer } from '../../../contract/maps.ts'

const store = sharedStore()

const TOTAL = `export function total(item, quantity) {
  const net = item.price.net * quantity
  const tax = item.tax.net * quantity
  return net + tax
}
`
const ROW = `import { total } from './total'
export class Row {
  render(item) {
    return total(item, 2).toFixed(2)
  }
}
`

/** A script on one line: the two lines of `total` that may throw, and the call in `Row`. */
const MAP = sourceMap({
  sources: { '../../src/cart/total.ts': TOTAL, '../../src/cart/row.ts': ROW },
  mappings: [
    { generated: [1, 20], source: 0, original: [2, 26] },
    { generated: [1, 50], source: 0, original: [3, 24] },
    { generated: [1, 90], source: 1, original: [4, 12] },
  ],
})

/** The same source code, other names of the minifier, and other code in front of it. */
const NEXT_MAP = sourceMap({
  sources: { '../../src/cart/total.ts': `// More.\n${TOTAL}`, '../../src/cart/row.ts': ROW },
  mappings: [
    { generated: [1, 120], source: 0, original: [3, 26] },
    { generated: [1, 190], source: 1, original: [4, 12] },
  ],
})

const MESSAGE = "Cannot read properties of undefined (reading 'net')"
const v8 = (file: string, first: number, second: number): string =>
  `TypeError: ${MESSAGE}\n    at t (https://shop.example/${file}:1:${first})\n    at n.r (https://shop.example/${file}:1:${second})`

/** `more`: further parameters. */
type Name = { service: string; release?: string; file?: string; more?: Record<string, string> }

async function put(map: unknown, name: Name, to: SharedStore = store) {
  const { service, release = '1.0', file = 'assets/cart-C0ffee12.js', more } = name
  const body = typeof map === 'string' ? map : JSON.stringify(map)
  const query = new URLSearchParams({ service, release, file, ...more })
  return to.ask<{ detail?: string }>(`/api/maps?${query.toString()}`, { method: 'PUT', body })
}

type Thrown = { service: string; release?: string; stacktrace: string; message?: string }

async function throwOnce({ message = MESSAGE, ...options }: Thrown): Promise<Event> {
  const digest = newDigest()
  const url = 'https://shop.example/cart'
  const body = exception({ type: 'TypeError', release: '1.0', url, ...options, message, digest })
  await store.send('logs', body)
  return readEvent(store, digest)
}

const listed = async (query: string): Promise<MapsAnswer> =>
  await store.read<MapsAnswer>(`/api/maps?${query}`)

test('an exception has the author’s file, line, function and source code', async () => {
  const service = newName()
  expect((await put(MAP, { service })).status).toBe(201)
  const event = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  expect(event.mapping).toBe('stored')
  expect(event.stacktrace).toContain('assets/cart-C0ffee12.js:1:20')
  expect(event.frames).toMatchObject([
    { function: 'total', file: 'src/cart/total.ts', line: 2, column: 26, inApp: true },
    { function: 'Row.render', file: 'src/cart/row.ts', line: 4, column: 12, inApp: true },
  ])
  expect(event.frames[0]!.context).toEqual({
    before: ['export function total(item, quantity) {'],
    line: '  const net = item.price.net * quantity',
    after: ['  const tax = item.tax.net * quantity', '  return net + tax', '}'],
  })
  expect(event.frames[0]!.raw).toEqual({
    function: 't',
    file: 'https://shop.example/assets/cart-C0ffee12.js',
    line: 1,
    column: 20,
  })
  const body = await store.read<IssuesAnswer>(`/api/issues?service=${service}`)
  expect(body.issues.map(({ culprit }) => culprit)).toEqual(['total.ts · total'])
  const markdown = await store.ask<string>(`/api/events/${event.digest}.md`)
  expect(markdown.body).toContain('> 2 |   const net = item.price.net * quantity')
})

test('two deploys and two engines give one issue; another line of a function gives another', async () => {
  const service = newName()
  await put(MAP, { service })
  await put(NEXT_MAP, { service, release: '2.0', file: 'assets/cart-Ab12Cd34.js' })
  const first = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  const second = await throwOnce({
    service,
    release: '2.0',
    message: "undefined is not an object (evaluating 'e.price.net')",
    stacktrace:
      'o@https://shop.example/assets/cart-Ab12Cd34.js:1:121\na@https://shop.example/assets/cart-Ab12Cd34.js:1:195',
  })
  const other = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 50, 90) })
  expect(second.issueId).toBe(first.issueId)
  expect(other.issueId).not.toBe(first.issueId)
})

test('a map that comes late is shown, is marked as late, and regroups nothing', async () => {
  const service = newName()
  const stacktrace = v8('assets/cart-C0ffee12.js', 20, 90)
  const before = await throwOnce({ service, stacktrace })
  expect([before.mapping, before.frames[0]!.function]).toEqual(['none', 't'])
  await put(MAP, { service })
  const after = await readEvent(store, before.digest)
  expect([after.mapping, after.frames[0]!.function, after.frames[0]!.line]).toEqual(['late', 'total', 2])
  expect(after.issueId).toBe(before.issueId)
  expect((await throwOnce({ service, stacktrace })).mapping).toBe('stored')
})

test('a map is stored once, is listed with its last use, and can be deleted', async () => {
  const service = newName()
  const name = { service, file: '/assets/cart-C0ffee12.js.map' }
  expect((await put(MAP, name)).status).toBe(201)
  expect((await put(MAP, name)).status).toBe(200)
  expect((await put(MAP, { service, file: 'https://shop.example/assets/cart-C0ffee12.js' })).status).toBe(200)
  expect((await put(NEXT_MAP, name)).status).toBe(201)
  expect((await put(MAP, name)).status).toBe(201)
  await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  await throwOnce({ service, stacktrace: v8('assets/other-D1ffee12.js', 20, 90) })
  const { maps, missing } = await listed(`service=${service}`)
  expect(maps).toMatchObject([
    { service, release: '1.0', file: 'assets/cart-C0ffee12.js', sources: 2, occurrences: 1, debugId: null },
  ])
  expect(maps[0]!.bytes).toBe(JSON.stringify(MAP).length)
  expect(Date.parse(maps[0]!.lastUsed!)).toBeGreaterThan(Date.now() - 60_000)
  expect(missing).toMatchObject([{ release: '1.0', file: 'assets/other-D1ffee12.js', occurrences: 1 }])
  const hash = `service=${service}&release=1.0&file=assets/cart-C0ffee12.js&hash=`
  const head = (query: string): Promise<Response> =>
    fetch(`${store.url}/api/maps?${query}`, { method: 'HEAD' })
  expect((await head(`${hash}${maps[0]!.hash}`)).status).toBe(200)
  expect((await head(`${hash}${'0'.repeat(64)}`)).status).toBe(404)
  expect((await store.ask(`/api/maps?service=${service}`, { method: 'DELETE' })).status).toBe(400)
  expect((await store.ask(`/api/maps?service=${service}&release=1.0`, { method: 'DELETE' })).status).toBe(204)
  expect((await listed(`service=${service}`)).maps).toEqual([])
  const event = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  expect(event.mapping).toBe('none')
  expect((await put(MAP, name)).status).toBe(201)
  expect((await readEvent(store, event.digest)).mapping).toBe('late')
})

test('a map of one service is not used for another', async () => {
  const [service, other] = [newName(), newName()]
  await put(MAP, { service })
  const stacktrace = v8('assets/cart-C0ffee12.js', 20, 90)
  expect((await throwOnce({ service: other, stacktrace })).mapping).toBe('none')
})

test.each([
  ['a hash: in any release', 'assets/cart-C0ffee12.js', 'assets/cart-C0ffee12.js', '2.0', 'stored'],
  ['a name without one: in its release', 'assets/cart.js', 'assets/cart.js', '1.0', 'stored'],
  ['a name without one: in no other release', 'assets/cart.js', 'assets/cart.js', '2.0', 'none'],
  ['another folder', 'admin/cart.js', 'shop/cart.js', '1.0', 'none'],
  ['a folder in front of the upload', 'cart.js', 'static/js/cart.js', '1.0', 'stored'],
  ['a folder in front of the address', 'dist/assets/cart.js', 'assets/cart.js', '1.0', 'stored'],
  ['escapes', 'app/[id]/cart.js', 'app/%5Bid%5D/cart.js?v=2', '1.0', 'stored'],
])('which map belongs to a script: %s', async (_, file, address, release, mapping) => {
  const service = newName()
  await put(MAP, { service, file })
  const event = await throwOnce({ service, release, stacktrace: v8(address, 20, 90) })
  expect(event.mapping).toBe(mapping)
})

/** Of a frame of a server. */
const at = (column: number): string => `(/app/dist/server/cart.js:1:${column})`

test('causes, component stacks and frames of a server are mapped as well', async () => {
  const service = newName()
  await put(MAP, { service, file: 'server/cart.js' })
  const digest = newDigest()
  const cause = [{ type: 'TypeError', message: MESSAGE, stacktrace: `TypeError: x\n    at q ${at(50)}` }]
  const body = exception({
    service,
    release: '1.0',
    digest,
    stacktrace: `Error: The cart failed\n    at async w ${at(90)}`,
    attributes: {
      'errata.cause': JSON.stringify(cause),
      'errata.react.component_stack': `\n    at R ${at(90)}\n    at div`,
    },
  })
  await store.send('logs', body)
  const event = await readEvent(store, digest)
  expect(event.frames).toMatchObject([{ function: 'Row.render', file: 'src/cart/row.ts', line: 4 }])
  expect(event.causes[0]!.frames).toMatchObject([{ function: 'total', line: 3 }])
  expect(event.componentStack).toContain('Row.render (src/cart/row.ts:4:12)')
  expect(event.componentStack).toContain('at div')
  // Two scripts' stacks of one exception are one occurrence.
  expect((await listed(`service=${service}`)).maps).toMatchObject([{ occurrences: 1 }])
})

test('a debug id finds its map under any name and in any release', async () => {
  const service = newName()
  const debugId = '0f2c6a4e-7d6f-4a7c-9a6f-1b2c3d4e5f60'
  await put({ ...MAP, debugId }, { service, file: 'cart.js' })
  const address = 'https://cdn.example/v2/main.js'
  const digest = newDigest()
  const attributes = { 'errata.debug_ids': JSON.stringify({ [address]: debugId.toUpperCase() }) }
  const stacktrace = `TypeError: ${MESSAGE}\n    at t (${address}:1:20)`
  await store.send('logs', exception({ service, release: '9.9', digest, stacktrace, attributes }))
  expect((await readEvent(store, digest)).frames).toMatchObject([{ function: 'total' }])
})

test('with repository and commit a frame links to its line', async () => {
  const service = newName()
  const more = { repo: 'https://github.example/shop/web.git', commit: '4f2a9c1', root: 'apps/shop' }
  expect((await put(MAP, { service, more })).status).toBe(201)
  const event = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  expect(event.frames[0]!.link).toBe(
    'https://github.example/shop/web/blob/4f2a9c1/apps/shop/src/cart/total.ts#L2',
  )
  expect(event.commit).toEqual({
    id: '4f2a9c1',
    link: 'https://github.example/shop/web/commit/4f2a9c1',
  })
})

test.each([
  'javascript:alert(1)',
  'https://git.example:acme/shop.git',
  'git@git.example:acme/shop.git',
  'https://[',
  'http://%',
])('the repository %s is refused, and the service is answered as before', async (repo) => {
  const service = newName()
  expect((await put(MAP, { service, more: { repo, commit: '4f2a9c1' } })).status).toBe(400)
  expect((await put(MAP, { service })).status).toBe(201)
  const event = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  expect(event.frames[0]).toMatchObject({ function: 'total', file: 'src/cart/total.ts' })
})

test('a link to a repository has no user and no password', async () => {
  const service = newName()
  const more = { repo: 'https://ci:s3cret@git.example/shop.git', commit: '4f2a9c1' }
  expect((await put(MAP, { service, more })).status).toBe(201)
  const event = await throwOnce({ service, stacktrace: v8('assets/cart-C0ffee12.js', 20, 90) })
  expect(event.commit?.link).toBe('https://git.example/shop/commit/4f2a9c1')
  expect(JSON.stringify(await store.read(`/api/maps?service=${service}`))).not.toContain('s3cret')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body may be packed with %s', async (encoding, pack) => {
  const query = `service=${newName()}&release=1&file=a.js`
  const request = { method: 'PUT', headers: { 'content-encoding': encoding } }
  expect(
    (await store.ask(`/api/maps?${query}`, { ...request, body: pack(JSON.stringify(MAP)) })).status,
  ).toBe(201)
  expect((await store.ask(`/api/maps?${query}`, { ...request, body: '{}' })).status).toBe(400)
  const bomb = pack(Buffer.alloc(70 * 1024 * 1024, 32))
  expect((await store.ask(`/api/maps?${query}`, { ...request, body: bomb })).status).toBe(413)
})

test.each([
  ['no JSON', '{"version":3', 'file=a.js'],
  ['no map', '[]', 'file=a.js'],
  ['another version', JSON.stringify({ ...MAP, version: 2 }), 'file=a.js'],
  ['broken mappings', JSON.stringify({ ...MAP, mappings: 'A!A' }), 'file=a.js'],
  ['no file', JSON.stringify(MAP), 'release=1'],
])('an upload with %s is refused with a message', async (_, body, query) => {
  const answer = await store.ask<{ detail: string }>(`/api/maps?service=x&${query}`, {
    method: 'PUT',
    body,
  })
  expect(answer.status).toBe(400)
  expect(answer.body.detail.length).toBeGreaterThan(10)
})

test('maps are kept across a restart, and a page cannot mark its own stack as mapped', async () => {
  const own = await storeOfTest()
  expect((await put(MAP, { service: 'shop' }, own)).status).toBe(201)
  await own.restart()
  const digest = newDigest()
  const stacktrace = v8('assets/cart-C0ffee12.js', 20, 90)
  const attributes = { 'errata.mapped_stacktrace': 'x\n    at forged (src/forged.ts:1:1)' }
  await own.send('logs', exception({ service: 'shop', release: '1.0', digest, stacktrace, attributes }))
  expect((await readEvent(own, digest)).frames).toMatchObject([{ function: 'total' }, {}])
  const otherDigest = newDigest()
  await own.send('logs', exception({ service: 'other', digest: otherDigest, stacktrace, attributes }))
  expect((await readEvent(own, otherDigest)).mapping).toBe('none')
})
