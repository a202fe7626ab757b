// The files of the collector's queue, one for each signal. The collector does not start on one that is no
// database of bbolt; its own `recreate` helps only where such a file makes it panic.
import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Begins each of the two pages of metadata, behind 16 bytes that every page begins with. */
const MAGIC = 0xed0cdaed
const MAGIC_OFFSETS = [16, 4096 + 16]

/** Renames damaged files, so that the collector creates new ones. Returns a sentence for each. */
export function quarantineDamagedQueues(folder: string): string[] {
  if (!existsSync(folder)) return []
  const damaged = readdirSync(folder).filter(
    (name) => /^exporter_\w+$/.test(name) && isDamaged(join(folder, name)),
  )
  return damaged.map((name) => {
    const file = join(folder, name)
    const target = `${file}.damaged-${Date.now()}`
    renameSync(file, target)
    return `The collector's queue ${file} is damaged. It was moved to ${target}, and its data is lost.`
  })
}

/** An empty file is a new queue. */
function isDamaged(file: string): boolean {
  const bytes = Buffer.alloc(2 * 4096)
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, bytes, 0, bytes.length, 0)
    return length > 0 && MAGIC_OFFSETS.every((offset) => bytes.readUInt32LE(offset) !== MAGIC)
  } finally {
    closeSync(descriptor)
  }
}
