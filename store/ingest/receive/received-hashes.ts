// Hashes of stored bodies and occurrences, in memory and on disk: repetitions are recognised after a crash.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendRecord } from '../../database/files.ts'
import { createKeySet, type KeySet } from './key-set.ts'

/**
 * Keys per generation (16 MB of memory); the two newest generations are recognised. After a crash a collector
 * repeats dozens of requests; a relay that empties its spool may be hundreds of thousands ahead.
 */
const GENERATION_KEYS = 500_000

/** A generation ends after the block that fills it: the most keys of the journal, with space to spare. */
const MAX_JOURNAL_KEYS = 24_000

/** Bytes of a key on disk. */
const KEY_BYTES = 16

export type ReceivedHashes = {
  has(key: string): boolean
  /** In memory: the journal has them on the disk. Keys are 32 hex digits. */
  add(keys: string[]): void
  /** Of a block that is to leave the journal. Returns when they are in the file. */
  write(keys: string[]): void
}

export function openReceivedHashes(folder: string): ReceivedHashes {
  const file = join(folder, 'received')
  const olderFile = join(folder, 'received.old')
  let older = read(olderFile)
  let current = read(file)

  return {
    has: (key) => current.has(key) || older.has(key),
    add(keys) {
      for (const key of keys) current.add(key)
    },
    write(keys) {
      appendRecord(file, Buffer.from(keys.join(''), 'hex'))
      if (current.size < GENERATION_KEYS) return
      renameSync(file, olderFile)
      writeFileSync(file, '')
      older = current
      current = createKeySet(GENERATION_KEYS + MAX_JOURNAL_KEYS)
    },
  }
}

function read(file: string): KeySet {
  const keys = createKeySet(GENERATION_KEYS + MAX_JOURNAL_KEYS)
  if (!existsSync(file)) return keys
  const bytes = readFileSync(file)
  // A crash may leave a part of the last key, after which all keys that are appended would be misaligned.
  const end = bytes.length - (bytes.length % KEY_BYTES)
  if (end < bytes.length) writeFileSync(file, bytes.subarray(0, end))
  // However long the file is, no more keys are read than there is space for.
  for (let start = Math.max(0, end - GENERATION_KEYS * KEY_BYTES); start < end; start += KEY_BYTES)
    keys.add(bytes.toString('hex', start, start + KEY_BYTES))
  return keys
}
