// The state in memory that answers queries faster than the tables, and the order in which it is updated.
import type { Logger } from 'pino'
import type { Engine } from '../../../database/engine/engine.ts'
import { deleteOldIssues } from './delete-old-issues.ts'
import { openIssueCache, type IssueCache } from './issue-cache.ts'
import { openMergeRepository, type MergeRepository } from './issue-merges.ts'
import { createLiveOccurrences, type LiveOccurrences } from '../../../occurrences/live-occurrences.ts'
import { FingerprintTable, NO_NUMBER } from '../../../occurrences/fingerprint-table.ts'
import type { Sequence } from '../../../../server/event-loop.ts'
import type { Occurrences } from '../../../occurrences/occurrences.ts'
import { openOccurrences } from '../../../occurrences/open-occurrences.ts'
import { createLivePublisher } from '../../../occurrences/remote-occurrences.ts'
import type { StoredFingerprints } from '../../../ingest/rows/fingerprint-limit.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'

export type ReadModel = {
  occurrences: Occurrences
  issueCache: IssueCache
  merges: MergeRepository
  live: LiveOccurrences
  fingerprints: StoredFingerprints
  /** A batch with these occurrences was stored. */
  stored(occurrences: Occurrence[]): void
  /** Reads the tables, after the batch that a crash left is inserted. */
  load(exclusive: Sequence): Promise<void>
  dropDay(day: string): void
  close(): Promise<void>
}

export async function openReadModel(engine: Engine, retentionDays: number, log: Logger): Promise<ReadModel> {
  const fingerprints = new FingerprintTable()
  const issueCache = openIssueCache(engine, fingerprints)
  const merges = await openMergeRepository(engine, retentionDays)
  const counting = openOccurrences(engine, { retentionDays, fingerprints, log })
  const live = createLiveOccurrences()
  const publisher = createLivePublisher({
    engine,
    live,
    issueOf: (fingerprint) => merges.latest().issueOf(fingerprint),
    log,
  })
  const closing = new AbortController()
  let loading: Promise<void> | undefined
  let isLoaded = false
  return {
    occurrences: counting.occurrences,
    issueCache,
    merges,
    live,
    fingerprints: {
      has: (id) => fingerprints.findText(id) !== NO_NUMBER,
      count: () => fingerprints.size,
      isLoaded: () => isLoaded,
    },
    stored(occurrences) {
      counting.append(occurrences)
      issueCache.stored(occurrences)
      // Last: a console requests an occurrence as soon as it receives its event.
      publisher.publish(occurrences)
    },
    load(exclusive) {
      loading = load(exclusive)
      return loading
    },
    dropDay: (day) => counting.dropDay(day),
    async close() {
      closing.abort()
      publisher.stop()
      live.close()
      await loading
    },
  }

  async function load(exclusive: Sequence): Promise<void> {
    try {
      await exclusive(async () => {
        if (engine.kind === 'embedded') await deleteOldIssues(engine, { retentionDays })
        await issueCache.load()
      })
      isLoaded = true
      // Second: an occurrence that is counted in memory has its issue there.
      await counting.load(exclusive, closing.signal)
    } catch (error) {
      if (closing.signal.aborted) return
      log.warn(
        { err: error },
        'issues could not be loaded into memory: until the next start they are read with SQL, slower',
      )
    }
  }
}
