// Stops the collector of a launcher that was killed with SIGKILL. The collector has no channel to its
// launcher and keeps running; the next start finds it by the pid file in the data folder.
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'

/** The collector closes its queue in less; a start does not wait longer. */
const STOP_TIMEOUT_MS = 3_000
const POLL_MS = 50
/** Two process ids, each of at most ten digits. */
const PID_FILE_BYTES = 24

/** Stops the collector that an earlier launcher started for this data folder, if that launcher is gone. */
export async function stopOrphan(config: Config): Promise<void> {
  const [pid = 0, launcher = 0] = readPids(config)
  if (!pid || isRunning(launcher, 'scripts') || !isRunning(pid, 'otelcol')) return
  console.log('A collector of an earlier start still runs on this data folder: stopping it …')
  process.kill(pid, 'SIGTERM')
  const end = Date.now() + STOP_TIMEOUT_MS
  while (Date.now() < end && isRunning(pid, 'otelcol')) await pause(POLL_MS)
}

/** A file that cannot be written is a warning: the collector runs all the same. */
export function writePid(config: Config, pid: number): void {
  try {
    mkdirSync(join(config.dataDir, 'collector'), { recursive: true })
    overwrite(pidFile(config), `${pid} ${process.pid}`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    console.error(
      `${pidFile(config)} cannot be written (${code}): ` +
        `if this launcher is killed, stop process ${pid} by hand.`,
    )
  }
}

export function removePid(config: Config): void {
  if (existsSync(pidFile(config))) overwrite(pidFile(config), '')
}

/** In the bytes that the file has already: that works on a full disk. */
function overwrite(file: string, text: string): void {
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'w')
  try {
    writeSync(descriptor, text.padEnd(PID_FILE_BYTES), 0)
  } finally {
    closeSync(descriptor)
  }
}

/** The system reuses process ids, so the command must contain `name` as well. */
function isRunning(pid: number, name: string): boolean {
  try {
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return command.includes(name)
  } catch {
    // `ps` fails where there is no such process.
    return false
  }
}

/** Process ids of the collector and of its launcher; empty where there is no pid file. */
function readPids(config: Config): number[] {
  try {
    return readFileSync(pidFile(config), 'utf8').split(' ').map(Number)
  } catch {
    return []
  }
}

function pidFile(config: Config): string {
  return join(config.dataDir, 'collector', 'launched.pid')
}
