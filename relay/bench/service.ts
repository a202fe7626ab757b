// What a sender and the machine notice: how long an answer takes, how much memory, what happens while the
// collector does not answer, and what a second relay adds.
import { percentile } from '../../scripts/bench/table.ts'
import {
  type BenchProcess,
  type Processes,
  freePort,
  mebibytes,
  openSink,
  pause,
  processorSeconds,
} from './processes.ts'
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
const LARGE_SPOOL_BYTES = 256 * 1024 * 1024
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
  const relay = await processes.relay(upstream, { environment: { SPOOL_LIMIT: '2G' } })
  const acknowledged = await load(relay.port, EXCEPTION!, OUTAGE_MS)
  const sink = await openSink(upstream)
  const seconds = await drained(relay)
  sink.close()
  return [
    ['collector away: to the disk a second', (acknowledged / (OUTAGE_MS / 1000)).toFixed(0), '', ''],
    ['collector back: from the disk a second', (acknowledged / seconds).toFixed(0), '', ''],
    ['memory at its peak, with 256 MiB on the disk', mebi(await spoolMemory(processes)), '', ''],
  ]
}

/** MiB at the peak of a relay that writes a spool of 256 MiB and drains it. */
async function spoolMemory(processes: Processes): Promise<number> {
  const upstream = await freePort()
  const relay = await processes.relay(upstream, { environment: { SPOOL_LIMIT: '2G' } })
  while ((await spoolOf(relay)).bytes < LARGE_SPOOL_BYTES) await load(relay.port, bodies().at(2)!, STARTED_MS)
  const sink = await openSink(upstream)
  await drained(relay)
  sink.close()
  return mebibytes(relay, 'VmHWM')
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

/**
 * The second one shares its core with sender and sink, so the comparison uses their processor time.
 */
export async function twoRelaysRows(processes: Processes, sink: number): Promise<Row[]> {
  const port = await freePort()
  const pair: BenchProcess[] = []
  for (const [index, core] of ['0', '1'].entries())
    pair.push(
      await processes.relay(sink, {
        port,
        core,
        environment: { RELAYS: '2', RELAY_NUMBER: String(index + 1) },
      }),
    )
  const single = await processes.relay(sink)
  const figures: number[] = []
  for (const relays of [[single], pair]) {
    await load(relays[0]!.port, EXCEPTION!, CAPACITY_MS)
    const previous = relays.map((relay) => processorSeconds([relay]))
    const count = await load(relays[0]!.port, EXCEPTION!, CAPACITY_MS)
    const used = relays.map((relay, index) => processorSeconds([relay]) - previous[index]!)
    figures.push(
      count / used.reduce((sum, seconds) => sum + seconds, 0),
      used.filter((seconds) => seconds > 0).length,
    )
  }
  const [alone, , together, busy] = figures
  return [
    [
      `requests for a second of processor time: two relays on one port (${busy} busy) against one`,
      `${((2 * together!) / alone!).toFixed(2)} × on two cores`,
      '',
      '',
    ],
  ]
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
