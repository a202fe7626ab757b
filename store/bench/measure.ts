// Memory, disk and response times of a store, measured from outside.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../scripts/bench/table.ts'
import type { StatusAnswer } from '../../contract/status.ts'
import type { TestStore } from '../testing/store.ts'

/** Requests per path; the first ones are not counted. */
const ROUNDS = 21
const WARM = 3

export type Timed = { median: number; p95: number }

/** Requests what `path` returns for each round, so that no answer is in a cache. */
export async function timed(
  store: TestStore,
  path: (round: number) => string,
  rounds = ROUNDS,
): Promise<Timed> {
  const times: number[] = []
  for (let round = 0; round < rounds + WARM; round++) {
    const url = path(round)
    const began = performance.now()
    const { status } = await store.ask(url)
    if (status !== 200) throw new Error(`${url} was answered with ${status}`)
    if (round >= WARM) times.push(performance.now() - began)
  }
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95) }
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

/**
 * Bytes on the disk when the engine has merged its parts, which is when they have not changed for two
 * seconds, or after a minute.
 */
export async function settledBytes(store: TestStore): Promise<number> {
  let bytes = -1
  for (let look = 0; look < 30; look++) {
    const { body } = await store.ask<StatusAnswer>('/api/status')
    if (body.bytes === bytes) return bytes
    bytes = body.bytes
    await pause(2_000)
  }
  return bytes
}
