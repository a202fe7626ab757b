// A small file system that can be filled to its last byte. Mounting needs root.
import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const FILE_SYSTEMS = ['tmpfs', 'ext4'] as const
export type FileSystem = (typeof FILE_SYSTEMS)[number]

const MIB = 1024 * 1024

export function mountSmallDisk(kind: FileSystem, mebibytes: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const image = join(tmpdir(), `errata-full-${process.pid}.img`)
  if (kind === 'tmpfs') execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
  else {
    execFileSync('truncate', ['-s', `${mebibytes}M`, image])
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    execFileSync('mount', ['-o', 'loop', image, folder])
  }
  const filler = join(folder, 'filler')
  return {
    fill(leaveBytes = 0) {
      const file = openSync(filler, 'a')
      for (const size of [MIB, 4096, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
      if (leaveBytes > 0) ftruncateSync(file, fstatSync(file).size - leaveBytes)
      closeSync(file)
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(image, { force: true })
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
