// Returns unused memory to the system when the process has become idle. V8 collects garbage when something
// is allocated, so a process that was busy and is idle now keeps its garbage: up to 50 MB after a start.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MS = 10_000
/** Of one processor. Timers and health checks take less than this; work takes more. */
const IDLE_SHARE = 0.02

type Collect = () => void

/**
 * Each time the process becomes idle, it collects its garbage, and calls `purge` for memory outside of V8's
 * heap. Takes some 20 ms of processor time for a heap of 20 MB.
 */
export function releaseMemoryWhenIdle(purge: () => Promise<unknown> = () => Promise.resolve()): void {
  let last = process.cpuUsage()
  let wasBusy = true
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const isBusy = (user + system) / 1000 / CHECK_MS > IDLE_SHARE
    if (wasBusy && !isBusy) void release(purge).finally(() => (last = process.cpuUsage()))
    wasBusy = isBusy
  }, CHECK_MS)
  timer.unref()
}

async function release(purge: () => Promise<unknown>): Promise<void> {
  const collect = garbageCollector()
  // The second one frees what only finalizers held, and gives empty pages back.
  collect()
  collect()
  await purge().catch(() => {})
}

function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
