// Parts without rows, as a full disk leaves them: the engine ignores the error of a write.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { makeDisk } from '../../testing/disk.ts'
import { exception, exceptionRecord, logs, newDigest } from '../../testing/otlp.ts'
import { partFolders } from '../../testing/parts.ts'
import type { TestStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'

const REQUESTS = 16
const DISK = 128 * 1024 * 1024
/** Each fills the disk to its last byte, and empties it again. */
const CYCLES = 12
const FULL_MILLISECONDS = 800
const EMPTY_MILLISECONDS = 1_200
/** Of one sender; each request has three exceptions. */
const SEND_MILLISECONDS = 15
const PATHS = ['/api/issues', '/api/status', '/api/traces', '/health']

test('a part that lost its files is replaced by its sources, and no answer is 500', async () => {
  const store = await storeOfTest()
  for (let sent = 0; sent < REQUESTS; sent++) await store.sendBlock('logs', exception())
  const part = await vi.waitFor(() => findMergedPart(store), { timeout: 30_000, interval: 100 })
  emptied(part)

  const [issue] = (await store.read<IssuesAnswer>('/api/issues')).issues
  const statuses = new Set<number>()
  const events = async (): Promise<unknown> => {
    const { status, body } = await store.ask<{ events: unknown[] }>(
      `/api/issues/${issue!.id}/events?limit=100`,
    )
    statuses.add(status)
    return body.events?.length ?? body
  }
  await vi.waitFor(async () => expect(await events()).toBe(REQUESTS), { timeout: 30_000, interval: 200 })
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  await store.restart()
  const { rows, problems } = await store.status()
  expect([rows.exceptions, rows.logs, problems]).toEqual([REQUESTS, REQUESTS, []])
})

const emptied = (part: string): void => {
  for (const file of readdirSync(part)) truncateSync(join(part, file))
}
const removed = (part: string): void => rmSync(part, { recursive: true })

test.each([
  ['a full disk', 'exceptions', '_2_2_0', emptied],
  ['a full disk', 'issues', '_2_2_1', emptied],
  // The engine remembers an insert before it renames the part to its name.
  ['a crash', 'otel_logs', '_2_2_0', removed],
  ['a crash', 'exceptions', '_2_2_0', removed],
  ['a crash', 'issues', '_2_2_1', removed],
])(
  'an insert whose rows were lost by %s, of %s, is repeated after a crash and counts once',
  async (_, table, part, damage) => {
    const store = await storeOfTest()
    const folder = join(store.folder, 'store')
    const journal = join(folder, 'journal')
    await store.sendBlock('logs', exception({ message: 'Before' }))
    await store.send('logs', exception({ message: 'Lost' }))
    const segment = readdirSync(journal).map((name) => [name, readFileSync(join(journal, name))] as const)
    expect(segment).toHaveLength(2)
    expect((await store.status()).rows.logs).toBe(2)
    const before = (await store.read<IssuesAnswer>('/api/issues')).issues
    await store.kill()
    // As if the crash had come during the insert: one of its parts is lost, and its segment exists.
    const parts = partFolders(folder, table).filter((path) => path.endsWith(part))
    expect(parts).toHaveLength(1)
    damage(parts[0]!)
    const second = Date.now() / 1000 - 5
    for (const [name, bytes] of segment) {
      writeFileSync(join(journal, name), bytes)
      utimesSync(join(journal, name), second, second)
    }
    rmSync(join(folder, 'received'))
    await store.start()
    const { rows, problems } = await store.status()
    expect([rows.exceptions, rows.logs, problems]).toEqual([2, 2, []])
    expect((await store.read<IssuesAnswer>('/api/issues')).issues).toEqual(before)
    expect(before.map(({ count }) => count)).toEqual([2])
  },
)

function readExceptionParts({ folder }: TestStore): string[] {
  return partFolders(join(folder, 'store'), 'exceptions')
}

/** The folder of the active part of `exceptions`, if it was merged from others that still exist. */
function findMergedPart(store: TestStore): string {
  const merged = readExceptionParts(store).filter((part) => /_1_\d+_[1-9]$/.test(part))
  const [active] = merged.toSorted((a, b) => levelOf(b) - levelOf(a))
  if (active === undefined) throw new Error('nothing was merged')
  return active
}

function levelOf(part: string): number {
  return Number(part.split('_').at(-1))
}

const disk = makeDisk(DISK)
afterAll(() => disk?.remove())

// Only root may mount a small disk.
if (disk !== null)
  test('a disk that fills up again and again during writes costs nothing, and no answer is 500', async () => {
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    const store = await storeOfTest({ folder })
    let isStopped = false
    let acknowledged = 0
    const statuses = new Set<number>()
    const send = async (): Promise<void> => {
      while (!isStopped) {
        const records = [1, 2, 3].map(() => exceptionRecord({ digest: newDigest() }))
        const { status } = await store.trySend('logs', logs(records))
        statuses.add(status)
        if (status === 200) acknowledged += records.length
        await pause(SEND_MILLISECONDS)
      }
    }
    const read = async (): Promise<void> => {
      while (!isStopped) {
        for (const path of PATHS) statuses.add((await store.ask(path)).status)
        await pause(SEND_MILLISECONDS)
      }
    }
    const clients = [send(), send(), send(), read()]
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      await pause(EMPTY_MILLISECONDS)
      disk.fill()
      await pause(FULL_MILLISECONDS)
      disk.empty()
    }
    await pause(EMPTY_MILLISECONDS)
    isStopped = true
    await Promise.all(clients)
    expect(statuses).toEqual(new Set([200, 503]))
    for (let starts = 0; starts < 2; starts++) {
      const { rows, problems } = await store.status()
      expect([rows.logs, rows.exceptions, problems]).toEqual([acknowledged, acknowledged, []])
      await store.restart()
    }
  })
