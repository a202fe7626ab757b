import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type RecordingCollector, digestsIn, startCollector } from '../testing/recording-collector.ts'
import { eventually, exceptionOf, healthOf, logOf, newFolder, post } from '../testing/relay-fixture.ts'
import { startRelay, stopRelay } from '../testing/relay-process.ts'

const TMPFS_BYTES = 8 * 1024 * 1024
const POSTS_EVERY_MS = 20
const SENDERS = 3

const mounts: string[] = []
afterEach(() => {
  for (const mount of mounts.splice(0)) execFileSync('umount', ['-l', mount])
})

type Disk = { name: string; start: typeof startFull }

/** Without root, a limit on the size of files refuses every write; with root, a small file system is full. */
const disks: Disk[] = [{ name: 'a limit on the size of files', start: startFull }]
if (process.getuid?.() === 0) disks.push({ name: 'a full file system', start: startOnFullFileSystem })

test.each(disks)(
  'a disk that is full when the collector goes away ($name) loses nothing that was acknowledged',
  async ({ start }) => {
    const collector = await startCollector()
    collector.status = 503
    const { url, freeSpace } = await start(newFolder(), collector)
    const load = sendUntilStopped(url)
    await eventually(() => expect(load.refused()).toBeGreaterThan(50))
    expect(load.acknowledged()).toEqual([])
    expect((await fetch(`${url}/health`)).status).toBe(503)
    freeSpace()
    await eventually(() => expect(load.acknowledged().length).toBeGreaterThan(50))
    await load.stop()
    collector.status = 200
    await eventually(() => {
      const arrived = new Set(digestsIn(collector))
      expect(load.acknowledged().filter((digest) => !arrived.has(digest))).toEqual([])
    })
    await eventually(async () =>
      expect(await healthOf({ url })).toMatchObject({
        spool: { bytes: 0, envelopes: 0 },
      }),
    )
  },
)

test('a full disk becomes free by itself: delivered envelopes are deleted without free space', async () => {
  const folder = newFolder()
  const collector = await startCollector()
  collector.status = 503
  const environment = { DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const relay = await startRelay({ ...environment, SPOOL_LIMIT: '1 MiB' })
  const stacks = { 'exception.stacktrace': 'x'.repeat(10_000) }
  const digests = Array.from({ length: 60 }, (_, index) => `D${index}`)
  for (const digest of digests)
    expect((await post(`${relay.url}/monitoring`, logOf(exceptionOf(digest, stacks)))).status).toBe(200)
  setFileLimit(relay.child.pid!, '0')
  await eventually(async () =>
    expect((await post(`${relay.url}/monitoring`, logOf(exceptionOf('NONE')))).status).toBe(503),
  )
  collector.status = 200
  await eventually(async () => expect(await healthOf(relay)).toMatchObject({ spool: { bytes: 0 } }))
  expect(digestsIn(collector).toSorted()).toEqual(digests.toSorted())
  await stopRelay(relay, 'SIGKILL')
})

async function startFull(folder: string, collector: RecordingCollector) {
  const environment = { DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const { child, url } = await startRelay(environment, false)
  return { url, freeSpace: () => setFileLimit(child.pid!, 'unlimited') }
}

async function startOnFullFileSystem(folder: string, collector: RecordingCollector) {
  const spool = path.join(folder, 'spool')
  mkdirSync(spool)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${TMPFS_BYTES}`, 'tmpfs', spool])
  mounts.push(spool)
  const filler = path.join(spool, 'filler')
  writeFileSync(filler, Buffer.alloc(TMPFS_BYTES))
  const { url } = await startRelay({ DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  return { url, freeSpace: () => rmSync(filler) }
}

/** Bytes, of every file that the process writes. */
function setFileLimit(pid: number, limit: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:`])
}

function sendUntilStopped(url: string) {
  const acknowledged: string[] = []
  let refused = 0
  let isStopped = false
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let index = 0; !isStopped; index++) {
      const digest = `${sender}-${index}`
      const answer = await post(`${url}/monitoring`, logOf(exceptionOf(digest))).catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(digest)
      else refused++
      await sleep(POSTS_EVERY_MS)
    }
  })
  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    stop: async () => {
      isStopped = true
      await Promise.all(senders)
    },
  }
}
