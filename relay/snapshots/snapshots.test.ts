// Snapshots at the relay's port: their limits, what the store gets, and that errors never wait for them.
import { readdirSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  eventually,
  exceptionOf,
  logOf,
  post,
  startTestRelay,
  type TestRelay,
} from '../testing/relay-fixture.ts'
import { recordSnapshots } from '../testing/recordings.ts'

type Node = string | unknown[]

const PAGE: Node = ['html', {}, ['body', {}, ['p', { class: 'total' }, '*** **'], 'password=hunter2']]

function pageOf(digest: string, more: Record<string, unknown> = {}) {
  const sent = { service: 'shop', session: 's-1', user: 'u-1', at: Date.now(), width: 800, height: 600 }
  return {
    digest,
    ...sent,
    root: PAGE,
    css: ['p { color: red }'],
    pageSheets: 1,
    texts: 2,
    inputs: 0,
    ...more,
  }
}

const shared = await startTestRelay()

const send = (relay: TestRelay, body: unknown, headers: Record<string, string> = {}) =>
  post(`${relay.url}/monitoring/snapshot`, body, headers)
const waiting = (relay: TestRelay) => readdirSync(path.join(relay.folder, 'snapshots'))

/** Sends an error, and returns when the collector has it. */
async function expectError(relay: TestRelay, digest: string): Promise<void> {
  const count = relay.collector.requests
  expect((await post(`${relay.url}/monitoring`, logOf(exceptionOf(digest)))).status).toBe(200)
  await eventually(() => expect(relay.collector.requests).toBeGreaterThan(count))
}

test('a snapshot is made harmless and reaches the store, not the collector', async () => {
  const relay = shared
  const snapshots = recordSnapshots(relay)
  const body = gzipSync(JSON.stringify(pageOf('7K3M9QXP')))
  expect((await send(relay, new Uint8Array(body), { 'content-encoding': 'gzip' })).status).toBe(200)
  await eventually(() => expect(snapshots).toHaveLength(1))
  expect(snapshots[0]).toMatchObject({
    source: 'errata',
    digest: '7K3M9QXP',
    service: 'shop',
    session: 's-1',
    user: 'u-1',
    html: '<html><head></head><body><p class="total">*** **</p>password=[scrubbed]</body></html>',
    css: 'p { color: red }',
    texts: 2,
    bytes: body.length,
    reason: null,
  })
  await eventually(() => expect(waiting(relay)).toEqual([]))
  expect(relay.collector.requests).toBe(0)
})

test.each([
  ['no JSON object', '[]', 400],
  ['no digest', { root: PAGE }, 400],
  ['no element', pageOf('7K3M9QXP', { root: 'x' }), 400],
  ['a name that is no text', pageOf('7K3M9QXP', { root: [1, {}] }), 400],
  ['too many bytes', pageOf('7K3M9QXP', { root: ['html', {}, 'x'.repeat(170_000)] }), 413],
  ['a form', 'digest=7K3M9QXP', 400],
])('%s is refused', async (_, body, status) => {
  const relay = shared
  expect((await send(relay, body)).status).toBe(status)
  expect((await send(relay, body, { 'content-type': 'text/plain' })).status).toBe(415)
})

test('a compressed bomb is refused, and a page that becomes too large', async () => {
  const relay = shared
  const bomb = gzipSync(`{"digest":"7K3M9QXP","x":"${'x'.repeat(20_000_000)}"}`)
  const encoding = { 'content-encoding': 'gzip' }
  expect((await send(relay, new Uint8Array(bomb), encoding)).status).toBe(413)
  const large = pageOf('7K3M9QXP', {
    root: ['html', {}, ...Array.from({ length: 3_000 }, () => ['x-a', {}, ['#shadow', { sheets: '0' }]])],
    css: ['p { color: red }'.repeat(100)],
  })
  expect((await send(relay, new Uint8Array(gzipSync(JSON.stringify(large))), encoding)).status).toBe(413)
  await expectError(relay, 'AAAAAAA1')
})

