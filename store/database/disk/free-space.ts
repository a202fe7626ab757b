// Free bytes of the store's file system, and the marks below which merges stop and inserts are refused.
import { statfsSync } from 'node:fs'

const MEBIBYTE = 1024 ** 2

/**
 * Merges stop below this. The engine starts a merge only where twice its size is free, and a merge that is
 * stopped ends with its current block: the room between the marks is for what others write meanwhile.
 */
const MERGE_BYTES = 256 * MEBIBYTE

/** Inserts are refused below this: what other programs write within the second that an insert takes. */
const INSERT_BYTES = 64 * MEBIBYTE

/** On a small file system the marks are these shares of it. */
const MERGE_SHARE = 1 / 8
const INSERT_SHARE = 1 / 16

/** Above the mark by this factor it is over: a file system at the mark would stop and start every second. */
const HYSTERESIS = 1.25

/** Bytes that an insert writes for each byte of its rows: the intent file, the tables and their views. */
const WRITTEN_PER_BYTE = 2

export type Space = 'enough' | 'merges stopped' | 'inserts refused'

export type FreeSpace = {
  folder: string
  bytes(): number
  /** `previous`: the answer of the last call, which a little more room does not change. */
  state(previous: Space): Space
  /** Whether rows of so many bytes can be inserted. */
  hasRoomFor(bytes: number): boolean
  /** Below this a write of the engine may have failed. */
  insertMark: number
}

export function watchFreeSpace(folder: string): FreeSpace {
  const { blocks, bsize } = statfsSync(folder)
  const mergeMark = Math.min(MERGE_BYTES, blocks * bsize * MERGE_SHARE)
  const insertMark = Math.min(INSERT_BYTES, blocks * bsize * INSERT_SHARE)
  const bytes = (): number => {
    const { bavail, bsize: size } = statfsSync(folder)
    return bavail * size
  }
  return {
    folder,
    insertMark,
    bytes,
    state(previous) {
      const free = bytes()
      if (free < insertMark * (previous === 'inserts refused' ? HYSTERESIS : 1)) return 'inserts refused'
      return free < mergeMark * (previous === 'enough' ? 1 : HYSTERESIS) ? 'merges stopped' : 'enough'
    },
    hasRoomFor: (size) => bytes() >= insertMark + WRITTEN_PER_BYTE * size,
  }
}
