// The space of source maps: a part of its own, so that no day of occurrences is deleted for them.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { exception } from '../../testing/otlp.ts'
import { mapJson } from '../../testing/source-map.ts'
import type { TestStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'
import type { MapsAnswer } from '../../../contract/maps.ts'

const DAY = 24 * 3_600_000
const MEGABYTE = 1_000_000

/** A quarter of STORE_LIMIT: 16 MiB. */
const LIMIT = { STORE_LIMIT: '64 MiB' }

/** Four megabytes on the disk. */
function bigMap(): string {
  const content = randomBytes(4 * MEGABYTE).toString('base64')
  return mapJson({ sources: ['a.js'], sourcesContent: [`// ${content}`], mappings: 'AAAA' })
}

async function put(store: TestStore, release: string, file: string, map = bigMap()) {
  const path = `/api/maps?service=shop&release=${release}&file=${file}`
  return store.ask<{ detail: string }>(path, { method: 'PUT', body: map })
}

test('maps above a quarter of STORE_LIMIT replace the oldest unused ones, and delete no day', async () => {
  const store = await storeOfTest({ env: LIMIT })
  for (const ago of [4, 3, 2, 1]) await store.send('logs', exception({ at: Date.now() - ago * DAY }))
  const small = mapJson({ sources: ['b.js'], mappings: 'AAAA' })
  await put(store, '1.0', 'needed.js', small)
  const stacktrace = 'Error: x\n    at t (https://shop.example/needed.js:1:1)'
  await store.send('logs', exception({ service: 'shop', release: '1.0', stacktrace }))
  for (const release of ['1.0', '2.0', '3.0', '4.0', '5.0'])
    expect((await put(store, release, 'a.js')).status).toBe(201)
  const { maps } = await store.read<MapsAnswer>('/api/maps')
  expect(maps.map(({ release, file }) => `${release} ${file}`)).toEqual([
    '5.0 a.js',
    '4.0 a.js',
    '3.0 a.js',
    '2.0 a.js',
    '1.0 needed.js',
  ])

  // One build that is bigger than the space.
  for (const file of ['b.js', 'c.js', 'd.js']) expect((await put(store, '5.0', file)).status).toBe(201)
  const refused = await put(store, '5.0', 'e.js')
  expect(refused.status).toBe(507)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(refused.body.detail).toContain('Delete the source maps of old releases, or raise STORE_LIMIT.')
  const full = await store.status()
  expect(full.problems).toEqual([expect.stringContaining('Uploads of source maps are refused')])
  expect((await store.ask('/api/maps?service=shop&release=5.0', { method: 'DELETE' })).status).toBe(204)
  expect((await store.status()).problems).toEqual([])

  await store.restart('SIGTERM', LIMIT)
  const { dropped, rows } = await store.status()
  expect([dropped, rows.exceptions]).toEqual([[], 5])
})
