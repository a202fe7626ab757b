// Space that is reserved by a file, and freed when the disk is full: dropping a partition writes a megabyte
// and more.
import { appendFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../files.ts'

/** Enough for a day of many parts: the engine replaces each by an empty one and reserves 1 MB for it. */
const RESERVED_BYTES = 32 * 1024 * 1024
const BLOCK_BYTES = 1024 * 1024

/** Space that must be left beside it: otherwise the file itself would fill the disk. */
const MIN_FREE_BYTES = 8 * 1024 * 1024

type ReservedSpace = {
  /** Of its disk. */
  freeBytes(): number
  /** Creates the file if it does not exist. False: there is not enough free space. */
  reserve(): boolean
  release(): void
}

export function openReservedSpace(folder: string): ReservedSpace {
  const file = join(folder, 'reserved')
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    freeBytes,
    reserve() {
      if (sizeOf(file) >= RESERVED_BYTES) return true
      if (freeBytes() < RESERVED_BYTES + MIN_FREE_BYTES) return false
      fill(file)
      return true
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** Writes all bytes: a file that only gets a size takes no space. */
function fill(file: string): void {
  const block = Buffer.alloc(BLOCK_BYTES, 1)
  writeFileSync(file, block)
  while (sizeOf(file) < RESERVED_BYTES) appendFileSync(file, block)
}
