// What a span costs from its request to the disk: the store takes a day of them as fast as it can, as a
// collector sends them. `npm run bench -- store-ingest 1000000` sends that number instead of 300,000.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { startStore, type TestStore } from '../testing/store.ts'
import { processorTime, settledBytes } from './measure.ts'
import { protobuf, week } from './week.ts'

const spans = Number(process.argv[2] ?? 300_000)

/** Requests in flight: fewer than a collector has, enough that the next are read while the engine inserts. */
const SENDERS = 6

/**
 * The bodies are cut from a week of this many spans, so that one insert brings as many days and hours as it
 * would there.
 */
const WEEK = 10_000_000

type Body = { signal: 'traces' | 'logs'; bytes: Uint8Array }
type Encoding = 'json' | 'protobuf'

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
  [await measure('protobuf'), await measure('json')],
)

async function measure(encoding: Encoding): Promise<(string | number)[]> {
  const bodies = [...make(encoding)]
  const store = await startStore()
  const [began, before, sending] = [performance.now(), processorTime(store), process.cpuUsage()]
  const next = bodies.values()
  await Promise.all(Array.from({ length: SENDERS }, () => sendAll(store, next, encoding)))
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(sending)
  const sent = processorTime(store)
  await settledBytes(store)
  const merged = processorTime(store)
  await store.stop()
  const each = (milliseconds: number): string => ((milliseconds * 1000) / spans).toFixed(1)
  const sender = ((user + system) / spans).toFixed(1)
  return [encoding, Math.round(spans / seconds), each(sent - before), each(merged - sent), sender]
}

async function sendAll(store: TestStore, bodies: Iterable<Body>, encoding: Encoding): Promise<void> {
  const headers = { 'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf' }
  for (const { signal, bytes } of bodies) await store.send(signal, bytes, headers)
}

function* make(encoding: Encoding): Generator<Body> {
  let made = 0
  for (const batch of week(WEEK)) {
    if (made >= spans) return
    made += batch.spans
    const [traces, logs] =
      encoding === 'json'
        ? [batch.traces, batch.logs].map((request) => Buffer.from(JSON.stringify(request)))
        : protobuf(batch)
    yield { signal: 'traces', bytes: traces }
    yield { signal: 'logs', bytes: logs }
  }
}
