// What a sender and the machine notice: how long an answer takes, how much memory, what happens while the
// collector does not answer.
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../scripts/bench/table.ts'
import { freePort } from '../../e2e/testing/ports.ts'
import { type BenchProcess, type Processes, mebibytes, openSink } from './processes.ts'
import { bodies } from './bodies.ts'
import { load, paced } from './load.ts'

/** What is measured, ours, nginx's in the same run where there is one, and how they compare. */
type Row = [what: string, relay: string, nginx: string, compared: string]

export const SERVICE_HEAD = ['relay', 'nginx', 'relay against nginx']

const STEADY_PER_SECOND = 1_000
const STEADY_MS = 4_000
const CAPACITY_MS = 2_000
const STARTED_MS = 1_000
const IDLE_MS = 20_000
const SHARE = 0.7
const OUTAGE_MS = 4_000
const DRAIN_MS = 60_000
const [EXCEPTION] = bodies()

export async function latencyRows(relay: BenchProcess, nginx: BenchProcess | undefined): Promise<Row[]> {
  const steady = await both(relay, nginx, async ({ port }) =>
    percentile(await paced(port, EXCEPTION!, STEADY_PER_SECOND, STEADY_MS), 0.5),
  )
  const loaded = await both(relay, nginx, async ({ port }) => {
    const capacity = (await load(port, EXCEPTION!, CAPACITY_MS)) / (CAPACITY_MS / 1000)
    return percentile(await paced(port, EXCEPTION!, SHARE * capacity, STEADY_MS), 0.99)
  })
  const [ours, theirs] = steady
  const [ourLast, theirLast] = loaded
  return [
    [
      `p50 at ${STEADY_PER_SECOND.toLocaleString('en')}/s`,
      milliseconds(ours),
      milliseconds(theirs),
      theirs === undefined ? '–' : `${(ours - theirs).toFixed(2)} ms more`,
    ],
    [
      'p99 at 70 % of what each can',
      milliseconds(ourLast),
      milliseconds(theirLast),
      theirLast === undefined ? '–' : `${(ourLast / theirLast).toFixed(2)} ×`,
    ],
  ]
}

/**
 * Loading the program takes memory that is released some seconds later, hence two figures before any load.
 */
export async function memoryRows(processes: Processes, sink: number): Promise<Row[]> {
  const relay = await processes.relay(sink)
  await pause(STARTED_MS)
  const started = mebibytes(relay, 'VmRSS')
  await pause(IDLE_MS)
  const idle = mebibytes(relay, 'VmRSS')
  for (const body of bodies()) await load(relay.port, body, CAPACITY_MS)
  return [
    ['memory a second after the start', mebi(started), '', ''],
    ['memory when idle, 20 s later', mebi(idle), '', ''],
    ['memory at its peak, 64 connections with each of the bodies', mebi(mebibytes(relay, 'VmHWM')), '', ''],
  ]
}

/** Everything goes to the disk; then the collector comes back and gets it. */
export async function outageRows(processes: Processes): Promise<Row[]> {
  const upstream = await freePort()
  const relay = await processes.relay(upstream, { SPOOL_LIMIT: '2G' })
  const acknowledged = await load(relay.port, EXCEPTION!, OUTAGE_MS)
  const sink = await openSink(upstream)
  const seconds = await drained(relay)
  sink.close()
  return [
    ['collector away: to the disk a second', (acknowledged / (OUTAGE_MS / 1000)).toFixed(0), '', ''],
    ['collector back: from the disk a second', (acknowledged / seconds).toFixed(0), '', ''],
  ]
}

/** Seconds until the spool is empty. */
async function drained(relay: BenchProcess): Promise<number> {
  const begun = performance.now()
  while ((await spoolOf(relay)).envelopes > 0) {
    if (performance.now() - begun > DRAIN_MS)
      throw new Error(`The spool was not empty after ${DRAIN_MS / 1000} s.`)
    await pause(50)
  }
  return (performance.now() - begun) / 1000
}

async function both(
  relay: BenchProcess,
  nginx: BenchProcess | undefined,
  measure: (process: BenchProcess) => Promise<number>,
): Promise<[number, number?]> {
  const ours = await measure(relay)
  return nginx === undefined ? [ours] : [ours, await measure(nginx)]
}

async function spoolOf({ port }: BenchProcess): Promise<{ bytes: number; envelopes: number }> {
  const response = await fetch(`http://127.0.0.1:${port}/health`)
  return ((await response.json()) as { spool: { bytes: number; envelopes: number } }).spool
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(2)} ms`
}

function mebi(value: number): string {
  return `${value.toFixed(0)} MiB`
}
