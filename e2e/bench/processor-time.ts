// Processor time of every process of the stack and of the sender, to tell which of them is the bottleneck.
import { readFileSync } from 'node:fs'
import type { Stack } from '../testing/stack.ts'

/** Linux reports process times in this unit on every machine that Node runs on. */
const TICKS_PER_SECOND = 100

/** Milliseconds of processor time by name of the process. */
export type ProcessorTimes = Map<string, number>

export function readProcessorTimes(stack: Stack): ProcessorTimes {
  const { user, system } = process.cpuUsage()
  const times: ProcessorTimes = new Map([['sender', (user + system) / 1000]])
  for (const { pid, command } of stack.processes()) times.set(processName(command), millisecondsOf(pid))
  return times
}

/** Milliseconds of each process for one of `count` items. */
export function timesPerItem(start: ProcessorTimes, end: ProcessorTimes, count: number): ProcessorTimes {
  return new Map(
    [...end].map(([name, milliseconds]) => [name, (milliseconds - (start.get(name) ?? 0)) / count]),
  )
}

/** `relay`, `store` or `otel-collector`. */
export function processName(command: string): string {
  return /otelcol/.test(command)
    ? 'otel-collector'
    : (/(relay|store)\/index\.ts/.exec(command)?.[1] ?? command)
}

/** User and system time of all its threads. */
function millisecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
