// Rows of occurrences, an engine that has them, and every implementation of `Occurrences` over them.
import { pino } from 'pino'
import type { Engine } from '../database/engine/engine.ts'
import { mergesOf } from '../features/issues/state/issue-merges.ts'
import type { OccurrenceFilter } from '../occurrences/exception-filter.ts'
import { FingerprintTable } from '../occurrences/fingerprint-table.ts'
import { loadIndex } from '../occurrences/memory/load.ts'
import { createMemoryOccurrences } from '../occurrences/memory/memory-occurrences.ts'
import { OccurrenceIndex } from '../occurrences/memory/occurrence-index.ts'
import type { Occurrences } from '../occurrences/occurrences.ts'
import { createSqlOccurrences } from '../occurrences/sql.ts'
import type { Occurrence } from '../ingest/rows/occurrence.ts'
import { openTestEngine } from './engine.ts'
import { newDigest } from './otlp.ts'

export const MINUTE = 60_000
export const DAY = 1440 * MINUTE
export const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
export const RETENTION_DAYS = 30
export const OCCURRENCES = 240

export const nanoseconds = (milliseconds: number): bigint => BigInt(milliseconds) * 1_000_000n
const pick = <Value>(values: Value[], at: number): Value => values[at % values.length]!

/** Instants of four days: some are in the future, and several are the same instant at the start of a day. */
function instantOf(at: number): bigint {
  if (at % 17 === 0) return nanoseconds((Math.floor(NOW / DAY) - 2) * DAY)
  return nanoseconds(NOW - ((at * 37) % 5_760) * MINUTE + (at % 23 === 0 ? 480 * MINUTE : 0)) + BigInt(at % 3)
}

/** A fingerprint for each letter. */
export const issueOfLetter = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(16, '0')

export const stored: Occurrence[] = Array.from({ length: OCCURRENCES }, (_, at) => ({
  issueId: issueOfLetter('abcdefghijkl'[at % 12]!),
  digest: newDigest(),
  type: 'OrderError',
  message: `Order of kind ${'abcdefghijkl'[at % 12]} failed`,
  culprit: pick(['load in shop.js', '', 'save in orders.js'], at),
  url: pick(['https://shop.example/orders/7', '', 'https://shop.example/Übersicht'], Math.floor(at / 4)),
  service: pick(['shop-web', 'admin-web', 'shöp'], at),
  release: pick(['', '1.0.0', '2.0.0', 'ü-3'], Math.floor(at / 5)),
  environment: pick(['production', 'staging', ''], Math.floor(at / 3)),
  user: pick(['', 'ann', 'bob', 'Zoë 漢😀', 'x'.repeat(300)], Math.floor(at / 2)),
  session: at % 4 === 0 ? '' : `session-${at % 11}`,
  ns: instantOf(at),
  givenDigest: '',
  key: null,
}))

export const everything: OccurrenceFilter = {
  from: nanoseconds(NOW - 5 * DAY),
  to: nanoseconds(NOW + DAY),
  service: [],
  environment: [],
  release: [],
  terms: [],
}

export const NO_MERGES = mergesOf(new Map())

function timestampText(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`
}

/** As an object of `exceptions`. */
export function exceptionRow(row: Occurrence): object {
  return {
    Timestamp: timestampText(row.ns),
    IssueId: row.issueId,
    Digest: row.digest,
    ServiceName: row.service,
    Release: row.release,
    Environment: row.environment,
    Type: row.type,
    Message: row.message,
    Culprit: row.culprit,
    Url: row.url,
    UserId: row.user,
    SessionId: row.session,
  }
}

export async function openFilledEngine(folder: string): Promise<Engine> {
  const engine = await openTestEngine(folder, RETENTION_DAYS)
  const rows = stored.map((row, at) =>
    JSON.stringify({ ...exceptionRow(row), GivenDigest: at % 2 === 0 ? `given ${at % 10}` : '' }),
  )
  await engine.insert('exceptions', rows.join('\n'), 'all')
  return engine
}

const exclusive = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work()

type Counting = {
  occurrences: Occurrences
  /** Has all issues, as in a store that has loaded them. */
  fingerprints: FingerprintTable
  dropDay: (day: string) => void
}

type Setup = (engine: Engine) => Promise<Counting>

function loaded(maxRows: number): Setup {
  return async (engine) => {
    const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS, maxRows })
    await loadRows(engine, index)
    return inMemory(engine, index)
  }
}

export async function loadRows(engine: Engine, index: OccurrenceIndex): Promise<void> {
  const { signal } = new AbortController()
  await loadIndex({ engine, index, exclusive, signal, log: pino({ level: 'silent' }) })
}

export function inMemory(engine: Engine, index: OccurrenceIndex): Counting {
  return {
    fingerprints: addIssues(index.fingerprints),
    occurrences: createMemoryOccurrences(index, createSqlOccurrences(engine)),
    dropDay: (day) => index.dropPartition(day),
  }
}

function addIssues(fingerprints: FingerprintTable): FingerprintTable {
  for (const { issueId } of stored) fingerprints.addText(issueId)
  return fingerprints
}

export const SETUPS: [string, Setup][] = [
  [
    'SQL',
    async (engine) => ({
      occurrences: createSqlOccurrences(engine),
      fingerprints: addIssues(new FingerprintTable()),
      dropDay: () => {},
    }),
  ],
  ['memory that was loaded from the table', loaded(OCCURRENCES)],
  ['memory with space for a part of the rows, and SQL for the rest', loaded(OCCURRENCES / 2)],
  [
    'memory to which all rows were appended',
    async (engine) => {
      const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
      index.setCoverageStart(Number.NEGATIVE_INFINITY)
      for (const row of stored) index.append([row])
      return inMemory(engine, index)
    },
  ],
  [
    'memory that stopped because its names are too long',
    async (engine) => {
      const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
      index.setCoverageStart(Number.NEGATIVE_INFINITY)
      for (let at = 0; at < 260; at++)
        index.append([{ ...stored[0]!, release: String(at).padStart(65_536, 'x') }])
      return inMemory(engine, index)
    },
  ],
]
