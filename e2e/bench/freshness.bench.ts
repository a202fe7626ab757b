// Time from the relay's response to the API's answer under a constant rate of envelopes, all on one machine.
// `npm run bench -- freshness 300` takes 300 s for each rate instead of 60; a second number is another rate.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { post } from '../testing/http.ts'
import { startStack, type Stack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { exceptionBody, spansBody } from './bodies.ts'
import { readProcessorTimes, timesPerItem, type ProcessorTimes } from './processor-time.ts'
import { openSenders, type Senders } from './senders.ts'

type Measurement = { sent: number; refused: number; delays: number[]; times: ProcessorTimes }

const seconds = Number(process.argv[2] ?? 60)

/** Envelopes a second: a busy site, and the goal for two cores. */
const RATES = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [200, 2_000]

/** Every fourth envelope is an exception, the others are spans of a page. */
const EXCEPTION_INTERVAL = 4

const PROBE_INTERVAL_MS = 250
/** A result is at most this or a tenth too high: polling more often would disturb the measurement. */
const POLL_MS = 100
const POLLS_PER_DELAY = 10

/** What has not arrived by then counts with this delay. */
const TIMEOUT_MS = 20_000

/** The first requests run code that is not compiled yet. */
const WARM_UP = { rate: 200, seconds: 5 }
const SEND_STEP_MS = 10

const PROCESSES = ['sender', 'relay', 'otel-collector', 'store']

const delayRows: (string | number)[][] = []
const processorRows: (string | number)[][] = []
const stack = await startStack()
try {
  await measure(stack, WARM_UP.rate, WARM_UP.seconds)
  for (const rate of RATES) {
    const { sent, refused, delays, times } = await measure(stack, rate, seconds)
    delayRows.push([
      rate.toLocaleString('en'),
      Math.round(sent / seconds).toLocaleString('en'),
      refused,
      percentile(delays, 0.5).toFixed(0),
      percentile(delays, 0.95).toFixed(0),
      Math.max(...delays).toFixed(0),
    ])
    const milliseconds = PROCESSES.map((name) => times.get(name) ?? 0)
    const busy = (milliseconds.reduce((sum, value) => sum + value, 0) * sent) / seconds / 1000
    processorRows.push([
      rate.toLocaleString('en'),
      ...milliseconds.map((value) => value.toFixed(2)),
      busy.toFixed(2),
    ])
  }
} finally {
  await stack.close()
}
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Accepted at the relay → answered by `/api/events/:digest`, milliseconds, ' +
    `${seconds} s each, ${availableParallelism()} processors for everything`,
  ['envelopes a second wanted', 'sent', 'refused', 'p50', 'p95', 'longest'],
  delayRows,
)
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Milliseconds of processor time for each of these envelopes',
  ['envelopes a second wanted', ...PROCESSES, 'processors busy'],
  processorRows,
)

async function measure(target: Stack, rate: number, duration: number): Promise<Measurement> {
  const start = readProcessorTimes(target)
  const senders = openSenders(Number(new URL(target.url).port))
  const end = performance.now() + duration * 1000
  const probes: Promise<number>[] = []
  const startProbes = async () => {
    for (; performance.now() < end; await pause(PROBE_INTERVAL_MS)) probes.push(probe(target.url))
  }
  await Promise.all([sendAtRate(senders, rate, end), startProbes()])
  const delays = await Promise.all(probes)
  const totals = await senders.close()
  return { ...totals, delays, times: timesPerItem(start, readProcessorTimes(target), totals.sent) }
}

/** In steps of at most a tenth of a second's envelopes, so that no pause is followed by a burst. */
async function sendAtRate(senders: Senders, rate: number, end: number): Promise<void> {
  let last = performance.now()
  for (let due = 0, number = 0; last < end; await pause(SEND_STEP_MS)) {
    const now = performance.now()
    due += Math.min(((now - last) * rate) / 1000, rate / 10)
    for (; due >= 1; due--) senders.send(number++ % EXCEPTION_INTERVAL === 0 ? exceptionBody() : spansBody())
    last = now
  }
}

/** Milliseconds from the relay's 200 to the API's. */
async function probe(url: string): Promise<number> {
  const { digest, body } = exceptionLog({ message: 'is it there yet', service: 'probe' })
  const response = await post(`${url}/monitoring`, body)
  await response.arrayBuffer()
  const start = performance.now()
  while (performance.now() - start < TIMEOUT_MS) {
    const answer = await fetch(`${url}/api/events/${digest}`)
    await answer.arrayBuffer()
    if (answer.status === 200) break
    await pause(Math.max(POLL_MS, (performance.now() - start) / POLLS_PER_DELAY))
  }
  return performance.now() - start
}
