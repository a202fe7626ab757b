// Files of the store, on a disk that may be full.
import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs'

/** All or nothing: a part of a record would misalign what is appended later. */
export function appendRecord(file: string, bytes: Uint8Array | string): void {
  const size = sizeOf(file)
  try {
    appendFileSync(file, bytes)
  } catch (error) {
    if (existsSync(file)) truncateSync(file, size)
    throw error
  }
}

/** Bytes; 0: the file does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
