// The store is killed again and again while it writes. What was acknowledged must be there, and everything
// once: in the tables that are written, and in those that are filled from them. `npm run bench -- store-kills
// 10` kills ten times instead of fifty.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { exceptionRecord, logs, newDigest, newSpanId, span, spans } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'

const kills = Number(process.argv[2] ?? 50)
const SENDERS = 6

/** Of one request. */
const RECORDS = 40

/** Requests that are answered before the next kill; the kill itself comes at a random instant after. */
const ANSWERED = 12
const KILL_WITHIN_MILLISECONDS = 120

type Sent = { signal: 'traces' | 'logs'; body: string; ids: string[]; acknowledged: boolean }

const folder = makeFolder()
const sent: Sent[] = []
for (let kill = 0; kill < kills; kill++) {
  const store = await startStore({ folder })
  const senders = Array.from({ length: SENDERS }, (_, at) =>
    sendUntilGone(store, at % 3 === 0 ? 'traces' : 'logs'),
  )
  const before = acknowledged().length
  while (acknowledged().length < before + ANSWERED) await pause(5)
  await pause(Math.random() * KILL_WITHIN_MILLISECONDS)
  await store.kill()
  await Promise.all(senders)
}
const store = await startStore({ folder })
// What was in flight is sent again, as a collector does; and some that was answered, as one does that was
// killed itself.
const again = sent.filter((one, at) => !one.acknowledged || at % 10 === 0)
for (const { signal, body } of again)
  if ((await store.send(signal, body)).status !== 200) throw new Error('not taken again')
const lost = await stored()
await store.stop()

writeTable(
  join(import.meta.dirname, 'README.md'),
  `${kills} × kill -9 while writing`,
  ['what', 'log records', 'spans'],
  [
    ['acknowledged before a kill', ids('logs', acknowledged()).length, ids('traces', acknowledged()).length],
    ['in flight at a kill, sent again', ids('logs', unanswered()).length, ids('traces', unanswered()).length],
    ...lost,
  ],
)

function acknowledged(): Sent[] {
  return sent.filter((one) => one.acknowledged)
}

function unanswered(): Sent[] {
  return sent.filter((one) => !one.acknowledged)
}

function ids(signal: Sent['signal'], of: Sent[]): string[] {
  return of.filter((one) => one.signal === signal).flatMap((one) => one.ids)
}

async function sendUntilGone(to: TestStore, signal: Sent['signal']): Promise<void> {
  for (;;) {
    const one = { ...make(signal), acknowledged: false }
    sent.push(one)
    try {
      one.acknowledged = (await to.send(signal, one.body)).status === 200
    } catch {
      return
    }
  }
}

function make(signal: Sent['signal']): Omit<Sent, 'acknowledged'> {
  if (signal === 'traces') {
    const list = Array.from({ length: RECORDS }, (_, at) => span({ spanId: newSpanId(), at: instant(at) }))
    return { signal, body: JSON.stringify(spans(list)), ids: list.map(({ spanId = '' }) => spanId) }
  }
  const digests = Array.from({ length: RECORDS }, newDigest)
  const records = digests.map((digest, at) =>
    exceptionRecord({ digest, message: 'Killed', stacktrace: '', at: instant(at) }),
  )
  return { signal, body: JSON.stringify(logs(records)), ids: digests }
}

/** Over several days, so that one insert writes several parts. */
function instant(at: number): number {
  return Date.now() - at * 3_600_000
}

/** Read from the tables themselves, after the store has closed them. */
async function stored(): Promise<(string | number)[][]> {
  await store.kill()
  const engine = await openEngine(readConfig({ DATA_DIR: folder }))
  const list = async (sql: string): Promise<string[]> =>
    (await engine.query<{ id: string }>(sql)).map(({ id }) => id)
  const logged = await list(`SELECT LogAttributes['errata.digest'] AS id FROM otel_logs`)
  const spanned = await list('SELECT SpanId AS id FROM otel_traces')
  const occurred = await list('SELECT Digest AS id FROM exceptions')
  const [sums] = await engine.query<{ issues: number; operations: number }>(
    'SELECT (SELECT sum(Count) FROM issues) AS issues, (SELECT sum(Count) FROM operations) AS operations',
  )
  await engine.close()
  const [wantedLogs, wantedSpans] = [ids('logs', sent), ids('traces', sent)]
  return [
    ['lost', missing(wantedLogs, logged), missing(wantedSpans, spanned)],
    ['stored twice', twice(logged), twice(spanned)],
    ['lost among the occurrences', missing(wantedLogs, occurred), ''],
    ['stored twice among the occurrences', twice(occurred), ''],
    [
      'counted too often by issues and operations',
      (sums?.issues ?? 0) - wantedLogs.length,
      (sums?.operations ?? 0) - wantedSpans.length,
    ],
  ]
}

function missing(wanted: string[], stored: string[]): number {
  const present = new Set(stored)
  return wanted.filter((id) => !present.has(id)).length
}

function twice(stored: string[]): number {
  return stored.length - new Set(stored).size
}
