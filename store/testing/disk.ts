// A small disk: a file system in memory, which only root may mount.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallDisk = {
  /** Where it is mounted. */
  folder: string
  /** Fills it, except for this many bytes. */
  fill(leave?: number): void
  /** Undoes that. */
  empty(): void
  remove(): void
}

/** Null: not allowed, there is nothing to test. `folder` must be empty; without it one is made. */
export function makeDisk(
  bytes: number,
  folder = mkdtempSync(join(tmpdir(), 'errata-disk-')),
): SmallDisk | null {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status !== 0) {
    rmdirSync(folder)
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(leave = 0) {
      const file = openSync(filler, 'w')
      for (const size of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
      ftruncateSync(file, fstatSync(file).size - leave)
      closeSync(file)
    },
    empty: () => rmSync(filler),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
