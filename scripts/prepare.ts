// What happens before the first process starts: checks, the collector and the browser code.
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../server/startup-error.ts'
import { findCollector } from './collector/find.ts'
import { quarantineDamagedQueues } from './collector/queue-files.ts'
import type { Config } from './config.ts'
import { stopOrphan } from './orphaned-collector.ts'
import { checkPorts, freePort } from './ports.ts'
import type { Collector } from './stack.ts'

/** With less, the store answers, but cannot store, and a new queue of the collector cannot be created. */
const MIN_FREE_BYTES = 1024 * 1024

/** `build` runs beside the search for a collector. Throws a `StartupError` where a start cannot work. */
export async function prepare(config: Config, build?: () => Promise<void>): Promise<Collector> {
  checkWritable(config.dataDir)
  await stopOrphan(config)
  await checkPorts(config)
  const [binary] = await Promise.all([
    config.endpoint === undefined ? findCollector(config) : undefined,
    build?.(),
  ])
  if (binary !== undefined)
    for (const sentence of quarantineDamagedQueues(join(config.dataDir, 'collector'))) console.error(sentence)
  return { binary, metricsPort: await freePort() }
}

function checkWritable(folder: string): void {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new StartupError(describeFullDisk(folder))
    throw new StartupError(
      `DATA_DIR=${folder} cannot be written (${code}): set DATA_DIR to a writable folder.`,
    )
  }
  if (freeBytes(folder) < MIN_FREE_BYTES) console.error(describeFullDisk(folder))
}

function describeFullDisk(folder: string): string {
  return `The disk of DATA_DIR=${folder} is full (${freeBytes(folder)} bytes are free): free some space.`
}

/** Of the file system of a folder, or of the one in which it would be created. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return freeBytes(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
