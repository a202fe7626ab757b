// Whether a file system has enough free space. A full disk costs data that was acknowledged, so a process
// stops writing before the disk is full.
import { statfsSync } from 'node:fs'

/** Above the mark by this factor there is enough again; otherwise a disk at the mark would stop and start. */
const HYSTERESIS = 1.25

/** `share`: of the file system; on a small one it is less than `bytes`. */
export type SpaceMark = { bytes: number; share: number }

export type FreeSpace = {
  /** Free bytes, and the bytes that must be free. Throws where the file system does not answer. */
  measure(): { free: number; needed: number }
  /** True where the file system does not answer: a write reports the reason. */
  isEnough(): boolean
}

/** Each call costs 4 µs. */
export function createFreeSpace(folder: string, { bytes, share }: SpaceMark): FreeSpace {
  let wasEnough = true
  return { measure, isEnough }

  function measure(): { free: number; needed: number } {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { free: bavail * bsize, needed: Math.min(bytes, blocks * bsize * share) }
  }

  function isEnough(): boolean {
    try {
      const { free, needed } = measure()
      wasEnough = free >= needed * (wasEnough ? 1 : HYSTERESIS)
    } catch {
      wasEnough = true
    }
    return wasEnough
  }
}
