// Bodies that can never be taken, put aside for a person to look at.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files and bytes kept; the oldest go first. Enough to see what is wrong with a client, too little to fill a disk. */
const MAX_FILES = 100
const MAX_BYTES = 64 * 1024 * 1024

/** Throws where there is no room: the sender is then asked to come again. */
export type Refused = { putAside(name: string, bytes: Buffer): void }

export function openRefused(folder: string): Refused {
  const place = join(folder, 'refused')
  let count = 0
  return {
    putAside(name, bytes) {
      mkdirSync(place, { recursive: true })
      // Several come in one millisecond.
      const file = join(place, `${Date.now()}-${String(count++ % 10_000).padStart(4, '0')}-${name}`)
      try {
        writeFileSync(file, bytes)
      } catch (error) {
        // Its sender is told to come again, and half of it each time would fill what is left of a full disk.
        rmSync(file, { force: true })
        throw error
      }
      tidy(place)
    },
  }
}

function tidy(place: string): void {
  // Names begin with their time, so that their order is their age.
  const files = readdirSync(place).sort().toReversed()
  let bytes = 0
  for (const [at, file] of files.entries()) {
    bytes += statSync(join(place, file)).size
    if (at >= MAX_FILES || (at > 0 && bytes > MAX_BYTES)) rmSync(join(place, file), { force: true })
  }
}
