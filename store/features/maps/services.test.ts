// Source maps of several services, and services without any.
import { expect, test } from 'vitest'
import { readEvent } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { Event } from '../../../contract/issues.ts'
import type { MapsAnswer } from '../../../contract/maps.ts'

const store = sharedStore()

const MAP = sourceMap({
  sources: { '../../src/pay.ts': 'export function pay(order) {\n  return order.total.net\n}' },
  mappings: [{ generated: [1, 20], source: 0, original: [2, 22] }],
})

const list = (query: string): Promise<MapsAnswer> => store.read<MapsAnswer>(`/api/maps?${query}`)

async function throwAt(service: string, location: string): Promise<Event> {
  const digest = newDigest()
  const stacktrace = `TypeError: x is undefined\n    at t (${location})`
  const url = 'https://shop.example/cart'
  await store.send('logs', exception({ service, release: '1.0', url, stacktrace, digest }))
  return readEvent(store, digest)
}

test('a map of a page and its server is stored once for both, and deleted with both', async () => {
  const [page, server] = [newName(), `${newName()}-server`]
  const query = `service=${page}&service=${server}&release=1.0&file=chunks/pay-C0ffee12.js`
  const upload = { method: 'PUT', body: JSON.stringify(MAP) }
  expect((await store.ask(`/api/maps?${query}`, upload)).status).toBe(201)
  expect((await store.ask(`/api/maps?${query}`, upload)).status).toBe(200)
  const { maps } = await list(`service=${page}&service=${server}`)
  expect(maps.map(({ service }) => service).toSorted()).toEqual([page, server].toSorted())
  const hash = maps[0]!.hash
  expect((await store.ask(`/api/maps?${query}&hash=${hash}`)).status).toBe(200)
  expect((await store.ask(`/api/maps?${query}&service=${newName()}&hash=${hash}`)).status).toBe(404)
  for (const [service, location] of [
    [page, 'https://shop.example/_next/chunks/pay-C0ffee12.js:1:20'],
    [server, '/app/.next/server/chunks/pay-C0ffee12.js:1:20'],
  ] as const)
    expect((await throwAt(service, location)).frames).toMatchObject([{ file: 'src/pay.ts', line: 2 }])
  expect((await store.ask(`/api/maps?${query}`, { method: 'DELETE' })).status).toBe(204)
  expect((await list(`service=${page}&service=${server}`)).maps).toEqual([])
})

test.each([
  ['a page', 'https://shop.example/assets/a-C0ffee12.js:1:20', 'assets/a-C0ffee12.js'],
  ['a minified server', '/app/server/chunk.js:1:10810', 'app/server/chunk.js'],
  ['an output folder', 'file:///app/.next/server/page.js:4:3', 'app/.next/server/page.js'],
  ['source code', '/app/server.js:6:9', null],
  ['a package', '/app/.next/node_modules/next/server.js:6:9000', null],
])('%s without any map is listed as missing, if it was built', async (_, location, file) => {
  const service = newName()
  await throwAt(service, location)
  const rows = file === null ? [] : [{ service, release: '1.0', file, occurrences: 1 }]
  // Several people look at once.
  const lists = await Promise.all([1, 2, 3].map(() => list(`service=${service}`)))
  for (const { missing } of lists) expect(missing).toMatchObject(rows)
})
