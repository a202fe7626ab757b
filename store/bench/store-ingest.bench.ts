// What a span costs from its request to the disk: the store takes a day of them as fast as it can, as a
// collector sends them. `npm run bench -- store-ingest 1000000` sends that number instead of 300,000.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { settledBytes } from './measure.ts'
import { protobuf } from './protobuf.ts'
import { week } from './week.ts'

const spans = Number(process.argv[2] ?? 300_000)

/** Requests in flight: fewer than a collector has, enough that the next are read while the engine inserts. */
const SENDERS = 6

/**
 * The bodies are cut from a week of this many spans, so that one insert brings as many days and hours as it
 * would there.
 */
const WEEK = 10_000_000

/** Of Linux, on every machine that Node runs on. */
const TICKS_A_SECOND = 100

type Body = { signal: 'traces' | 'logs'; bytes: Uint8Array }
type Encoding = 'json' | 'protobuf'
type Cost = { perSecond: number; microseconds: number; sender: number; afterwards: number }

const measured: (string | number)[][] = []
for (const encoding of ['protobuf', 'json'] as const) {
  const { perSecond, microseconds, sender, afterwards } = await measure(encoding)
  measured.push([encoding, perSecond, microseconds.toFixed(1), afterwards.toFixed(1), sender.toFixed(1)])
}
writeTable(
  join(import.meta.dirname, 'README.md'),
  `What a span costs, ${spans.toLocaleString('en')} of them and their log records, made before`,
  [
    'encoding',
    'spans stored a second',
    'µs of the store’s processor time a span',
    'and for merging afterwards',
    'µs to send it',
  ],
  measured,
)

async function measure(encoding: Encoding): Promise<Cost> {
  const bodies = [...make(encoding)]
  const folder = makeFolder()
  const store = await startStore({ folder })
  try {
    const [began, before, sending] = [performance.now(), spentBy(store), process.cpuUsage()]
    const next = bodies.values()
    await Promise.all(Array.from({ length: SENDERS }, () => sendAll(store, next, encoding)))
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(sending)
    const sent = spentBy(store)
    await settledBytes(store)
    const each = (milliseconds: number): number => (milliseconds * 1000) / spans
    return {
      perSecond: Math.round(spans / seconds),
      microseconds: each(sent - before),
      sender: (user + system) / spans,
      afterwards: each(spentBy(store) - sent),
    }
  } finally {
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sendAll(store: TestStore, bodies: Iterable<Body>, encoding: Encoding): Promise<void> {
  const headers = { 'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf' }
  for (const { signal, bytes } of bodies) {
    const { status } = await store.send(signal, bytes, headers)
    if (status !== 200) throw new Error(`the store answered ${status}`)
  }
}

function* make(encoding: Encoding): Generator<Body> {
  let made = 0
  for (const batch of week(WEEK)) {
    if (made >= spans) return
    made += batch.spans
    const [traces, logs] =
      encoding === 'json' ? [Buffer.from(batch.traces), Buffer.from(batch.logs)] : protobuf(batch)
    yield { signal: 'traces', bytes: traces }
    yield { signal: 'logs', bytes: logs }
  }
}

/** Milliseconds of processor time of all its threads. */
function spentBy({ child }: TestStore): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
}
