// Latency from an error in a page to the answer of the API.
import { join } from 'node:path'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { openBrowser } from '../testing/browser-session.ts'
import { readFallback } from '../testing/fallback-screen.ts'
import { getJson, post } from '../testing/http.ts'
import { startStack, type Stack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

type Row = (string | number)[]

const REPETITIONS = 50
/** Finer than what is measured. */
const POLL_MS = 5
const readme = join(import.meta.dirname, 'README.md')

const stack = await startStack()
try {
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
  await stack.close()
}

function row(part: string, values: number[]): Row {
  return [part, percentile(values, 0.5).toFixed(1), percentile(values, 0.95).toFixed(1)]
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
