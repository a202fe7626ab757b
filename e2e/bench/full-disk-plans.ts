// How the disk of a run fills up, and what is killed meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessName } from '../testing/stack.ts'

const MIB = 1024 * 1024

/** What a plan does to the disk and to the processes. */
export type Control = {
  fill: (leaveBytes?: number) => void
  empty: () => void
  kill: (name: ProcessName) => Promise<unknown>
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** `storeOnly`: the disk is the store's folder, not the data folder. */
export type Plan = {
  name: string
  mebibytes: number
  storeOnly?: boolean
  /** Requests a second. */
  rate: number
  run: (control: Control) => Promise<void>
}

/** Long enough for merges to be under way. */
const BEFORE_MS = 4_000
const FULL_MS = 40_000
const SHORT_CYCLES = 14
const SHORT_FULL_MS = 3_200
const SHORT_EMPTY_MS = 2_500
const KILL_EVERY_MS = 4_000

export const plans: Plan[] = [
  { name: 'full for 40 s', mebibytes: 240, rate: 20, run: (control) => fillOnce(control) },
  {
    name: 'full, store killed',
    mebibytes: 240,
    rate: 20,
    run: (control) => fillOnce(control, () => control.kill('store')),
  },
  { name: '1.5 MiB taken and left, four times', mebibytes: 240, rate: 20, run: fillInSteps },
  {
    name: 'store alone, full for 40 s',
    mebibytes: 128,
    storeOnly: true,
    rate: 50,
    run: (control) => fillOnce(control),
  },
  { name: 'five times full', mebibytes: 240, rate: 20, run: (control) => fillOften(control, 5) },
  { name: 'full, SIGTERM and npm start', mebibytes: 240, rate: 20, run: restartWhileFull },
  {
    name: 'full, all three killed',
    mebibytes: 240,
    rate: 20,
    run: (control) =>
      fillOnce(control, () =>
        Promise.all((['otelcol', 'relay', 'store'] as const).map((name) => control.kill(name))),
      ),
  },
  { name: 'store alone, killed six times', mebibytes: 128, storeOnly: true, rate: 50, run: killOften },
  { name: 'full, SIGTERM, room, npm start', mebibytes: 240, rate: 20, run: restartAfterRoom },
  { name: '14 short cycles', mebibytes: 220, rate: 55, run: (control) => fillOften(control, SHORT_CYCLES) },
  {
    name: 'store alone, 14 short cycles',
    mebibytes: 128,
    storeOnly: true,
    rate: 55,
    run: (control) => fillOften(control, SHORT_CYCLES),
  },
]

async function fillOnce({ fill, empty }: Control, whileFull?: () => Promise<unknown>): Promise<void> {
  await pause(BEFORE_MS)
  fill()
  await pause(FULL_MS / 2)
  await whileFull?.()
  await pause(FULL_MS / 2)
  empty()
}

async function fillInSteps({ fill, empty }: Control): Promise<void> {
  await pause(BEFORE_MS)
  for (let step = 0; step < 4; step++) {
    fill(1.5 * MIB)
    await pause(FULL_MS / 8)
    fill()
    await pause(FULL_MS / 8)
  }
  empty()
}

async function fillOften({ fill, empty }: Control, cycles: number): Promise<void> {
  await pause(BEFORE_MS)
  for (let cycle = 0; cycle < cycles; cycle++) {
    fill()
    await pause(SHORT_FULL_MS)
    empty()
    await pause(SHORT_EMPTY_MS)
  }
}

async function killOften({ fill, empty, kill }: Control): Promise<void> {
  await pause(BEFORE_MS)
  fill()
  for (let kills = 0; kills < 5; kills++) {
    await pause(KILL_EVERY_MS)
    await kill('store')
  }
  await pause(KILL_EVERY_MS)
  empty()
  await pause(500)
  await kill('store')
}

async function restartWhileFull({ fill, empty, stop, start }: Control): Promise<void> {
  await pause(BEFORE_MS)
  fill()
  await pause(FULL_MS / 4)
  await stop()
  await start()
  await pause(FULL_MS / 4)
  empty()
}

async function restartAfterRoom({ fill, empty, stop, start }: Control): Promise<void> {
  await pause(BEFORE_MS)
  fill()
  await pause(FULL_MS / 4)
  await stop()
  empty()
  await start()
}
