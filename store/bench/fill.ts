// Fills a store through its HTTP port, and measures what that takes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startStore, type TestStore } from '../testing/store.ts'
import { residentMegabytes, settledBytes } from './measure.ts'
import { protobuf } from './protobuf.ts'
import { longTrace, week, type Batch } from './week.ts'

/** Requests in flight: what keeps the store busy while the next are made. */
const SENDERS = 6
const PROTOBUF = { 'content-type': 'application/x-protobuf' }

export const LONG_TRACES = [
  { traceId: 'a'.repeat(32), spans: 1_000 },
  { traceId: 'b'.repeat(32), spans: 50_000 },
]

export type Filled = { spans: number; spansPerSecond: number; bytes: number; megabytesWriting: number }

/** Fills `folder` with a week of this many spans; a folder that was filled before stays as it is. */
export async function fill(folder: string, spans: number): Promise<Filled> {
  const note = join(folder, 'week.json')
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Filled
  const store = await startStore({ folder })
  try {
    const filled = await fillStore(store, spans)
    writeFileSync(note, JSON.stringify(filled))
    return filled
  } finally {
    store.child.kill('SIGTERM')
    await new Promise((resolve) => store.child.once('exit', resolve))
  }
}

async function fillStore(store: TestStore, spans: number): Promise<Filled> {
  const batches = week(spans)
  const began = performance.now()
  await Promise.all(Array.from({ length: SENDERS }, () => sendAll(store, batches)))
  const seconds = (performance.now() - began) / 1000
  const now = Date.now()
  for (const { traceId, spans: count } of LONG_TRACES)
    await sendAll(store, longTrace(traceId, count, now - 4 * 3_600_000))
  const megabytesWriting = residentMegabytes(store).most
  return {
    spans,
    spansPerSecond: Math.round(spans / seconds),
    bytes: await settledBytes(store),
    megabytesWriting,
  }
}

/** Several senders may share the batches. */
async function sendAll(store: TestStore, batches: Iterable<Batch>): Promise<void> {
  for (const batch of batches) {
    const [traces, logs] = protobuf(batch)
    const answers = await Promise.all([
      store.send('traces', traces, PROTOBUF),
      ...(logs.length > 0 ? [store.send('logs', logs, PROTOBUF)] : []),
    ])
    for (const { status } of answers) if (status !== 200) throw new Error(`the store answered ${status}`)
  }
}
