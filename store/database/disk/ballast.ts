// A file to delete when the disk is full: to drop a partition, the engine writes a megabyte and more.
import { appendFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Enough for a day of many parts: the engine replaces each by an empty one and reserves 1 MB for it. */
const BALLAST_BYTES = 32 * 1024 * 1024
const BLOCK_BYTES = 1024 * 1024

/** Room that must be left beside it: otherwise the ballast itself would fill the disk. */
const MIN_FREE_BYTES = 8 * 1024 * 1024

type DiskBallast = {
  /** Of its disk. */
  freeBytes(): number
  /** Creates the file if it does not exist. False: there is no room for it. */
  allocate(): boolean
  release(): void
}

export function openDiskBallast(folder: string): DiskBallast {
  const file = join(folder, 'ballast')
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    freeBytes,
    allocate() {
      if (sizeOf(file) >= BALLAST_BYTES) return true
      if (freeBytes() < BALLAST_BYTES + MIN_FREE_BYTES) return false
      writeBallast(file)
      return true
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** Writes all bytes: a file that only gets a size takes no room. */
function writeBallast(file: string): void {
  const block = Buffer.alloc(BLOCK_BYTES, 1)
  writeFileSync(file, block)
  while (sizeOf(file) < BALLAST_BYTES) appendFileSync(file, block)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
