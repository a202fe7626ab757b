// Style sheets of builds through the store's port: uploads, and what a snapshot shows with them.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MapAnswer, MapsAnswer } from '../../../contract/maps.ts'
import type { SnapshotAnswer } from '../../../contract/snapshots.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { sendSnapshot, snapshotOf } from '../../testing/snapshots.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()
const FILE = 'assets/shop-C0ffee12.css'
const CSS = '.pay { color: red; background: url(/a.png) }'
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Name = { service: string; release?: string; file?: string }

async function put(path: 'maps' | 'styles', body: unknown, { release = '1.0', file = FILE, ...name }: Name) {
  const query = new URLSearchParams({ ...name, release, file })
  return store.ask<MapAnswer & { detail?: string }>(`/api/${path}?${query.toString()}`, {
    method: 'PUT',
    body: JSON.stringify(body),
  })
}

const MAP = { version: 3, sources: ['a.ts'], mappings: 'AAAA' }
const list = (service: string) => store.read<MapsAnswer>(`/api/maps?service=${service}`)

/** `unread`: paths of the sheets that the page could not read, with their media. */
async function snapshotWith(name: Name, unread: Record<string, string>): Promise<SnapshotAnswer> {
  const { service, release = '1.0' } = name
  const digest = newDigest()
  await store.send('logs', exception({ digest, service, release }))
  const sheets = Object.entries(unread).map(([path, media]) => ({ path, media, at: 4 }))
  await sendSnapshot(store, snapshotOf(digest, 'x', { service, css: 'a {}\nb {}', unread: sheets }))
  return store.read<SnapshotAnswer>(`/api/events/${digest}/snapshot`)
}

test('a style sheet is stored once, is listed apart from maps, and goes with its release', async () => {
  const service = newName()
  expect((await put('styles', { css: CSS }, { service })).status).toBe(201)
  const again = await put('styles', { css: CSS }, { service })
  expect(again).toMatchObject({ status: 200, body: { file: FILE, hash: hashOf(CSS), bytes: CSS.length } })
  await put('maps', MAP, { service, file: 'a.js' })
  const { maps, styles } = await list(service)
  expect(maps.map(({ file }) => file)).toEqual(['a.js'])
  expect(styles).toMatchObject([
    { service, release: '1.0', file: FILE, hash: hashOf(CSS), bytes: CSS.length },
  ])
  const isStored = async (hash: string): Promise<number> =>
    (await store.ask(`/api/maps?service=${service}&release=1.0&file=${FILE}&hash=${hash}`)).status
  expect([await isStored(hashOf(CSS)), await isStored(hashOf('x'))]).toEqual([200, 404])
  await store.ask(`/api/maps?service=${service}&release=1.0`, { method: 'DELETE' })
  expect(await list(service)).toMatchObject({ maps: [], styles: [] })
})

test('what is no style sheet, or too large, is refused', async () => {
  const service = newName()
  const refused = async (path: 'maps' | 'styles', body: unknown, file = FILE) => {
    const { status, body: answer } = await put(path, body, { service, file })
    return [status, answer.detail]
  }
  const size = 2 * 1024 * 1024
  expect(await refused('styles', { css: 'a'.repeat(size + 1) })).toEqual([
    413,
    expect.stringMatching(/2097152/),
  ])
  expect(await refused('styles', { css: 1 })).toEqual([400, expect.stringMatching(/member css/)])
  expect(await refused('styles', { css: CSS }, 'a.js')).toEqual([400, expect.stringMatching(/a\.css/)])
  expect(await refused('maps', MAP)).toEqual([400, expect.stringMatching(/\/api\/styles/)])
  expect(await list(service)).toMatchObject({ maps: [], styles: [] })
})

test('a snapshot shows the sheets of its release, in their place and without an address', async () => {
  const service = newName()
  await put('styles', { css: CSS }, { service })
  await put('styles', { css: '.old {}' }, { service, release: '0.9' })
  await put('styles', { css: 'p { x: "/*" }' }, { service, file: 'assets/print.css' })
  const { css, sheets } = await snapshotWith(
    { service },
    {
      [`/cdn/v1/${FILE}`]: '',
      '/assets/print.css': 'print',
      '/assets/missing.css': '',
    },
  )
  expect(css.replaceAll('\n\n', '\n')).toBe(
    'a {}\n.pay { color: red; background:  none  }\n@media print {\np { x: "/*" }\n}\nb {}',
  )
  expect(sheets.map(({ path, isUploaded }) => [path, isUploaded])).toEqual([
    [`/cdn/v1/${FILE}`, true],
    ['/assets/print.css', true],
    ['/assets/missing.css', false],
  ])
  // With a hash in its name a file is the same in each release; without, it is not.
  const next = await snapshotWith({ service, release: '1.1' }, { [`/${FILE}`]: '', '/assets/print.css': '' })
  expect(next.sheets.map(({ isUploaded }) => isUploaded)).toEqual([true, false])
  const other = await snapshotWith({ service: newName() }, { [`/${FILE}`]: '' })
  expect([other.css, other.sheets[0]!.isUploaded]).toEqual(['a {}\nb {}', false])
})

test('a source map with the same content is no way around the checks of a style sheet', async () => {
  const service = newName()
  const hostile = { ...MAP, x: '</style><meta http-equiv="refresh" content="0;url=http://203.0.113.1">' }
  await put('maps', hostile, { service, file: 'a.js' })
  await put('styles', { css: JSON.stringify(hostile) }, { service })
  const { css } = await snapshotWith({ service }, { [`/${FILE}`]: '' })
  expect(css).toContain('"version"')
  expect(css).not.toContain('</')
})
