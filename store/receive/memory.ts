// Which bodies and occurrences are in already. Kept in memory and on disk, so that what is sent again after a crash is known.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeySet, type KeySet } from './keySet.ts'

/**
 * Keys per generation; the two newest are known. What a collector sends again after a crash is what was in flight: dozens. But a relay
 * that empties its spool after an outage, and sends again what the collector was slow to answer, may be hundreds of
 * thousands ahead of what the collector has passed on; a generation takes 16 MB of memory.
 */
const GENERATION = 500_000

/** Keys that come together may go beyond a generation: those of one group, with room to spare. */
const MOST_AT_ONCE = 24_000

/** Bytes of one key on disk. */
const KEY = 16

export type Memory = {
  has(key: string): boolean
  /** Keys are 32 hex digits. Returns when they are written. */
  add(keys: string[]): void
}

export function openMemory(folder: string): Memory {
  const file = join(folder, 'received')
  const older = join(folder, 'received.old')
  let previous = read(older)
  let current = read(file)

  return {
    has: (key) => current.has(key) || previous.has(key),
    add(keys) {
      for (const key of keys) current.add(key)
      appendFileSync(file, Buffer.from(keys.join(''), 'hex'))
      if (current.size < GENERATION) return
      renameSync(file, older)
      writeFileSync(file, '')
      previous = current
      current = createKeySet(GENERATION + MOST_AT_ONCE)
    },
  }
}

function read(file: string): KeySet {
  const keys = createKeySet(GENERATION + MOST_AT_ONCE)
  if (!existsSync(file)) return keys
  const bytes = readFileSync(file)
  // A crash may have cut the last key short: it is overwritten by nothing, so the rest would be read askew.
  const whole = bytes.length - (bytes.length % KEY)
  if (whole < bytes.length) writeFileSync(file, bytes.subarray(0, whole))
  // Whatever else lies there, no more are read than there is room for.
  for (let at = Math.max(0, whole - GENERATION * KEY); at < whole; at += KEY)
    keys.add(bytes.toString('hex', at, at + KEY))
  return keys
}
