// What can happen to the server: processes, disk, clock and files. Each fault begins and ends under load.
import { spawn } from 'node:child_process'
import { existsSync, globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessName } from '../testing/stack.ts'
import { waitFor } from '../testing/wait-for.ts'

/** What a fault does things with. */
export type Control = {
  dataDir: string
  /** Null while the process does not run. */
  pidOf: (name: ProcessName) => number | null
  /** Kills every process at once, as a power failure does, and starts them again after `whileOff`. */
  failPower: (whileOff?: () => void) => Promise<void>
  /** Stops all processes with SIGTERM, and starts them again. */
  restart: () => Promise<void>
  /** Of the processes that `clock` is for, in seconds from the true time. */
  setClock: (offset: number) => void
  fillDisk: () => void
  emptyDisk: () => void
}

export type Fault = {
  name: string
  /** `clock`: libfaketime in front of relay and store. `disk`: the data folder is a small file system. */
  needs?: 'clock' | 'disk' | 'strace'
  run: (control: Control) => Promise<void>
}

const NAMES: ProcessName[] = ['relay', 'otelcol', 'store']
const KILLS = 5
const KILL_PAUSE_MS = 2_000
const STOPPED_MS = 20_000
/** Longer than every timeout of the relay. */
const HANGING_MS = 60_000
const SLOW_STEPS = 20
const SLOW_STOPPED_MS = 900
const SLOW_RUNNING_MS = 100
const SLOW_DISK_MS = 15_000
const CLOCK_MS = 10_000
const HOUR = 3_600
const DAY = 24 * HOUR
const FULL_MS = 20_000
const CYCLES = 14
const CYCLE_MS = 3_000
const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const STRACE = '/usr/bin/strace'
const STRACE_DELAYS = 'inject=fsync,fdatasync,rename,openat:delay_enter=50ms'

export const faults: Fault[] = [
  { name: 'nothing', run: () => pause(CLOCK_MS) },
  ...NAMES.map((name): Fault => ({
    name: `${name} killed ${KILLS} times`,
    run: (control) => kill(control, name),
  })),
  { name: 'power failure', run: (control) => control.failPower() },
  ...NAMES.map((name): Fault => ({
    name: `${name} stopped for 20 s`,
    run: (control) => stop(control, name, STOPPED_MS),
  })),
  { name: 'otelcol hanging for 60 s', run: (control) => stop(control, 'otelcol', HANGING_MS) },
  { name: 'store slow: 100 ms of each second', run: slow },
  {
    name: 'slow disk: 50 ms for each open, rename and sync',
    needs: 'strace',
    run: slowDisk,
  },
  ...[HOUR, -HOUR, DAY].map((offset): Fault => ({
    name: `clock of relay and store ${offset < 0 ? 'back' : 'on'} ${Math.abs(offset) / HOUR} h, and again`,
    needs: 'clock',
    run: (control) => jump(control, offset),
  })),
  { name: 'disk full for 40 s, store killed', needs: 'disk', run: fillAndKill },
  { name: 'disk full 14 times for 3 s', needs: 'disk', run: fillOften },
  { name: 'disk full, SIGTERM and npm start', needs: 'disk', run: fillAndRestart },
  {
    name: 'power failure, queue of the collector garbled: what waits in it is lost',
    run: ({ failPower, dataDir }) => failPower(() => garble(join(dataDir, 'collector', 'exporter_*'))),
  },
  {
    name: 'power failure, hashes and row counts of the store garbled',
    run: ({ failPower, dataDir }) =>
      failPower(() => garble(join(dataDir, 'store', '{received,row-counts.json}'))),
  },
  {
    name: 'power failure, views of the store gone',
    run: ({ failPower, dataDir }) =>
      failPower(() => {
        for (const file of globSync(join(dataDir, 'store/engine/store/*/*/*_mv.sql'))) rmSync(file)
      }),
  },
]

export function isPossible({ needs }: Fault): boolean {
  if (needs === 'clock') return existsSync(LIBFAKETIME)
  if (needs === 'strace') return existsSync(STRACE)
  return needs === undefined || process.getuid?.() === 0
}

/** For processes whose clock is read from `file`. Timers go on as they are. */
export function clockVariables(file: string): Record<string, string> {
  return {
    LD_PRELOAD: LIBFAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

async function kill({ pidOf }: Control, name: ProcessName): Promise<void> {
  for (let kills = 0; kills < KILLS; kills++) {
    const pid = await waitFor(`${name} runs`, () => pidOf(name))
    process.kill(pid, 'SIGKILL')
    await pause(KILL_PAUSE_MS)
  }
}

async function stop({ pidOf }: Control, name: ProcessName, milliseconds: number): Promise<void> {
  const pid = pidOf(name)!
  process.kill(pid, 'SIGSTOP')
  await pause(milliseconds)
  process.kill(pid, 'SIGCONT')
}

async function slow(control: Control): Promise<void> {
  for (let step = 0; step < SLOW_STEPS; step++) {
    await stop(control, 'store', SLOW_STOPPED_MS)
    await pause(SLOW_RUNNING_MS)
  }
}

async function slowDisk({ pidOf }: Control): Promise<void> {
  const tracers = NAMES.map((name) =>
    spawn(STRACE, ['-f', '-q', '-o', '/dev/null', '-e', STRACE_DELAYS, '-p', String(pidOf(name))]),
  )
  await pause(SLOW_DISK_MS)
  for (const tracer of tracers) tracer.kill('SIGINT')
}

async function jump({ setClock }: Control, offset: number): Promise<void> {
  setClock(offset)
  await pause(CLOCK_MS)
  setClock(0)
  await pause(CLOCK_MS)
}

async function fillAndKill({ fillDisk, emptyDisk, pidOf }: Control): Promise<void> {
  fillDisk()
  await pause(FULL_MS)
  process.kill(await waitFor('the store runs', () => pidOf('store')), 'SIGKILL')
  await pause(FULL_MS)
  emptyDisk()
}

async function fillAndRestart({ fillDisk, emptyDisk, restart }: Control): Promise<void> {
  fillDisk()
  await pause(FULL_MS / 2)
  await restart()
  await pause(FULL_MS / 2)
  emptyDisk()
}

async function fillOften({ fillDisk, emptyDisk }: Control): Promise<void> {
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    fillDisk()
    await pause(CYCLE_MS)
    emptyDisk()
    await pause(CYCLE_MS)
  }
}

function garble(pattern: string): void {
  for (const file of globSync(pattern)) writeFileSync(file, Buffer.alloc(statSync(file).size, 7))
}