test('sheets that the page could not read have their place in its styles, and nothing hostile', async () => {
  const snapshots = recordSnapshots(shared)
  const unread = [
    [0, 'https://cdn.example/v1/first.css?token=x#y', 'screen and (min-width: 1px)'],
    [1, '/second.css', 'screen } body { color: red'],
    [2, '/of-a-shadow-root.css', ''],
    [1, `/${'x'.repeat(600)}.css`, ''],
    [1, '', 1],
    [1e9, { path: '/' }],
    'x',
    null,
  ]
  const css = ['a {} ', '@import "x"; b { background: url(/x) }', 'c {}']
  const more = Array.from({ length: 200 }, (_, index) => [1, `/${index}.css`, ''])
  for (const sheets of [unread, more, 'x', { 0: [] }])
    await send(shared, pageOf('7K3M9QXV', { css, pageSheets: 2, unread: sheets }))
  await eventually(() => expect(snapshots).toHaveLength(4))
  expect(snapshots[0]!.css).toBe('a {}\nb { background:  none  }')
  expect(snapshots[0]!.unread).toEqual([
    { path: '/v1/first.css', media: 'screen and (min-width: 1px)', at: 0 },
    { path: '/second.css', media: '', at: 4 },
    { path: '/of-a-shadow-root.css', media: '', at: null },
  ])
  expect(snapshots.slice(1).map((snapshot) => snapshot.unread.length)).toEqual([50, 0, 0])
})

test('where the page was scrolled to, its slots and what was above it are in the copy', async () => {
  const snapshots = recordSnapshots(shared)
  const root = [
    'html',
    { scroll: '0 900' },
    [
      'body',
      {},
      [
        'main',
        { scroll: '5 -300', style: 'color: red' },
        ['p', { style: 'margin: 0' }],
        ['dialog', { top: '' }],
      ],
      ['x-card', {}, ['#shadow', { sheets: '' }, ['slot', { name: '0' }]], ['b', { slot: '0', name: '"x' }]],
      ['p', { scroll: '0 9);--x:url(//evil.example)', top: '"><script>', slot: 'a b' }],
    ],
  ]
  await send(shared, pageOf('7K3M9QXZ', { root }))
  await eventually(() => expect(snapshots).toHaveLength(1))
  expect(snapshots[0]!.html).toBe(
    '<html><head></head><body><main style="color: red"><p style="margin: 0;translate:-5px 300px"></p>' +
      '<dialog data-errata-top="" style="translate:-5px 300px"></dialog></main><x-card>' +
      '<template shadowrootmode="open"><slot name="0"></slot></template><b slot="0"></b></x-card>' +
      '<p data-errata-top=""></p><i id="errata-view" style="position:absolute;left:0px;top:900px"></i>' +
      '</body></html>',
  )
})

test('an address has a limit of its own, which takes nothing from its errors', async () => {
  const relay = await startTestRelay({ RATE_LIMIT: '60' })
  recordSnapshots(relay)
  const statuses = []
  for (let round = 0; round < 5; round++) statuses.push((await send(relay, pageOf('7K3M9QXP'))).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  await expectError(relay, 'AAAAAAA2')
})

test('errors arrive while the store hangs, and snapshots wait for it on the disk', async () => {
  let status: number | null = null
  const snapshots = recordSnapshots(shared, () => status)
  expect((await send(shared, pageOf('BBBBBBB1'))).status).toBe(200)
  expect((await send(shared, pageOf('BBBBBBB2'))).status).toBe(200)
  await expectError(shared, 'BBBBBBB1')
  expect(waiting(shared)).toHaveLength(2)
  // Its connections end, as with a restart.
  status = 503
  for (const { socket } of shared.store.requests) socket.destroy()
  await expectError(shared, 'BBBBBBB2')
  expect(snapshots).toEqual([])
  status = 204
  await eventually(() => expect(snapshots.map(({ digest }) => digest)).toEqual(['BBBBBBB1', 'BBBBBBB2']))
  await eventually(() => expect(waiting(shared)).toEqual([]))
})

test('errors arrive while snapshots are slow to read, and while no space is left for them', async () => {
  recordSnapshots(shared, () => 503)
  const slow = pageOf('CCCCCCC1', { css: ['a{b:c('.repeat(20_000)] })
  const sending = Array.from({ length: 30 }, () => send(shared, slow))
  await expectError(shared, 'CCCCCCC1')
  const statuses = (await Promise.all(sending)).map((response) => response.status)
  // One is read, and 16 wait.
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  truncateSync(path.join(shared.folder, 'snapshots', waiting(shared)[0]!), 64 * 1024 * 1024)
  const refused = await send(shared, pageOf('CCCCCCC2'))
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ message: 'No space is left for snapshots.' }),
  ])
  await expectError(shared, 'CCCCCCC2')
})
