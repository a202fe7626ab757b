import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { StatusAnswer } from '../../../contract/status.ts'
import { makeDisk } from '../../testing/disk.ts'
import { exception, keyValues, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'

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
  test(
    'on a full disk STORE_LIMIT drops the oldest day, also for what a crash has left',
    { timeout: 180_000 },
    async () => {
      const folder = join(disk.folder, 'data')
      mkdirSync(folder)
      const env = { STORE_LIMIT: '1 GiB' }
      let store = await startStore({ folder, env })
      const now = Date.now()
      for (const ago of [3, 2, 1]) await sendDay(store, now - ago * DAY)
      expect((await store.send('logs', exception({ at: now }))).status).toBe(200)
      void store.send('logs', exception({ at: now, message: 'Left by a crash' })).catch(() => {})
      while (!existsSync(join(folder, 'store', 'intent'))) await pause(1)
      await store.kill()
      disk.fill()

      store = await startStore({ folder, env })
      // What the crash left is stored when space is free, unless the engine had its row already: in both
      // tables, or in the table of log records alone.
      const { logs: stored, exceptions } = (await status(store)).rows
      expect([1, 2]).toContain(exceptions)
      expect([3 * RECORDS + exceptions, 3 * RECORDS + 2]).toContain(stored)
      const waits = exception({ at: now, message: 'Came while the disk was full' })
      const refused = await store.send('logs', waits)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([
        503,
        expect.stringMatching(/^\d+$/),
      ])

      // There is no consistent state for a backup; it is refused at once.
      const copy = await store.ask('/backup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect(copy.status).toBe(503)

      while ((await store.send('logs', waits)).status !== 200) await pause(200)
      const after = await status(store)
      expect(after.dropped).toMatchObject([{ day: new Date(now - 3 * DAY).toISOString().slice(0, 10) }])
      expect(after.rows).toEqual({ spans: 0, logs: 2 * RECORDS + 3, exceptions: 3 })
      const { body } = await store.ask<{ issues: { message: string }[] }>('/api/issues')
      expect(body.issues.map(({ message }) => message)).toContain('Left by a crash')
      expect(await store.stop()).toBe(0)
    },
  )

async function sendDay(store: TestStore, at: number): Promise<void> {
  const records = Array.from({ length: RECORDS }, () => ({
    timeUnixNano: `${at}000000`,
    attributes: keyValues({ body: randomBytes(TEXT_BYTES).toString('base64') }),
  }))
  expect((await store.send('logs', logs(records))).status).toBe(200)
}

async function status(store: TestStore): Promise<StatusAnswer> {
  return (await store.ask<StatusAnswer>('/api/status')).body
}
