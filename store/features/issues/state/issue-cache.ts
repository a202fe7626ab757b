// What is true of issues over all time: when they were seen, title, changes, notes and releases. Cached
// where this process is the only writer, and updated from what it stores; on a server other stores write too,
// and every read is a query.
import type { Issue } from '../../../../contract/issues.ts'
import { inParts } from '../../../database/engine/condition.ts'
import type { Engine, Parameters } from '../../../database/engine/engine.ts'
import { FingerprintTable } from '../../../occurrences/fingerprint-table.ts'
import type { Segment } from '../../../ingest/journal/segment.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import { createSequence } from '../../../../server/event-loop.ts'
import { createFullCache, createLruCache, type CacheCounters } from './cache.ts'
import { IssueIndex, loadFingerprints, loadIssues } from './issue-index.ts'
import type { NewestChanges } from './change-kinds.ts'
import { queryChanges } from './issue-changes.ts'
import { createReleaseCache, readReleaseOrder, type ReleaseOrder } from './release-order.ts'

/** Issues whose title is cached: some pages of the issue list. */
const MAX_TITLES = 500

/** The newest occurrence of a fingerprint; the releases of all. `last`: nanoseconds since 1970, as text. */
export type IssueTitle = Pick<Issue, 'id' | 'type' | 'message' | 'culprit' | 'latestDigest' | 'releases'> & {
  last: string
}

export type IssueCache = {
  /** First and last occurrences: at least of `fingerprints`, of all where the argument is missing. */
  index(fingerprints?: string[]): Promise<IssueIndex>
  /** By fingerprint. */
  titles(fingerprints: string[]): Promise<ReadonlyMap<string, IssueTitle>>
  /** By issue id. Issues without a change are missing. */
  changes(ids?: string[]): Promise<ReadonlyMap<string, NewestChanges>>
  /** By fingerprint: the number of notes, where there is one. */
  noteCounts(fingerprints: string[]): Promise<ReadonlyMap<string, number>>
  releases(): Promise<ReleaseOrder>
  /** These were appended to the journal. Before the index of occurrences knows their issues. */
  stored(occurrences: Occurrence[], segment: Segment): void
  /** The rows of the segment are in the tables. */
  inserted(segment: Segment): void
  invalidateChanges(ids: string[]): void
  invalidateNotes(ids: string[]): void
  /** Reads the index, of a server only the fingerprints. Nothing is stored at the same time. */
  load(): Promise<void>
  /** For `/metrics`, by the name of the cache; empty on a server. */
  counters: Record<string, CacheCounters>
}

/**
 * `fingerprints`: of the index of occurrences, which is to use the same numbers. `tables`: the engine without
 * waiting for the journal.
 */
type CacheOptions = { engine: Engine; tables: Engine; fingerprints: FingerprintTable }

export function openIssueCache(options: CacheOptions): IssueCache {
  return options.engine.kind === 'embedded' ? cachedIssues(options) : uncachedIssues(options)
}

/** Indexes of all issues are read one after the other: each takes about 60 bytes an issue. */
function createIndexQuery(engine: Engine): IssueCache['index'] {
  const sequence = createSequence()
  return async (fingerprints) => {
    const index = new IssueIndex(new FingerprintTable())
    for (const part of inParts(fingerprints ?? [])) await loadIssues(engine, index, part)
    if (fingerprints === undefined) await sequence(() => loadIssues(engine, index, null))
    return index
  }
}

export function uncachedIssues({ engine, fingerprints }: CacheOptions): IssueCache {
  return {
    index: createIndexQuery(engine),
    titles: (fingerprints) => queryTitles(engine, fingerprints),
    changes: (ids) => queryChanges(engine, ids ?? null),
    noteCounts: (fingerprints) => queryNoteCounts(engine, fingerprints),
    releases: () => readReleaseOrder(engine),
    stored(occurrences) {
      for (const { issueId } of occurrences) fingerprints.addText(issueId)
    },
    inserted: () => {},
    invalidateChanges: () => {},
    invalidateNotes: () => {},
    load: () => loadFingerprints(engine, fingerprints),
    counters: {},
  }
}

function cachedIssues({ engine, tables, fingerprints: fingerprintTable }: CacheOptions): IssueCache {
  const index = new IssueIndex(fingerprintTable)
  const queryIndex = createIndexQuery(engine)
  let isLoaded = false
  const titles = createLruCache(MAX_TITLES, (fingerprints) => queryTitles(engine, fingerprints))
  const changes = createFullCache((ids) => queryChanges(engine, ids))
  const notes = createFullCache((ids) => queryNoteCounts(engine, ids))
  const releases = createReleaseCache(tables)
  return {
    index: async (fingerprints) => (isLoaded ? index : queryIndex(fingerprints)),
    titles: (fingerprints) => titles.read(fingerprints),
    changes: () => changes.read(),
    noteCounts: () => notes.read(),
    releases: () => releases.read(),
    stored(occurrences, segment) {
      releases.add(occurrences, segment)
      for (const occurrence of occurrences) {
        const { issueId } = occurrence
        const isNew = isLoaded && index.range(issueId) === null
        titles.update(issueId, (title) => (title || isNew ? withOccurrence(title, occurrence) : undefined))
        if (isLoaded) index.append([occurrence])
      }
    },
    // Any row may be the first of a release.
    inserted: (segment) => releases.inserted(segment),
    invalidateChanges: (ids) => changes.invalidate(ids),
    invalidateNotes: (ids) => notes.invalidate(ids),
    async load() {
      // A recovery may have inserted occurrences of any issue.
      for (const cache of [titles, changes, notes, releases]) cache.clear()
      // Until it is complete, the tables answer.
      isLoaded = false
      index.clear()
      await loadIssues(engine, index, null)
      isLoaded = true
    },
    counters: {
      titles: titles.counters,
      changes: changes.counters,
      notes: notes.counters,
      releases: releases.counters,
    },
  }
}

/** As the table `issues` joins them. */
function withOccurrence(title: IssueTitle | undefined, occurrence: Occurrence): IssueTitle {
  const { issueId: id, type, message, culprit, digest, release, ns } = occurrence
  const releases = title?.releases ?? []
  if (release !== '' && !releases.includes(release)) releases.push(release)
  if (title && BigInt(title.last) >= ns) return title
  return { id, type, message, culprit, latestDigest: digest, releases, last: String(ns) }
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

async function queryNoteCounts(engine: Engine, ids: string[] | null): Promise<Map<string, number>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<{ id: string; count: number }>(
    `SELECT IssueId AS id, count() AS count FROM issue_notes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

function byIds(ids: string[] | null): { where: string; parameters: Parameters } {
  return ids === null
    ? { where: '', parameters: {} }
    : { where: 'WHERE IssueId IN {ids:Array(String)}', parameters: { ids } }
}
