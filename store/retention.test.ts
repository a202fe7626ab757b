import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { StatusAnswer } from './api/contract.ts'
import { exception, keyValues, logs } from './testing/otlp.ts'
import { startStore } from './testing/store.ts'

const DAY = 24 * 3_600_000
const MIB = 1024 ** 2

/** Text that cannot be packed, of about so many bytes on the disk. */
const heavy = (bytes: number): string => randomBytes(bytes).toString('base64')

test('STORE_LIMIT lets the oldest days go until the rest fits, and says so', async () => {
  let store = await startStore()
  const now = Date.now()
  const dayOf = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10)
  for (const ago of [3, 2, 1]) {
    // Two thirds of a value survive the packing of base64; a value holds 64 KiB.
    const records = Array.from({ length: 640 }, () => ({
      timeUnixNano: `${now - ago * DAY}000000`,
      attributes: keyValues({ body: heavy(48_000) }),
    }))
    for (let at = 0; at < records.length; at += 160) expect((await store.send('logs', logs(records.slice(at, at + 160)))).status).toBe(200)
    expect((await store.send('logs', exception({ at: now - ago * DAY, message: `Day ${ago}`, stacktrace: '' }))).status).toBe(200)
  }
  const before = (await store.ask<StatusAnswer>('/api/status')).body
  expect([before.limit, before.letGo, before.rows.exceptions]).toEqual([null, [], 3])
  expect(before.bytes).toBeGreaterThan(80 * MIB)

  await store.kill()
  store = await startStore({ folder: store.folder, env: { STORE_LIMIT: '64 MiB' } })
  await vi.waitFor(async () => expect((await store.ask<StatusAnswer>('/api/status')).body.letGo).toHaveLength(1), 20_000)
  const after = (await store.ask<StatusAnswer>('/api/status')).body
  expect(after.letGo).toMatchObject([{ day: dayOf(3) }])
  expect([after.limit, after.rows.exceptions]).toEqual([64 * MIB, 2])
  expect(after.bytes).toBeLessThan(64 * MIB)
  expect(await store.stop()).toBe(0)
}, 60_000)
