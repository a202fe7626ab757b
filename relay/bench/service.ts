// What a sender and the machine notice: how long an answer takes, how much memory, what happens while the
// collector is away, and what a second relay brings.
import { percentile } from '../../scripts/bench/table.ts'
import { type Actor, type Stage, freePort, mebibytes, openSink, pause, processorSeconds } from './actors.ts'
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

export async function latencyRows(relay: Actor, nginx: Actor | undefined): Promise<Row[]> {
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

/** Taken before anything else is sent, and after 64 connections have. */
/** What reading the program took is given back some seconds later. */
export async function memoryRows(stage: Stage, sink: number): Promise<Row[]> {
  const relay = await stage.relay(sink)
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

/** All is answered from the disk; then the collector comes back and gets it. */
export async function outageRows(stage: Stage): Promise<Row[]> {
  const upstream = await freePort()
  const relay = await stage.relay(upstream, { environment: { SPOOL_LIMIT: '2 GiB' } })
  const acknowledged = await load(relay.port, EXCEPTION!, OUTAGE_MS)
  const sink = await openSink(upstream)
  const begun = performance.now()
  while ((await spooled(relay.port)) > 0) {
    if (performance.now() - begun > DRAIN_MS)
      throw new Error(`The spool was not empty after ${DRAIN_MS / 1000} s.`)
    await pause(50)
  }
  const seconds = (performance.now() - begun) / 1000
  sink.close()
  return [
    [
      'collector away: acknowledged a second, on the disk',
      (acknowledged / (OUTAGE_MS / 1000)).toFixed(0),
      '',
      '',
    ],
    ['collector back: sent from the disk a second', (acknowledged / seconds).toFixed(0), '', ''],
  ]
}

/**
 * The second one shares its core with sender and sink, so what two can do is said by their processor time.
 */
export async function twoRelaysRows(stage: Stage, sink: number): Promise<Row[]> {
  const port = await freePort()
  const pair: Actor[] = []
  for (const [index, core] of ['0', '1'].entries())
    pair.push(
      await stage.relay(sink, { port, core, environment: { RELAYS: '2', RELAY_NUMBER: String(index + 1) } }),
    )
  const single = await stage.relay(sink)
  const figures: number[] = []
  for (const relays of [[single], pair]) {
    await load(relays[0]!.port, EXCEPTION!, CAPACITY_MS)
    const before = relays.map((relay) => processorSeconds([relay]))
    const count = await load(relays[0]!.port, EXCEPTION!, CAPACITY_MS)
    const used = relays.map((relay, index) => processorSeconds([relay]) - before[index]!)
    figures.push(count / used.reduce((sum, one) => sum + one, 0), used.filter((one) => one > 0).length)
  }
  const [alone, , together, busy] = figures
  return [
    [
      `two relays on one port (${busy} of them busy): requests for a second of processor time, against one alone`,
      `${((2 * together!) / alone!).toFixed(2)} × on two cores`,
      '',
      '',
    ],
  ]
}

async function both(
  relay: Actor,
  nginx: Actor | undefined,
  measure: (actor: Actor) => Promise<number>,
): Promise<[number, number?]> {
  const ours = await measure(relay)
  return nginx === undefined ? [ours] : [ours, await measure(nginx)]
}

async function spooled(port: number): Promise<number> {
  const health = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as {
    spool: { envelopes: number }
  }
  return health.spool.envelopes
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(2)} ms`
}

function mebi(value: number): string {
  return `${value.toFixed(0)} MiB`
}
