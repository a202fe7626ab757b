// The store is killed again and again while it writes. What was acknowledged must be there, and everything
// once: in the tables that are written, and in those that are filled from them. `npm run bench -- store-kills
// 10` kills ten times instead of fifty.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { killWhileWriting } from '../testing/kills.ts'
import { TestStore } from '../testing/store.ts'

const kills = Number(process.argv[2] ?? 50)

const store = new TestStore()
const sent = await killWhileWriting(store, kills)
await store.end()

writeTable(
  join(import.meta.dirname, 'README.md'),
  `${kills} × kill -9 while writing`,
  ['what', 'log records', 'spans'],
  [
    ['acknowledged before a kill', ids('logs', true).length, ids('traces', true).length],
    ['in flight at a kill, sent again', ids('logs', false).length, ids('traces', false).length],
    ...(await compareWithTables()),
  ],
)

function ids(ofSignal: 'traces' | 'logs', acknowledged?: boolean): string[] {
  return sent
    .filter(
      ({ signal, isAcknowledged }) =>
        signal === ofSignal && (acknowledged ?? isAcknowledged) === isAcknowledged,
    )
    .flatMap((request) => request.ids)
}

/** Read from the tables themselves, after the store has closed them. */
async function compareWithTables(): Promise<(string | number)[][]> {
  const engine = await openEngine(readConfig({ DATA_DIR: store.folder }))
  const list = async (sql: string): Promise<string[]> =>
    (await engine.query<{ id: string }>(sql)).map(({ id }) => id)
  const logged = await list(`SELECT LogAttributes['errata.digest'] AS id FROM otel_logs`)
  const spanned = await list('SELECT SpanId AS id FROM otel_traces')
  const occurred = await list('SELECT Digest AS id FROM exceptions')
  const [sums] = await engine.query<{ issues: number; operations: number }>(
    'SELECT (SELECT sum(Count) FROM issues) AS issues, (SELECT sum(Count) FROM operations) AS operations',
  )
  await engine.close()
  const [wantedLogs, wantedSpans] = [ids('logs'), ids('traces')]
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
