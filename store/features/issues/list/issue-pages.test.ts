// All pages of a list of issues, compared with a plain model that sorts objects: from memory that was loaded,
// from memory to which rows were appended, and from SQL alone.
import { randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../database/engine/engine.ts'
import { createMapIndex } from '../../../ingest/source-maps/map-index.ts'
import { openServiceSettings } from '../../../database/service-settings.ts'
import { createSegment } from '../../../ingest/journal/segment.ts'
import { createPendingOccurrences } from '../../../ingest/journal/pending-occurrences.ts'
import { openReadModel, type ReadModel } from '../state/read-model.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import { openTestEngine } from '../../../testing/engine.ts'
import { modelPages, type Change, type ListModel } from '../../../testing/issue-pages.ts'
import { newDigest } from '../../../testing/otlp.ts'
import { makeFolder } from '../../../testing/store.ts'
import type { IssuesAnswer } from '../../../../contract/issues.ts'
import { issuesPath } from './issues.ts'

const HOUR = 3_600_000
const RETENTION_DAYS = 30
/** Lists that are filled, each read by four to six queries. `PAGES_RUNS` takes another number. */
const RUNS = Number(process.env['PAGES_RUNS'] ?? 25)

const TABLES = ['exceptions', 'issues', 'releases', 'issue_changes', 'issue_merges']
const NOW = BigInt(Date.now()) * 1_000_000n

let engine: Engine
beforeAll(async () => {
  engine = await openTestEngine(makeFolder(), RETENTION_DAYS)
})
afterAll(() => engine.close())

/** Some fingerprints differ in one half only, and sort as text as they do as numbers. */
const FINGERPRINTS = [
  '0000000000000001',
  '000000000000000f',
  '0000000100000000',
  '7fffffffffffffff',
  '8000000000000000',
  'ffffffff00000000',
  'ffffffffffffffff',
]
const fingerprint = fc.constantFrom(...FINGERPRINTS)

/** On both sides of the 24 hours in which an issue is new, and several at one instant. */
const instant = fc
  .record({ hours: fc.constantFrom(0.5, 5, 23, 25, 39), nanoseconds: fc.constantFrom(0, 1, 999_999_999) })
  .map(({ hours, nanoseconds }) => NOW - BigInt(hours * HOUR) * 1_000_000n + BigInt(nanoseconds))

const occurrence: fc.Arbitrary<Occurrence> = fc
  .record({
    issueId: fingerprint,
    ns: instant,
    release: fc.constantFrom('', '1.0.0', '2.0.0'),
    user: fc.constantFrom('', 'ann', 'bob', 'cid'),
  })
  .map((row) => ({
    ...row,
    digest: newDigest(),
    type: 'OrderError',
    message: 'The order has no lines',
    culprit: '',
    url: '',
    service: `service ${FINGERPRINTS.indexOf(row.issueId) % 3}`,
    environment: 'production',
    session: '',
    givenDigest: '',
    key: null,
  }))

const change: fc.Arbitrary<Change> = fc.record({
  id: fingerprint,
  status: fc.constantFrom('open', 'resolved', 'ignored'),
  at: instant,
})

const list = fc.record({
  occurrences: fc.array(occurrence, { minLength: 1, maxLength: 40, size: 'max' }),
  changes: fc.uniqueArray(change, { maxLength: 3, selector: ({ id }) => id }),
  merges: fc.uniqueArray(fc.tuple(fingerprint, fingerprint), { maxLength: 2, selector: ([from]) => from }),
})

const query = fc.record({
  from: fc.constantFrom('', new Date(Date.now() - 24.5 * HOUR).toISOString()),
  sort: fc.constantFrom('change', 'lastSeen', 'firstSeen', 'count', 'users'),
  status: fc.constantFrom('', 'new', 'ongoing,ignored', 'new,regressed,ongoing,resolved,ignored'),
  service: fc.constantFrom('', 'service 0'),
  q: fc.constantFrom('', 'user:ann'),
  limit: fc.constantFrom(1, 2, 25),
})

test('every page of every list equals the model', async () => {
  await fc.assert(
    fc.asyncProperty(list, fc.array(query, { minLength: 4, maxLength: 6 }), async (model, queries) => {
      const appended = await fill(model)
      const queried = await openModel()
      const loaded = await openModel()
      await loaded.load(exclusive)
      for (const parameters of queries) {
        const expected = modelPages(model, parameters)
        for (const readModel of [appended, loaded, queried])
          expect(await readPages(readModel, parameters)).toEqual(expected)
      }
      for (const readModel of [appended, loaded, queried]) await readModel.close()
    }),
    { numRuns: RUNS },
  )
})

const log = pino({ level: 'silent' })
const exclusive = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work()

const pending = createPendingOccurrences()
const openModel = (): Promise<ReadModel> =>
  openReadModel({ engine, tables: engine, pending, retentionDays: RETENTION_DAYS, log })

/** Of the journal. */
const segment = createSegment(join(makeFolder(), '1'), { otel_traces: [], otel_logs: [] }, false)

/** Returns a read model that was loaded before the occurrences were stored. */
async function fill({ occurrences, changes, merges }: ListModel): Promise<ReadModel> {
  for (const table of TABLES) await engine.command(`TRUNCATE TABLE ${table}`)
  const early = await openModel()
  await early.load(exclusive)
  await insert('exceptions', occurrences.map(exceptionRow))
  await insert(
    'issue_changes',
    changes.map(({ id, status, at }) => ({ IssueId: id, At: seconds(at), Field: 'status', Value: status })),
  )
  early.stored(occurrences, segment)
  early.inserted(segment)
  for (const [from, into] of merges) await early.merges.write(from, into, { by: '' })
  return early
}

async function insert(table: string, rows: object[]): Promise<void> {
  const lines = rows.map((row) => JSON.stringify(row)).join('\n')
  if (rows.length > 0) await engine.insert(table, lines, randomUUID())
}

function exceptionRow(row: Occurrence): object {
  const { ns, issueId, digest, service, release, environment, type, message, user } = row
  return {
    Timestamp: seconds(ns),
    IssueId: issueId,
    Digest: digest,
    ServiceName: service,
    Release: release,
    Environment: environment,
    Type: type,
    Message: message,
    UserId: user,
  }
}

function seconds(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`
}

/** A request without a body. */
const message = new IncomingMessage(new Socket())

type Page = { ids: string[]; total: number; counts: IssuesAnswer['counts'] }

async function readPages(readModel: ReadModel, parameters: Record<string, string | number>): Promise<Page[]> {
  const { occurrences, issueCache, merges } = readModel
  const maps = createMapIndex([])
  const sourceMaps = { mapOne: () => Promise.reject(new Error('a list reads no stacks')), index: () => maps }
  const tables = { engine, tables: engine, pending }
  const services = await openServiceSettings(engine, log)
  const context = { ...tables, occurrences, issueCache, sourceMaps, services, merges: await merges.read() }
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const search = new URLSearchParams({ cursor })
    for (const [name, value] of Object.entries(parameters)) search.set(name, String(value))
    const handle = await issuesPath.read({ query: search, values: {}, message })
    const answer = await handle(context)
    const ids = answer.issues.map(({ id, status, count }) => `${id} ${status} ${count}`)
    pages.push({ ids, total: answer.total, counts: answer.counts })
    cursor = answer.nextCursor
  }
  return pages
}
