// What is true of every issue over all time: when it was seen, its title, decisions, notes and releases. With the
// embedded engine this process is the only writer: the values are cached, and what changed is queried again. On a
// server other stores write too, and every read is a query.
import type { Engine, Parameters } from '../engine/engine.ts'
import { createFullCache, createLruCache, type CacheCounters } from './cache.ts'
import { readReleaseOrder, type ReleaseOrder } from './release-order.ts'

/** Issues whose title is cached: some pages of the issue list. */
const MAX_TITLES = 500

/** First and last occurrence of a fingerprint, in nanoseconds since 1970. */
export type SeenRange = { service: string; first: bigint; last: bigint }

/** The newest decision of each kind about an issue. */
export type Decision = {
  id: string
  /** Empty: only the assignee was decided. */
  status: 'open' | 'resolved' | 'ignored' | ''
  /** Nanoseconds since 1970, as text. */
  at: string
  /** Releases that existed when "resolved in the next release" was decided; otherwise empty. */
  knownReleases: string[]
  /** Nanoseconds since 1970, as text; 0: no such condition. So the two below. */
  untilAt: string
  untilCount: number
  untilUsers: number
  assignee: string
}

/** The newest occurrence of a fingerprint, and the releases of all. `last`: nanoseconds since 1970, as text. */
export type IssueTitle = {
  id: string
  last: string
  type: string
  message: string
  culprit: string
  latestDigest: string
  releases: string[]
}

export type IssueCache = {
  /** By fingerprint: at least those of `fingerprints`, all where the argument is missing. */
  seenRanges(fingerprints?: string[]): Promise<ReadonlyMap<string, SeenRange>>
  /** By fingerprint. */
  titles(fingerprints: string[]): Promise<ReadonlyMap<string, IssueTitle>>
  /** By issue id. Issues without a decision are missing. */
  decisions(ids?: string[]): Promise<ReadonlyMap<string, Decision>>
  /** By fingerprint: the number of notes, where there is one. */
  noteCounts(fingerprints: string[]): Promise<ReadonlyMap<string, number>>
  releases(): Promise<ReleaseOrder>
  /** Rows were stored, with occurrences of these fingerprints among them. */
  invalidateOccurrences(fingerprints: string[]): void
  invalidateDecisions(ids: string[]): void
  invalidateNotes(ids: string[]): void
  clear(): void
  /** For `/metrics`, by the name of the cache; empty on a server. */
  counters: Record<string, CacheCounters>
}

export function openIssueCache(engine: Engine): IssueCache {
  return engine.kind === 'embedded' ? cachedIssues(engine) : uncachedIssues(engine)
}

function uncachedIssues(engine: Engine): IssueCache {
  return {
    seenRanges: (fingerprints) => querySeenRanges(engine, fingerprints ?? null),
    titles: (fingerprints) => queryTitles(engine, fingerprints),
    decisions: (ids) => queryDecisions(engine, ids ?? null),
    noteCounts: (fingerprints) => queryNoteCounts(engine, fingerprints),
    releases: () => readReleaseOrder(engine),
    invalidateOccurrences: () => {},
    invalidateDecisions: () => {},
    invalidateNotes: () => {},
    clear: () => {},
    counters: {},
  }
}

function cachedIssues(engine: Engine): IssueCache {
  const seenRanges = createFullCache((fingerprints) => querySeenRanges(engine, fingerprints))
  const titles = createLruCache(MAX_TITLES, (fingerprints) => queryTitles(engine, fingerprints))
  const decisions = createFullCache((ids) => queryDecisions(engine, ids))
  const notes = createFullCache((ids) => queryNoteCounts(engine, ids))
  const releases = createLruCache(1, async () => new Map([['all', await readReleaseOrder(engine)]]))
  return {
    seenRanges: () => seenRanges.read(),
    titles: (fingerprints) => titles.read(fingerprints),
    decisions: () => decisions.read(),
    noteCounts: () => notes.read(),
    releases: async () => (await releases.read(['all'])).get('all')!,
    invalidateOccurrences(fingerprints) {
      seenRanges.invalidate(fingerprints)
      titles.invalidate(fingerprints)
      // Any row may be the first of a release.
      releases.clear()
    },
    invalidateDecisions: (ids) => decisions.invalidate(ids),
    invalidateNotes: (ids) => notes.invalidate(ids),
    clear() {
      for (const cache of [seenRanges, titles, decisions, notes, releases]) cache.clear()
    },
    counters: {
      seenRanges: seenRanges.counters,
      titles: titles.counters,
      decisions: decisions.counters,
      notes: notes.counters,
      releases: releases.counters,
    },
  }
}

async function querySeenRanges(engine: Engine, ids: string[] | null): Promise<Map<string, SeenRange>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<{ id: string; service: string; first: string; last: string }>(
    `SELECT IssueId AS id, anyLast(ServiceName) AS service,
       toString(toUnixTimestamp64Nano(min(FirstSeen))) AS first,
       toString(toUnixTimestamp64Nano(max(LastSeen))) AS last
     FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return new Map(
    rows.map(({ id, service, first, last }) => [id, { service, first: BigInt(first), last: BigInt(last) }]),
  )
}

async function queryTitles(engine: Engine, ids: string[]): Promise<Map<string, IssueTitle>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<IssueTitle>(
    `SELECT IssueId AS id, toString(toUnixTimestamp64Nano(max(LastSeen))) AS last, argMaxMerge(Type) AS type,
       argMaxMerge(Message) AS message, argMaxMerge(Culprit) AS culprit,
       argMaxMerge(LatestDigest) AS latestDigest, groupUniqArrayArray(Releases) AS releases
     FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function queryDecisions(engine: Engine, ids: string[] | null): Promise<Map<string, Decision>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<Decision>(
    `SELECT IssueId AS id, ${newest('Status')} AS status,
       toString(toUnixTimestamp64Nano(maxIf(At, Status != ''))) AS at, ${newest('KnownReleases')} AS knownReleases,
       toString(toUnixTimestamp64Nano(${newest('UntilAt')})) AS untilAt,
       ${newest('UntilCount')} AS untilCount, ${newest('UntilUsers')} AS untilUsers,
       argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
     FROM issue_changes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function queryNoteCounts(engine: Engine, ids: string[] | null): Promise<Map<string, number>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<{ id: string; count: number }>(
    `SELECT IssueId AS id, count() AS count FROM issue_notes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The value of the newest decision about the status. */
function newest(column: string): string {
  return `argMaxIf(${column}, At, Status != '')`
}

function byIds(ids: string[] | null): { where: string; parameters: Parameters } {
  return ids === null
    ? { where: '', parameters: {} }
    : { where: 'WHERE IssueId IN {ids:Array(String)}', parameters: { ids } }
}
