// The store's disk is full, and that of the others is not: what is accepted meanwhile waits in the collector's queue on disk.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDisk } from '../store/testing/disk.ts'
import { openHouse, until } from './house.ts'
import { settled } from './kills.ts'
import { exceptionLog, post, sendUntilStopped } from './telemetry.ts'

/** Room for the engine and what the test sends. */
const DISK = 128 * 1024 * 1024
const REST_MS = 20
const BEFORE = 50
const MEANWHILE = 300

const dataDir = mkdtempSync(join(tmpdir(), 'errata-e2e-full-'))
mkdirSync(join(dataDir, 'store'))
const disk = makeDisk(DISK, join(dataDir, 'store'))
afterAll(() => {
  disk?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

test.runIf(disk !== null)(
  'nothing accepted while the disk of the store is full is lost or counted twice',
  { timeout: 240_000 },
  async () => {
    const house = await openHouse({ DATA_DIR: dataDir })
    const service = 'on-a-full-disk'
    const load = sendUntilStopped(house.url, { service, restMs: REST_MS })
    await until('some accepted', () => load.acknowledged() > BEFORE)
    disk!.fill()
    // The collector is sent away like anybody else.
    await until(
      'the store is full',
      async () => (await post(`${house.storeUrl}/v1/logs`, exceptionLog({ service: 'other' }).body)).status === 503,
    )
    const before = load.acknowledged()
    await until('many accepted meanwhile', () => load.acknowledged() > before + MEANWHILE)
    const { acknowledged, refused } = await load.stop()
    expect(refused).toBe(0)

    disk!.empty()
    const toll = await settled(house, service, acknowledged)
    expect(toll).toEqual({ acknowledged: acknowledged.length, lost: 0, stored: acknowledged.length, counted: acknowledged.length })
    expect((await house.close()).code).toBe(0)
  },
)
