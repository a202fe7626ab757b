// The chunks of uploads, as files in a folder that all relays with this `DATA_DIR` share. They are deleted
// an hour after their last use, and the oldest ones when they take too much space.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createFreeSpace } from '../../server/free-space.ts'
import { HttpError } from '../../server/http-error.ts'

/** Bytes of a chunk. Every tool takes the size that a server announces; proxies refuse bodies above 1 MiB. */
export const CHUNK_BYTES = 512 * 1024
/** Chunks of a bundle: 512 MiB, which are some thousand scripts with their maps. */
export const MAX_CHUNKS = 1024

/** A tool sends the chunks of a bundle in some minutes. */
const LIFETIME_MS = 60 * 60_000
const SWEEP_MS = 10 * 60_000
/** Bytes of all chunks: two of the largest bundles. The file that is made of them comes on top. */
const MAX_BYTES = 2 * MAX_CHUNKS * CHUNK_BYTES

/** What must stay free for events: spool, collector and store may be on the same disk. */
const FREE_MARK = { bytes: 1024 ** 3, share: 1 / 8 }

export type Chunks = {
  /** Stores a chunk under its SHA-1, in hex. Throws 507. */
  add(checksum: string, bytes: Buffer): Promise<void>
  /** The chunks that are not stored. The others count as used now. */
  missing(checksums: string[]): Promise<string[]>
  /** Runs `work` with the path of a file of these chunks, and with its SHA-1 in hex. Throws 507. */
  withFile<Result>(
    checksums: string[],
    work: (file: string, checksum: string) => Promise<Result>,
  ): Promise<Result>
  close(): void
}

export function createChunks(folder: string): Chunks {
  const space = createFreeSpace(folder, FREE_MARK)
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref()
  void sweep()
  return { add, missing, withFile, close: () => clearInterval(sweeping) }

  async function add(checksum: string, bytes: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeOldest(MAX_BYTES - bytes.length)
    requireSpace()
    // Under its name a chunk is always complete.
    const unfinished = path.join(folder, randomUUID())
    try {
      await writeFile(unfinished, bytes, { mode: 0o600 })
      await rename(unfinished, path.join(folder, checksum))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async function missing(checksums: string[]): Promise<string[]> {
    const now = new Date()
    const absent = await Promise.all(
      checksums.map(async (checksum) => {
        try {
          await utimes(path.join(folder, checksum), now, now)
          return []
        } catch {
          return [checksum]
        }
      }),
    )
    return absent.flat()
  }

  async function withFile<Result>(
    checksums: string[],
    work: (file: string, checksum: string) => Promise<Result>,
  ): Promise<Result> {
    const file = path.join(folder, randomUUID())
    const hash = createHash('sha1')
    async function* read() {
      for (const checksum of checksums)
        for await (const bytes of createReadStream(path.join(folder, checksum))) {
          hash.update(bytes as Buffer)
          yield bytes as Buffer
        }
    }
    try {
      requireSpace()
      await pipeline(read, createWriteStream(file, { mode: 0o600 }))
      return await work(file, hash.digest('hex'))
    } finally {
      await rm(file, { force: true })
    }
  }

  function requireSpace(): void {
    if (!space.isEnough()) throw new HttpError(507, 'The disk of the relay has too little free space.')
  }

  /** Other relays delete the same files. */
  async function sweep(): Promise<void> {
    const oldest = Date.now() - LIFETIME_MS
    const files = await readFiles()
    await remove(files.filter(({ usedAt }) => usedAt < oldest))
  }

  async function removeOldest(limit: number): Promise<void> {
    const files = (await readFiles()).toSorted((a, b) => b.usedAt - a.usedAt)
    let bytes = 0
    await remove(files.filter((file) => (bytes += file.bytes) > limit))
  }

  async function readFiles(): Promise<{ file: string; bytes: number; usedAt: number }[]> {
    const names = await readdir(folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(folder, name)
        const status = await stat(file).catch(() => null)
        return status === null ? [] : [{ file, bytes: status.size, usedAt: status.mtimeMs }]
      }),
    )
    return files.flat()
  }
}

async function remove(files: { file: string }[]): Promise<void> {
  await Promise.all(files.map(({ file }) => rm(file, { force: true })))
}
