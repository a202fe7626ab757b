// What is true of issues over all time: when they were seen, title, decisions, notes and releases. Cached
// where this process is the only writer; on a server other stores write too, and every read is a query.
import type { Engine } from '../engine/engine.ts'
import { createFullCache, createLruCache, type CacheCounters } from './cache.ts'
import {
  queryDecisions,
  queryNoteCounts,
  querySeenRanges,
  queryTitles,
  type Decision,
  type IssueTitle,
  type SeenRange,
} from './issue-queries.ts'
import { readReleaseOrder, type ReleaseOrder } from './release-order.ts'

/** Issues whose title is cached: some pages of the issue list. */
const MAX_TITLES = 500

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
