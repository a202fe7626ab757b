import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { makeDisk } from '../../testing/disk.ts'
import { exception, newSpanId, span, spans } from '../../testing/otlp.ts'
import type { TestStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'

const MEGABYTE = 1024 * 1024

/** Room for the engine's own files and some rows, and something that takes most of it until it is deleted. */
const DISK = 96 * MEGABYTE
const FILLER = 64 * MEGABYTE

/** Of one request: random texts, which cannot be compressed. */
const SPANS = 100
const TEXT_BYTES = 8 * 1024

/** Enough to fill the disk twice; REFUSED more are sent when it is full. */
const MOST_REQUESTS = (2 * DISK) / (SPANS * TEXT_BYTES)
const REFUSED = 3

/** More than the store begins in the test: one for each attempt. */
const SEGMENTS = 100
const RETRIES = { timeout: 60_000, interval: 1_000 }

/** Only root may mount a small disk. The tests after it show the same, on a part of the store. */
const disk = makeDisk(DISK)
afterAll(() => disk?.remove())

if (disk !== null)
  test('on a full disk senders are answered 503, nothing is lost, and it recovers', async () => {
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(FILLER, 1))
    const store = await storeOfTest({ folder })
    const refused = await fillUp(store)
    expect(refused.statuses).toEqual(new Set([200, 503]))
    expect(refused.retryAfter).toMatch(/^\d+$/)
    // Queries are still answered.
    expect((await store.status()).rows.spans).toBe(refused.acknowledged)

    rmSync(join(disk.folder, 'filler'))
    // A collector sends the same bytes again until they are stored.
    for (const body of refused.bodies) await store.send('traces', body)
    const wanted = refused.acknowledged + refused.bodies.length * SPANS
    expect((await store.status()).rows.spans).toBe(wanted)
    await store.restart()
    expect((await store.status()).rows.spans).toBe(wanted)
    expect(
      (await store.read<{ operations: { count: number }[] }>('/api/operations')).operations[0]?.count,
    ).toBe(wanted)
  })

/** Sends until the store has no space left, and a few more. */
async function fillUp(store: TestStore) {
  const statuses = new Set<number>()
  const bodies: string[] = []
  let [acknowledged, retryAfter] = [0, '']
  for (let sent = 0; sent < MOST_REQUESTS && bodies.length < REFUSED; sent++) {
    const body = fill()
    const { status, headers } = await store.trySend('traces', body)
    statuses.add(status)
    if (status === 200) acknowledged += SPANS
    else {
      bodies.push(body)
      retryAfter = headers.get('retry-after') ?? ''
    }
  }
  return { statuses, bodies, acknowledged, retryAfter }
}

function fill(): string {
  const list = Array.from({ length: SPANS }, () =>
    span({ spanId: newSpanId(), attributes: { text: randomBytes(TEXT_BYTES / 2).toString('hex') } }),
  )
  return JSON.stringify(spans(list))
}

test('without space senders are answered 503, and STORE_LIMIT drops the oldest day', async () => {
  const store = await storeOfTest({ env: { STORE_LIMIT: '1 GiB' } })
  const day = 24 * 3_600_000
  const days = [3, 2, 0].map((ago) =>
    exception({ at: Date.now() - ago * day, message: `Day ${'abcd'[ago]}` }),
  )
  for (const body of days) await store.send('logs', body)

  // Every write to this device fails as on a full disk. The store writes its rows there first.
  const journal = join(store.folder, 'store', 'journal')
  await store.status()
  const links = Array.from({ length: SEGMENTS }, (_, at) => join(journal, `${at + 1}.otel_logs`))
  for (const link of links) symlinkSync('/dev/full', link)
  const late = exception({ message: 'Sent while the disk was full', stacktrace: '' })
  const refused = await store.trySend('logs', late)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  // What is stored can be read.
  const status = () => store.status()
  expect((await status()).rows.exceptions).toBeGreaterThan(0)
  // A collector tries again and again.
  await vi.waitFor(async () => {
    expect((await store.trySend('logs', late)).status).toBe(503)
    expect((await status()).dropped).not.toEqual([])
  }, RETRIES)
  expect((await status()).dropped![0]!.day).toBe(new Date(Date.now() - 3 * day).toISOString().slice(0, 10))

  for (const link of links) rmSync(link, { force: true })
  await store.send('logs', late)
  await store.restart()
  const { issues } = await store.read<IssuesAnswer>('/api/issues')
  const messages = issues.map(({ message }) => message)
  expect(messages).toEqual(expect.arrayContaining(['Day a', 'Sent while the disk was full']))
  expect(messages).not.toContain('Day d')
})
