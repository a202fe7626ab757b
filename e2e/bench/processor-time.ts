// Processor time of every process of the house, and of the sender: when something is late, who took the time.
import { readFileSync } from 'node:fs'
import type { House } from '../house.ts'

/** Of Linux, on every machine that Node runs on. */
const TICKS_A_SECOND = 100

/** Milliseconds of processor time by the name of the process. */
export type Spent = Map<string, number>

export function spentBy(house: House): Spent {
  const { user, system } = process.cpuUsage()
  const spent: Spent = new Map([['sender', (user + system) / 1000]])
  for (const { pid, command } of house.processes()) spent.set(nameOf(command), millisecondsOf(pid))
  return spent
}

/** `12.3 ms` of each process for each of `count` things. */
export function perThing(before: Spent, after: Spent, count: number): Spent {
  return new Map(
    [...after].map(([name, milliseconds]) => [name, (milliseconds - (before.get(name) ?? 0)) / count]),
  )
}

function nameOf(command: string): string {
  return /otelcol/.test(command)
    ? 'otel-collector'
    : (/(relay|store)\/index\.ts/.exec(command)?.[1] ?? command)
}

/** User and system time of all its threads. */
function millisecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
}
