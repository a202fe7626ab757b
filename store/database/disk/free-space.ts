// The marks of free space on the store's file system below which merges stop and inserts are refused.
import { createFreeSpace } from '../../../server/free-space.ts'

const MEBIBYTE = 1024 ** 2

/**
 * Merges stop below this. The engine starts a merge only where twice its size is free, and a merge that is
 * stopped ends with its current block: the space between the marks is for other writes of that time.
 */
const MERGE_MARK = { bytes: 256 * MEBIBYTE, share: 1 / 8 }

/** Inserts are refused below this: what other programs write within the second that an insert takes. */
const INSERT_MARK = { bytes: 64 * MEBIBYTE, share: 1 / 16 }

/** Bytes that an insert writes for each byte of its rows: the intent file, the tables and their views. */
const WRITTEN_PER_BYTE = 2

export type Space = 'enough' | 'merges stopped' | 'inserts refused'

export type FreeSpace = {
  folder: string
  bytes(): number
  state(): Space
  /** Whether rows of this size can be inserted. */
  hasSpaceFor(bytes: number): boolean
  /** Below this a write of the engine may have failed. */
  insertMark: number
}

export function watchFreeSpace(folder: string): FreeSpace {
  const forMerges = createFreeSpace(folder, MERGE_MARK)
  const forInserts = createFreeSpace(folder, INSERT_MARK)
  const insertMark = forInserts.measure().needed
  const bytes = (): number => forInserts.measure().free
  return {
    folder,
    insertMark,
    bytes,
    state() {
      const canMerge = forMerges.isEnough()
      if (!forInserts.isEnough()) return 'inserts refused'
      return canMerge ? 'enough' : 'merges stopped'
    },
    hasSpaceFor: (size) => bytes() >= insertMark + WRITTEN_PER_BYTE * size,
  }
}
