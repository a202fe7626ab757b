// Memory, disk, processor time and response times of a store, measured from outside.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../scripts/bench/table.ts'
import type { TestStore } from '../testing/store.ts'

/** Requests per path; the first ones are not counted. */
export const ROUNDS = 21
export const WARM = 3

/** Of Linux, on every machine that Node runs on. */
const TICKS_A_SECOND = 100

/** Milliseconds of requests to what `path` returns for each round, so that no answer is in a cache. */
export async function timed(
  store: TestStore,
  path: (round: number) => string,
): Promise<{ median: number; p95: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + WARM; round++) {
    const began = performance.now()
    await store.read(path(round))
    if (round >= WARM) times.push(performance.now() - began)
  }
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** A value of its metrics. */
export async function gauge(store: TestStore, name: string): Promise<number> {
  const metrics = await store.read<string>('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0)
}

/**
 * MB that the process uses now, and at its peak; `files`: pages of the engine's library and other files,
 * which the system may take back at any time. From /proc, so on Linux only.
 */
export function residentMegabytes({ child }: TestStore): { now: number; most: number; files: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const read = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), most: read('VmHWM'), files: read('RssFile') }
}

/** Milliseconds of processor time of all its threads. */
export function processorTime({ child }: TestStore): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
}

/**
 * Bytes on the disk when the engine has merged its parts, which is when they have not changed for two
 * seconds, or after a minute.
 */
export async function settledBytes(store: TestStore): Promise<number> {
  let bytes = -1
  for (let look = 0; look < 30; look++) {
    const status = await store.status()
    if (status.bytes === bytes) return bytes
    bytes = status.bytes
    await pause(2_000)
  }
  return bytes
}
