// The collector's queue is on the relay's disk, as with `npm start`, and the disk fills up.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { digestsIn, startCollector } from '../testing/recording-collector.ts'
import { eventually, exceptionOf, logOf, newFolder, post } from '../testing/relay-fixture.ts'
import { startRelay } from '../testing/relay-process.ts'

const DISK_BYTES = 64 * 1024 * 1024
/** Less than the mark for forwarding, which is 2 MiB of this disk, and more than the one for the spool. */
const LITTLE_BYTES = 1024 * 1024
/** The relay looks at the disk ten times a second. */
const FULL_MS = 300

const mounts: string[] = []
afterEach(() => {
  for (const mount of mounts.splice(0)) execFileSync('umount', ['-l', mount])
})

// Only root may mount a small disk.
test.runIf(process.getuid?.() === 0)(
  'with little space the relay forwards nothing, and what the collector may have lost is sent again',
  async () => {
    const folder = newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder])
    mounts.push(folder)
    mkdirSync(path.join(folder, 'collector'))
    const filler = path.join(folder, 'filler')
    const collector = await startCollector()
    const { url } = await startRelay({ DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const send = async (digest: string) =>
      (await post(`${url}/monitoring`, logOf(exceptionOf(digest)))).status

    writeFileSync(filler, Buffer.alloc(DISK_BYTES - LITTLE_BYTES))
    await eventually(async () => {
      const before = collector.requests
      expect(await send('SPOOLED')).toBe(200)
      expect(collector.requests).toBe(before)
    })
    rmSync(filler)
    await eventually(() => expect(digestsIn(collector)).toContain('SPOOLED'))

    await eventually(async () => {
      expect(await send('LAST')).toBe(200)
      expect(digestsIn(collector)).toContain('LAST')
    })
    const deliveries = digestsIn(collector).filter((digest) => digest === 'LAST').length
    fill(filler)
    await eventually(async () => expect(await send('REFUSED')).toBe(503))
    await sleep(FULL_MS)
    rmSync(filler)
    await eventually(() =>
      expect(digestsIn(collector).filter((digest) => digest === 'LAST').length).toBeGreaterThan(deliveries),
    )
  },
)

function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(DISK_BYTES))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
