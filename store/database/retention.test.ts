import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { watchRetention } from './retention.ts'
import { makeDisk } from '../testing/disk.ts'
import { openTestEngine } from '../testing/engine.ts'
import { exception, keyValues, logs } from '../testing/otlp.ts'
import { makeFolder, type TestStore } from '../testing/store.ts'
import { storeOfTest } from '../testing/suite.ts'

const DAY = 24 * 3_600_000
const MIB = 1024 ** 2

/** Text that cannot be compressed: about `bytes` on the disk. */
const heavy = (bytes: number): string => randomBytes(bytes).toString('base64')

test('STORE_LIMIT drops the oldest days until the rest fits, and /api/status lists them', async () => {
  const store = await storeOfTest()
  const limit = { STORE_LIMIT: '64 MiB' }
  const now = Date.now()
  const dayOf = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10)
  for (const ago of [3, 2, 1]) await sendDay(store, now - ago * DAY, 4)
  const before = await store.status()
  expect([before.limit, before.dropped, before.rows.exceptions]).toEqual([null, [], 3])
  expect(before.bytes).toBeGreaterThan(80 * MIB)

  await store.restart('SIGKILL', limit)
  await vi.waitFor(async () => expect((await store.status()).dropped).toHaveLength(1), 60_000)
  const after = await store.status()
  expect(after.dropped).toMatchObject([{ day: dayOf(3) }])
  expect([after.limit, after.rows.exceptions]).toEqual([64 * MIB, 2])
  expect(after.bytes).toBeLessThan(64 * MIB)

  // Today stays whatever the limit is, also where a fast clock has made another day the newest.
  await sendDay(store, Date.now(), 10)
  await store.send('logs', exception({ at: Date.now() + DAY - 60_000 }))
  await store.restart('SIGKILL', limit)
  await vi.waitFor(async () => expect((await store.status()).dropped).toHaveLength(2), 60_000)
  const last = await store.status()
  expect(last.dropped).toMatchObject([{ day: dayOf(2) }, { day: dayOf(1) }])
  expect(last.rows.exceptions).toBe(2)
  expect(last.bytes).toBeGreaterThan(64 * MIB)
})

test('STORE_LIMIT drops the pages that users saw before it drops a day', async () => {
  const folder = makeFolder()
  const engine = await openTestEngine(folder, 30)
  for (const ago of [2, 1]) {
    const at = `now() - INTERVAL ${ago} DAY`
    await engine.command(`INSERT INTO exceptions (Timestamp, IssueId, Digest) SELECT ${at}, 'a', 'A${ago}'`)
    await engine.command(
      `INSERT INTO snapshots (Timestamp, Digest, Html) SELECT ${at}, 'A${ago}', '${ago}-1'`,
    )
    await engine.command(
      `INSERT INTO snapshot_contents (StoredAt, Hash, Data)
       SELECT ${at}, concat('${ago}-', number), randomString(1048576) FROM numbers(40)`,
    )
  }
  const digests = (table: string) => engine.query(`SELECT Digest FROM ${table} ORDER BY Digest`, {})
  const retention = watchRetention({
    engine,
    config: readConfig({ DATA_DIR: folder, STORE_LIMIT: '64 MiB' }),
    log: pino({ level: 'silent' }),
    onDrop: () => {},
  })
  // The older half is enough.
  await vi.waitFor(async () => expect(await digests('snapshots')).toEqual([{ Digest: 'A1' }]), 60_000)
  expect(await digests('exceptions')).toEqual([{ Digest: 'A1' }, { Digest: 'A2' }])
  expect(retention.dropped).toEqual([])
  retention.stop()
  await engine.close()
})

const RUNNING = `SELECT count() AS running FROM system.processes WHERE query LIKE '%sleepEach' || 'Row%'`
const disk = makeDisk(160 * MIB)
afterAll(() => disk?.remove())

// Only root may mount a small disk.
if (disk !== null)
  test('on a full disk one day is dropped, also where a query keeps its files', async () => {
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    const engine = await openTestEngine(folder, 30)
    for (const ago of [3, 2, 1])
      await engine.command(
        `INSERT INTO otel_logs (Timestamp, Body)
         SELECT now() - INTERVAL ${ago} DAY, randomString(50000) FROM numbers(320)`,
      )
    const config = readConfig({ DATA_DIR: folder, STORE_LIMIT: '1 GiB' })
    const retention = watchRetention({
      engine,
      config,
      log: pino({ level: 'silent' }),
      onDrop: () => {},
    })
    await expect.poll(() => existsSync(join(config.folder, 'reserved'))).toBe(true)
    disk.fill()
    const reading = engine.query('SELECT sum(length(Body) + sleepEachRow(0.008)) FROM otel_logs', {})
    await expect.poll(() => engine.query(RUNNING, {})).toMatchObject([{ running: 1 }])
    await retention.freeSpace()
    const oldest = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10)
    expect(retention.dropped).toMatchObject([{ day: oldest }])
    retention.stop()
    await reading
    await engine.close()
  })

/** A value holds 64 KiB, of which two thirds survive packing: 7.5 MB a request, and one exception. */
async function sendDay(store: TestStore, at: number, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent++) {
    const records = Array.from({ length: 160 }, () => ({
      timeUnixNano: `${at}000000`,
      attributes: keyValues({ body: heavy(48_000) }),
    }))
    await store.send('logs', logs(records))
  }
  await store.send('logs', exception({ at, message: 'One a day', stacktrace: '' }))
}
