// Appends to a file on a disk that may be full.
import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs'

/** All or nothing: a part of a record would misalign what is appended later. */
export function appendRecord(file: string, bytes: Uint8Array | string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  try {
    appendFileSync(file, bytes)
  } catch (error) {
    if (existsSync(file)) truncateSync(file, size ?? 0)
    throw error
  }
}
