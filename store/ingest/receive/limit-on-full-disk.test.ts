import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeDisk } from '../../testing/disk.ts'
import { exception, keyValues, logs } from '../../testing/otlp.ts'
import type { TestStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'

const DAY = 24 * 3_600_000
const MEGABYTE = 1024 * 1024

/** Space for the engine's own files, the reserved space and three days. */
const DISK = 160 * MEGABYTE

/** Of each day: incompressible texts of 15 MB, in one request, so that no merge of its parts frees space. */
const RECORDS = 320
const TEXT_BYTES = 48_000

const disk = makeDisk(DISK)
afterAll(() => disk?.remove())

// Only root may mount a small disk; `full.test.ts` shows to everybody that a day is dropped.
if (disk !== null)
  test('on a full disk STORE_LIMIT drops the oldest day, also for what a crash has left', async () => {
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    const store = await storeOfTest({ folder, env: { STORE_LIMIT: '1 GiB' } })
    const now = Date.now()
    for (const ago of [3, 2, 1]) {
      await sendDay(store, now - ago * DAY)
      // Answered from the tables: two days in the journal would not fit beside their blocks.
      await store.read('/api/today')
    }
    await store.send('logs', exception({ at: now }))
    await store.status()
    await store.send('logs', exception({ at: now, message: 'Left by a crash' }))
    await store.kill()
    disk.fill()

    await store.start()
    // What the crash left is in the tables when space is free.
    const { logs: stored, exceptions } = (await store.status()).rows
    expect([stored, exceptions]).toEqual([3 * RECORDS + 1, 1])
    const waits = exception({ at: now, message: 'Came while the disk was full' })
    const refused = await store.trySend('logs', waits)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ])

    // There is no consistent state for a backup; it is refused at once.
    expect((await store.post('/backup', {})).status).toBe(503)

    await store.send('logs', waits)
    const after = await vi.waitFor(async () => {
      const status = await store.status()
      expect(status.rows.exceptions).toBe(3)
      return status
    }, 30_000)
    expect(after.dropped).toMatchObject([{ day: new Date(now - 3 * DAY).toISOString().slice(0, 10) }])
    expect(after.rows).toEqual({ spans: 0, logs: 2 * RECORDS + 3, exceptions: 3 })
    const body = await store.read<{ issues: { message: string }[] }>('/api/issues')
    expect(body.issues.map(({ message }) => message)).toContain('Left by a crash')
  })

async function sendDay(store: TestStore, at: number): Promise<void> {
  const records = Array.from({ length: RECORDS }, () => ({
    timeUnixNano: `${at}000000`,
    attributes: keyValues({ body: randomBytes(TEXT_BYTES).toString('base64') }),
  }))
  await store.send('logs', logs(records))
}
