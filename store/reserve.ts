// Bytes of the disk that nobody needs until it is full: the engine writes a megabyte and more to let a day go, and on a full disk cannot.
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Room for a day of many parts, each of which the engine replaces by an empty one and reserves a megabyte for it. */
const BYTES = 32 * 1024 * 1024
const BLOCK = 1024 * 1024

/** What must be left beside it: with less it would itself be what fills the disk. */
const LEAST_FREE = 8 * 1024 * 1024

export type Reserve = {
  /** Takes it from the disk, unless it is there. False: the disk is too full for it. */
  keep(): boolean
  /** Gives it back. */
  release(): void
}

export function openReserve(folder: string): Reserve {
  const file = join(folder, 'reserve')
  return {
    keep() {
      if (sizeOf(file) >= BYTES) return true
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize < BYTES + LEAST_FREE) return false
      fill(file)
      return true
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** Written, for a file that is only made longer takes no room. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (let size = 0; size < BYTES; size += BLOCK) writeSync(descriptor, Buffer.alloc(BLOCK, 1))
  } finally {
    closeSync(descriptor)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
