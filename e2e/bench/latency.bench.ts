// Latency from an error in a page to the answer of the API, start and stop times, and memory of the stack.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { openBrowser } from '../testing/browser-session.ts'
import { readFallback } from '../testing/fallback-screen.ts'
import { getJson, post } from '../testing/http.ts'
import { startStack, type Stack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'
import { processName } from './processor-time.ts'

type Row = (string | number)[]

const REPETITIONS = 50
const IDLE_MS = 15_000
/** Finer than what is measured. */
const POLL_MS = 5
const readme = join(import.meta.dirname, 'README.md')

const start = performance.now()
const stack = await startStack()
const readyMs = performance.now() - start
try {
  await pause(IDLE_MS)
  writeTable(readme, 'Idle, 15 s after ready', ['process', 'resident MB'], residentMemory(stack))
  const requests = await measureRequests(stack)
  const pages = await measurePages(stack)
  writeTable(
    readme,
    `Latency, milliseconds, ${REPETITIONS} times`,
    ['part', 'p50', 'p95'],
    [
      row('page breaks → its digest is answered by /api/events', pages.stored),
      row('page breaks → fallback screen is painted', pages.painted),
      row('request to the relay → response 200', requests.accepted),
      row('response of the relay → /api/events answers', requests.stored),
      row('/api/events/DIGEST alone', requests.event),
      row('/api/issues alone', requests.issues),
    ],
  )
} finally {
  const { milliseconds } = await stack.close()
  writeTable(
    readme,
    'Start and stop',
    ['what', 'milliseconds'],
    [
      ['launcher started → ready', Math.round(readyMs)],
      ['Ctrl-C → all processes ended', milliseconds],
    ],
  )
}

function row(part: string, values: number[]): Row {
  return [part, percentile(values, 0.5).toFixed(1), percentile(values, 0.95).toFixed(1)]
}

function residentMemory({ processes }: Stack): Row[] {
  return processes().map(({ pid, command }) => {
    const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return [processName(command), Math.round(kibibytes / 1024)]
  })
}

async function measureRequests({ url }: Stack) {
  const times: Record<'accepted' | 'stored' | 'event' | 'issues', number[]> = {
    accepted: [],
    stored: [],
    event: [],
    issues: [],
  }
  for (let index = 0; index < REPETITIONS; index++) {
    const { digest, body } = exceptionLog({ message: `number ${index}`, service: 'bench' })
    times.accepted.push(await measure(async () => (await post(`${url}/monitoring`, body)).arrayBuffer()))
    times.stored.push(await measure(() => waitUntilStored(url, digest)))
    times.event.push(await measure(() => getJson(`${url}/api/events/${digest}`)))
    times.issues.push(await measure(() => getJson(`${url}/api/issues?range=24h`)))
  }
  return times
}

async function measurePages({ url }: Stack) {
  const browser = await openBrowser()
  const times: Record<'painted' | 'stored', number[]> = { painted: [], stored: [] }
  for (let index = 0; index < REPETITIONS; index++) {
    const { page, close } = await browser.open(`${url}/demo`)
    const button = page.getByRole('button', { name: /render/i }).first()
    await button.waitFor()
    const clicked = performance.now()
    await button.click()
    await page.getByRole('alert').waitFor()
    times.painted.push(performance.now() - clicked)
    await waitUntilStored(url, (await readFallback(page)).digest)
    times.stored.push(performance.now() - clicked)
    await close()
  }
  await browser.close()
  return times
}

function waitUntilStored(url: string, digest: string): Promise<unknown> {
  return waitFor('stored', () => getJson(`${url}/api/events/${digest}`), { intervalMs: POLL_MS })
}

async function measure(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await action()
  return performance.now() - begin
}
