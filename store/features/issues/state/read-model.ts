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
import type { PendingOccurrences } from '../../../ingest/journal/pending-occurrences.ts'
import type { Segment } from '../../../ingest/journal/segment.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'

export type ReadModel = {
  occurrences: Occurrences
  issueCache: IssueCache
  merges: MergeRepository
  live: LiveOccurrences
  fingerprints: StoredFingerprints
  /** A batch with these occurrences was appended to the journal. */
  stored(occurrences: Occurrence[], segment: Segment): void
  /** The rows of the segment are in the tables. */
  inserted(segment: Segment): void
  /** Reads the tables, after what a crash left is inserted. */
  load(exclusive: Sequence): Promise<void>
  dropDay(day: string): void
  /** Rows were deleted: reads the tables again. */
  reload(exclusive: Sequence): Promise<void>
  close(): Promise<void>
}

/** `tables`: the engine without waiting for the journal, whose occurrences are `pending`. */
type ReadModelOptions = {
  engine: Engine
  tables: Engine
  pending: PendingOccurrences
  retentionDays: number
  log: Logger
}

export async function openReadModel(options: ReadModelOptions): Promise<ReadModel> {
  const { engine, tables, pending, retentionDays, log } = options
  const fingerprints = new FingerprintTable()
  const issueCache = openIssueCache({ engine, tables, fingerprints })
  const merges = await openMergeRepository(engine, retentionDays)
  const counting = openOccurrences({ engine, tables, pending, retentionDays, fingerprints, log })
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
    stored(occurrences, segment) {
      // First: it tells a new issue from one that it knows.
      issueCache.stored(occurrences, segment)
      counting.append(occurrences)
      // Last: a console requests an occurrence as soon as it receives its event.
      publisher.publish(occurrences)
    },
    inserted: (segment) => issueCache.inserted(segment),
    load(exclusive) {
      loading = load(exclusive)
      return loading
    },
    dropDay: (day) => counting.dropDay(day),
    async reload(exclusive) {
      // A load that is under way must not add to what is read again.
      await loading
      counting.clear()
      await merges.reload()
      loading = load(exclusive)
      await loading
    },
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
