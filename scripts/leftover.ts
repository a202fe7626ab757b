// A launcher that was killed outright cannot stop its collector, which has no channel to notice by: the next start does.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'

/** Ends the collector that an earlier launcher left behind over this data folder, if it still runs. */
export async function endLeftover(config: Config): Promise<void> {
  const [pid = 0, launcher = 0] = read(config).split(' ').map(Number)
  if (!pid || isRunning(launcher, 'scripts') || !isRunning(pid, 'otelcol')) return
  console.log('A collector of an earlier start still runs on this data folder: ending it …')
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < 3_000 && isRunning(pid, 'otelcol'); waited += 50) await pause(50)
}

export function remember(config: Config, pid: number): void {
  mkdirSync(join(config.dataDir, 'collector'), { recursive: true })
  writeFileSync(file(config), `${pid} ${process.pid}`)
}

export function forget(config: Config): void {
  rmSync(file(config), { force: true })
}

/** Ids of processes are used again: the name decides. */
function isRunning(pid: number, name: string): boolean {
  try {
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return command.includes(name)
  } catch {
    return false
  }
}

function read(config: Config): string {
  try {
    return readFileSync(file(config), 'utf8')
  } catch {
    return ''
  }
}

function file(config: Config): string {
  return join(config.dataDir, 'collector', 'launched.pid')
}
