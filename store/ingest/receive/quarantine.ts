// Bodies that can never be stored, in files for inspection.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of all files, the oldest deleted first: enough to understand a client, too little to fill a disk. */
const MAX_FILES = 100
const MAX_BYTES = 64 * 1024 * 1024

/** Throws on a full disk: the sender is then answered that it may try again. */
export type Quarantine = { write(name: string, bytes: Buffer): void }

export function openQuarantine(parent: string): Quarantine {
  const folder = join(parent, 'refused')
  let count = 0
  return {
    write(name, bytes) {
      mkdirSync(folder, { recursive: true })
      // The number tells files of one millisecond apart.
      const file = join(folder, `${Date.now()}-${String(count++ % 10_000).padStart(4, '0')}-${name}`)
      try {
        writeFileSync(file, bytes)
      } catch (error) {
        // The sender repeats it: a part of it each time would fill the rest of the disk.
        rmSync(file, { force: true })
        throw error
      }
      deleteOldest(folder)
    },
  }
}

function deleteOldest(folder: string): void {
  // Names begin with the time.
  const newestFirst = readdirSync(folder).sort().toReversed()
  let bytes = 0
  for (const [index, file] of newestFirst.entries()) {
    bytes += statSync(join(folder, file)).size
    if (index >= MAX_FILES || (index > 0 && bytes > MAX_BYTES)) rmSync(join(folder, file), { force: true })
  }
}
