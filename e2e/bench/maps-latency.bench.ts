// Latency from the answer of the relay to that of /api/events, with and without source maps, in turn.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import type { Event } from '../../contract/issues.ts'
import type { MapsAnswer } from '../../contract/maps.ts'
import { getJson, post } from '../testing/http.ts'
import { startStack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

const REPETITIONS = 100
/** Finer than what is measured. */
const POLL_MS = 2
/** Places in the demo's script: each repetition is another stack. */
const COLUMNS = [900, 1_500, 2_100, 2_700]

const root = join(import.meta.dirname, '..', '..')
const readme = join(import.meta.dirname, 'README.md')
const script = readdirSync(join(root, 'web/dist/assets')).find((name) => /^demo-.*\.js$/.test(name))

const stack = await startStack()
try {
  await waitFor('the maps of the demo', async () => {
    const { maps } = await getJson<MapsAnswer>(`${stack.url}/api/maps?service=demo-shop`)
    return maps.some(({ file }) => file.endsWith(`/${script}`))
  })
  const times = { 'demo-shop': [] as number[], other: [] as number[] }
  for (let index = 0; index < REPETITIONS; index++)
    for (const service of ['demo-shop', 'other'] as const) times[service].push(await measure(service, index))
  const [mapped, plain] = [times['demo-shop'], times.other]
  writeTable(
    readme,
    `Source maps: response of the relay → /api/events answers, milliseconds, ${REPETITIONS} times`,
    ['stack', 'p50', 'p95'],
    [
      ['without a source map', round(percentile(plain, 0.5)), round(percentile(plain, 0.95))],
      ['with one: mapped and grouped', round(percentile(mapped, 0.5)), round(percentile(mapped, 0.95))],
      ['ratio', ratio(mapped, plain, 0.5), ratio(mapped, plain, 0.95)],
    ],
  )
} finally {
  await stack.close()
}

async function measure(service: string, index: number): Promise<number> {
  const frames = COLUMNS.map((column) => `t (${stack.url}/assets/${script}:1:${column + index})`)
  const { digest, body } = exceptionLog({ message: `number ${index}`, service, frames })
  await (await post(`${stack.url}/monitoring`, body)).arrayBuffer()
  const start = performance.now()
  const event = await waitFor('stored', () => getJson<Event>(`${stack.url}/api/events/${digest}`), {
    intervalMs: POLL_MS,
  })
  const milliseconds = performance.now() - start
  if ((event.mapping === 'stored') !== (service === 'demo-shop'))
    throw new Error(`the mapping of a stack of ${service} is ${event.mapping}`)
  return milliseconds
}

function round(value: number): string {
  return value.toFixed(1)
}

function ratio(values: number[], base: number[], part: number): string {
  return (percentile(values, part) / percentile(base, part)).toFixed(2)
}
