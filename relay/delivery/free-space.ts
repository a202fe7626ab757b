// Whether a file system has room. A full disk costs the collector's queue what it has accepted
// (decisions/queue-of-the-collector.md), so the relay stops before the disk is full.
import { statfsSync } from 'node:fs'

/** A call takes some microseconds, and a program can write 100 MB within this time. */
const CACHE_MS = 100
/** Above the mark by this factor there is room again. */
const HYSTERESIS = 1.25

/** `share`: of the file system; on a small one it is less than `bytes`. */
type Mark = { bytes: number; share: number }
export type FreeSpace = { hasRoom: () => boolean }

/** A file system that cannot be asked has room: a write says what is wrong. */
export function createFreeSpace(folder: string, { bytes, share }: Mark): FreeSpace {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isRoomy = true
  return { hasRoom }

  function hasRoom(): boolean {
    if (performance.now() - checkedAt < CACHE_MS) return isRoomy
    checkedAt = performance.now()
    try {
      const { bavail, blocks, bsize } = statfsSync(folder)
      const mark = Math.min(bytes, blocks * bsize * share) * (isRoomy ? 1 : HYSTERESIS)
      isRoomy = bavail * bsize >= mark
    } catch {
      isRoomy = true
    }
    return isRoomy
  }
}
