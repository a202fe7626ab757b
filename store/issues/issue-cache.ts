// What the store knows of every issue: when it was seen, what it says, what people decided. The embedded engine has one writer, this
// process: so it is kept here, and only what changed is asked for again. On a server other stores write too, and all is asked each time.
import { readReleases, type Releases } from './release-order.ts'
import type { Engine, Parameters } from '../engine/engine.ts'
import { keepAll, rememberLast } from './cache.ts'

/** Issues whose words are kept: some pages of the inbox. */
const MOST_WORDS = 500

/** When a fingerprint was seen, in nanoseconds. */
export type Life = { service: string; first: bigint; last: bigint }

/** The newest decision of each kind. `decided`: open, resolved, ignored, or empty where there is none. */
export type Decision = {
  id: string
  decided: string
  at: string
  known: string[]
  untilAt: string
  untilCount: number
  untilUsers: number
  assignee: string
}

/** What the newest occurrence of a fingerprint says, and in which releases there were any. */
export type Words = {
  id: string
  last: string
  type: string
  message: string
  culprit: string
  latestDigest: string
  releases: string[]
}

export type Ledger = {
  /** By fingerprint. Of `fingerprints`, these are there at least; without any, all are. */
  lives(fingerprints?: string[]): Promise<ReadonlyMap<string, Life>>
  words(fingerprints: string[]): Promise<ReadonlyMap<string, Words>>
  /** By issue; those that nothing was ever decided about are missing. */
  decisions(ids?: string[]): Promise<ReadonlyMap<string, Decision>>
  /** Notes of each fingerprint that has any. */
  notes(fingerprints: string[]): Promise<ReadonlyMap<string, number>>
  releases(): Promise<Releases>
  /** Rows were stored, and among them occurrences of these. */
  stored(fingerprints: string[]): void
  decided(ids: string[]): void
  noted(ids: string[]): void
}

export function openLedger(engine: Engine): Ledger {
  return engine.kind === 'embedded' ? keepingLedger(engine) : askingLedger(engine)
}

function askingLedger(engine: Engine): Ledger {
  return {
    lives: (fingerprints) => askLives(engine, fingerprints ?? null),
    words: (fingerprints) => askWords(engine, fingerprints),
    decisions: (ids) => askDecisions(engine, ids ?? null),
    notes: (fingerprints) => askNotes(engine, fingerprints),
    releases: () => readReleases(engine),
    stored: () => {},
    decided: () => {},
    noted: () => {},
  }
}

function keepingLedger(engine: Engine): Ledger {
  const lives = keepAll((fingerprints) => askLives(engine, fingerprints))
  const words = rememberLast(MOST_WORDS, (fingerprints) => askWords(engine, fingerprints))
  const decisions = keepAll((ids) => askDecisions(engine, ids))
  const notes = keepAll((ids) => askNotes(engine, ids))
  const releases = rememberLast(1, async () => new Map([['all', await readReleases(engine)]]))
  return {
    lives: () => lives.read(),
    words: (fingerprints) => words.read(fingerprints),
    decisions: () => decisions.read(),
    notes: () => notes.read(),
    releases: async () => (await releases.read(['all'])).get('all')!,
    stored(fingerprints) {
      lives.changed(fingerprints)
      words.changed(fingerprints)
      // A release may be new in any row.
      releases.changed(['all'])
    },
    decided: (ids) => decisions.changed(ids),
    noted: (ids) => notes.changed(ids),
  }
}

async function askLives(engine: Engine, fingerprints: string[] | null): Promise<Map<string, Life>> {
  const { where, parameters } = among(fingerprints)
  const rows = await engine.ask<{ id: string; service: string; first: string; last: string }>(
    `SELECT IssueId AS id, anyLast(ServiceName) AS service, toString(toUnixTimestamp64Nano(min(FirstSeen))) AS first,
       toString(toUnixTimestamp64Nano(max(LastSeen))) AS last FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return new Map(
    rows.map(({ id, service, first, last }) => [id, { service, first: BigInt(first), last: BigInt(last) }]),
  )
}

async function askWords(engine: Engine, fingerprints: string[]): Promise<Map<string, Words>> {
  const { where, parameters } = among(fingerprints)
  const rows = await engine.ask<Words>(
    `SELECT IssueId AS id, toString(toUnixTimestamp64Nano(max(LastSeen))) AS last, argMaxMerge(Type) AS type, argMaxMerge(Message) AS message,
       argMaxMerge(Culprit) AS culprit, argMaxMerge(LatestDigest) AS latestDigest, groupUniqArrayArray(Releases) AS releases
     FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return byId(rows)
}

async function askDecisions(engine: Engine, ids: string[] | null): Promise<Map<string, Decision>> {
  const { where, parameters } = among(ids)
  const rows = await engine.ask<Decision>(
    `SELECT IssueId AS id, argMaxIf(Status, At, Status != '') AS decided, toString(toUnixTimestamp64Nano(maxIf(At, Status != ''))) AS at,
       argMaxIf(KnownReleases, At, Status != '') AS known, toString(toUnixTimestamp64Nano(argMaxIf(UntilAt, At, Status != ''))) AS untilAt,
       argMaxIf(UntilCount, At, Status != '') AS untilCount, argMaxIf(UntilUsers, At, Status != '') AS untilUsers,
       argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
     FROM issue_changes ${where} GROUP BY id`,
    parameters,
  )
  return byId(rows)
}

async function askNotes(engine: Engine, ids: string[] | null): Promise<Map<string, number>> {
  const { where, parameters } = among(ids)
  const rows = await engine.ask<{ id: string; number: number }>(
    `SELECT IssueId AS id, count() AS number FROM issue_notes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

function among(keys: string[] | null): { where: string; parameters: Parameters } {
  return keys === null
    ? { where: '', parameters: {} }
    : { where: 'WHERE IssueId IN {ids:Array(String)}', parameters: { ids: keys } }
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
