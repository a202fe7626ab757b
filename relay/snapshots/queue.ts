// Snapshots on their way to the store: files in a folder that all relays with this `DATA_DIR` share. They are
// no part of the spool, and go past the collector, so that no error waits for one.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type http from 'node:http'
import path from 'node:path'
import type { Logger } from 'pino'
import { createFreeSpace } from '../../server/free-space.ts'
import { httpClient } from '../../server/node-http.ts'

/** Of all files: some thousand snapshots. */
const MAX_BYTES = 64 * 1024 * 1024
/** What must stay free for errors: spool, collector and store may be on the same disk. */
const FREE_MARK = { bytes: 1024 ** 3, share: 1 / 8 }
/** After an attempt that failed. */
const RETRY_MS = [1_000, 5_000, 10_000]
const TIMEOUT_MS = 30_000
/** A store that has been away for this long has no errors of that time either. */
const LIFETIME_MS = 7 * 86_400_000
const FAILED = 500
const FILE = /^\d+-[\da-f-]+\.json\.gz$/

export type SnapshotQueue = {
  /** Resolves to false where no space is left. `snapshot`: JSON, compressed. */
  add(snapshot: Uint8Array): Promise<boolean>
  close(): Promise<void>
}

type QueueOptions = { folder: string; storeUrl: string; logger: Logger }

export function createSnapshotQueue({ folder, storeUrl, logger }: QueueOptions): SnapshotQueue {
  const space = createFreeSpace(folder, FREE_MARK)
  const closing = new AbortController()
  let failures = 0
  let hasNew = false
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null
  void wake()
  return { add, close }

  async function add(snapshot: Uint8Array): Promise<boolean> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const bytes = (await readFiles()).reduce((sum, file) => sum + file.bytes, 0)
    if (bytes + snapshot.length > MAX_BYTES || !space.isEnough()) return false
    const name = `${Date.now()}-${randomUUID()}.json.gz`
    // Under its name a file is always complete.
    const unfinished = path.join(folder, `${name}.tmp`)
    try {
      await writeFile(unfinished, snapshot, { mode: 0o600 })
      await rename(unfinished, path.join(folder, name))
    } catch {
      await rm(unfinished, { force: true })
      return false
    }
    hasNew = true
    if (failures === 0) void wake()
    return true
  }

  function wake(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendAll()
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'snapshots could not be read'))
      .finally(() => {
        sending = null
        // It was added after the folder was read.
        if (hasNew && failures === 0 && !closing.signal.aborted) void wake()
      })
    return sending
  }

  async function sendAll(): Promise<void> {
    hasNew = false
    // The store failed with them, and may take the others.
    const failing = new Set<string>()
    for (;;) {
      const file = (await readFiles()).find(({ name }) => !failing.has(name))
      if (file === undefined || closing.signal.aborted) break
      const status = await sendFile(file.name)
      if (status === FAILED) failing.add(file.name)
      else if (status === 0 || status === 429 || status > FAILED) return retryLater()
    }
    if (failing.size > 0) retryLater()
  }

  function retryLater(): void {
    if (failures === 0) logger.warn('the store does not take snapshots: they wait on the disk')
    timer = setTimeout(() => void wake(), RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]).unref()
    failures++
  }

  /** Deletes what the store has, or will never take. Returns the status of its answer; 0: none. */
  async function sendFile(name: string): Promise<number> {
    const file = path.join(folder, name)
    const isOld = Number(name.split('-', 1)[0]) < Date.now() - LIFETIME_MS
    // Another relay has sent it.
    const snapshot = await readFile(file).catch(() => null)
    const status = snapshot === null || isOld ? 204 : await post(snapshot)
    if (status === 0 || status === 429 || status >= FAILED) return status
    failures = 0
    if (status >= 400) logger.warn({ status }, 'the store has refused a snapshot')
    await rm(file, { force: true })
    return status
  }

  /** 0: no answer. */
  function post(snapshot: Buffer): Promise<number> {
    return new Promise((resolve) => {
      const headers = {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': snapshot.length,
      }
      const { signal } = closing
      const request = httpClient(storeUrl).request(
        `${storeUrl}/snapshots`,
        { method: 'POST', headers, signal },
        (response: http.IncomingMessage) => {
          response.resume()
          response.on('error', () => resolve(0)).on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      request.setTimeout(TIMEOUT_MS, () => request.destroy())
      request.on('error', () => resolve(0)).on('close', () => resolve(0))
      request.end(snapshot)
    })
  }

  /** The oldest first. */
  async function readFiles(): Promise<{ name: string; bytes: number }[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name)).toSorted()
    return Promise.all(
      names.map(async (name) => {
        const { size = 0 } = (await stat(path.join(folder, name)).catch(() => null)) ?? {}
        return { name, bytes: size }
      }),
    )
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    closing.abort()
    await sending
  }
}
