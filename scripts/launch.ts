// What `npm start` and `npm run dev` share: checks, start in order, signals and exit codes.
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../server/startup-error.ts'
import { findCollector } from './collector/find.ts'
import { quarantineDamagedQueues } from './collector/queue-files.ts'
import { getConfig, type Config } from './config.ts'
import { stopOrphan } from './orphaned-collector.ts'
import { checkPorts, freePort } from './ports.ts'
import { stackProcesses } from './stack.ts'
import { superviseAll, type SupervisedProcess } from './supervisor.ts'

type LaunchOptions = {
  /** Runs beside the search for a collector. */
  prepare?: () => Promise<void>
  /** Changes the command of a process. */
  adapt?: (definition: SupervisedProcess) => SupervisedProcess
  onReady: (config: Config) => void
  onStop?: () => void
}

/** With less, the store answers, but cannot store, and a new queue of the collector cannot be created. */
const MIN_FREE_BYTES = 1024 * 1024

// A second signal changes nothing (npm and the terminal both send one): stopping has a time limit.
let stop: () => void = () => process.exit(0)

/** Runs until a signal or a fatal error, then ends this process: 0 after a signal, 1 after an error. */
export async function launch(options: LaunchOptions): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
  try {
    await run(getConfig(), options)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exit(1)
  }
}

async function run(config: Config, { prepare, adapt, onReady, onStop }: LaunchOptions): Promise<void> {
  checkWritable(config.dataDir)
  await stopOrphan(config)
  await checkPorts(config)
  const [collector] = await Promise.all([
    config.endpoint === undefined ? findCollector(config) : undefined,
    prepare?.(),
  ])
  if (collector !== undefined)
    for (const sentence of quarantineDamagedQueues(join(config.dataDir, 'collector'))) console.error(sentence)
  const processes = stackProcesses(config, collector, await freePort())
  // The collector has no setting for it: what it stores is for this user only.
  process.umask(0o077)
  const stack = superviseAll(adapt ? processes.map(adapt) : processes, (sentence) => {
    if (sentence) console.error(sentence)
    end(1)
  })
  stop = () => end(0)
  await stack.ready
  onReady(config)

  function end(code: number): void {
    stop = () => {}
    onStop?.()
    void stack.stop().then(() => process.exit(code))
  }
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
