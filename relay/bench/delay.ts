// Loaded into a relay that is measured (`node --import`): writes what its event loop waited into a file,
// every second. `DELAY_FILE` names it; the figures are milliseconds over the entire life of the process.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 1
const file = process.env['DELAY_FILE']

if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  setInterval(
    () => writeFileSync(file, JSON.stringify({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 })),
    1_000,
  ).unref()
}
