// Mixed load for a long time: memory and descriptors of each process must not grow, and nothing may be lost.
// `npm run bench -- soak [MINUTES]` (10).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { getJson, post } from '../testing/http.ts'
import { startLoad } from '../testing/load.ts'
import { startStack } from '../testing/stack.ts'
import { spansBody } from './bodies.ts'
import { processName } from './processor-time.ts'

type Sample = { name: string; megabytes: number; descriptors: number }

const MINUTES = Number(process.argv[2] ?? 10)
const SAMPLE_MS = 2_000
/** Senders of one exception each every 100 ms. */
const EXCEPTION_SENDERS = 8
const EXCEPTION_PAUSE_MS = 100
const TRACES_PER_SECOND = 20
/** The queries of three open consoles. */
const QUERIES = ['/api/issues', '/api/trend', '/api/facets', '/api/traces', '/api/operations', '/api/status']
const QUERY_PAUSE_MS = 300
const STORED_MS = 60_000

const stack = await startStack()
const samples: Sample[] = []
const times: number[] = []
let isRunning = true
try {
  const load = startLoad(stack.url, { senders: EXCEPTION_SENDERS, pauseMs: EXCEPTION_PAUSE_MS })
  const others = [sendTraces(), ask(), sample()]
  await pause(MINUTES * 60_000)
  isRunning = false
  await Promise.all(others)
  const { acknowledged } = await load.stop()
  const stored = await countWhenStored(acknowledged.length)
  report(acknowledged.length, stored)
} finally {
  await stack.close()
}

async function sendTraces(): Promise<void> {
  while (isRunning) {
    await post(`${stack.url}/monitoring`, spansBody())
    await pause(1000 / TRACES_PER_SECOND)
  }
}

async function ask(): Promise<void> {
  for (let at = 0; isRunning; at++) {
    const start = performance.now()
    await getJson(stack.url + QUERIES[at % QUERIES.length]!)
    times.push(performance.now() - start)
    await pause(QUERY_PAUSE_MS)
  }
}

async function sample(): Promise<void> {
  for (; isRunning; await pause(SAMPLE_MS))
    for (const { pid, command } of stack.processes()) {
      const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      const descriptors = readdirSync(`/proc/${pid}/fd`).length
      samples.push({ name: processName(command), megabytes: Number(kibibytes) / 1024, descriptors })
    }
}

async function countWhenStored(expected: number): Promise<number> {
  let count = 0
  for (const end = Date.now() + STORED_MS; Date.now() < end && count < expected; await pause(SAMPLE_MS)) {
    const { rows } = await getJson<{ rows: { exceptions: number } }>(`${stack.url}/api/status`)
    count = rows.exceptions
  }
  return count
}

/** Medians of the second and of the last quarter: the first one is the start of everything. */
function report(acknowledged: number, stored: number): void {
  const names = [...new Set(samples.map(({ name }) => name))]
  const rows = names.map((name) => {
    const own = samples.filter((item) => item.name === name)
    const quarter = Math.floor(own.length / 4)
    const parts = [own.slice(quarter, 2 * quarter), own.slice(-quarter)]
    const median = (field: 'megabytes' | 'descriptors') =>
      parts
        .map((part) =>
          Math.round(
            percentile(
              part.map((item) => item[field]),
              0.5,
            ),
          ),
        )
        .join(' → ')
    return [name, median('megabytes'), median('descriptors')]
  })
  const readme = join(import.meta.dirname, 'README.md')
  const title = 'Soak: memory and descriptors, second and last quarter'
  writeTable(readme, title, ['process', 'resident MB', 'descriptors'], rows)
  writeTable(
    readme,
    `Soak: what was stored in ${MINUTES} minutes`,
    ['what', 'value'],
    [
      ['exceptions acknowledged', acknowledged],
      ['exceptions stored', stored],
      ['queries of consoles beside it, p50 and p95, ms', `${format(0.5)} and ${format(0.95)}`],
    ],
  )
}

function format(share: number): string {
  return percentile(times, share).toFixed(0)
}
