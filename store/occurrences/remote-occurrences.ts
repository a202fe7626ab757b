// Publishes live what other stores write to the same ClickHouse: polls for it while a console watches this
// store.
import type { Logger } from 'pino'
import type { Engine } from '../database/engine/engine.ts'
import type { LiveOccurrence } from '../ingest/rows/occurrence.ts'
import type { LiveOccurrences } from './live-occurrences.ts'

const POLL_MILLISECONDS = 1_000

/**
 * A poll looks back this far. What arrives later (from a page that was offline) is in the lists, but not
 * live.
 */
const RECENT_SECONDS = 120

/** Rows of one poll: the number that is published of one batch. */
const MAX_ROWS = 100

/** Occurrences that are remembered as published: many more than the newest that a poll can return. */
const MAX_PUBLISHED = 20_000

export type LivePublisher = {
  /** Publishes what this store has stored; on a server only what no poll has published. */
  publish(occurrences: LiveOccurrence[]): void
  stop(): void
}

type PublisherOptions = {
  engine: Engine
  live: LiveOccurrences
  /** The issue of a fingerprint. */
  issueOf: (fingerprint: string) => string
  log: Logger
}

export function createLivePublisher({ engine, live, issueOf, log }: PublisherOptions): LivePublisher {
  const published = new Set<string>()
  let polling = false

  function publish(occurrences: LiveOccurrence[]): void {
    // The embedded engine has one writer: nothing comes twice.
    const fresh = engine.kind === 'embedded' ? occurrences : occurrences.filter(isNew)
    live.publish(fresh.map((occurrence) => ({ ...occurrence, issueId: issueOf(occurrence.issueId) })))
  }

  function isNew({ digest, ns }: LiveOccurrence): boolean {
    const key = `${digest} ${ns}`
    if (published.has(key)) return false
    published.add(key)
    if (published.size > MAX_PUBLISHED)
      for (const oldest of [...published].slice(0, MAX_PUBLISHED / 2)) published.delete(oldest)
    return true
  }

  async function poll(): Promise<void> {
    const since = live.subscribedSince()
    if (since === null || polling) return
    polling = true
    try {
      const rows = await readRecent(engine)
      const first = BigInt(since.getTime()) * 1_000_000n
      // What was stored before anybody watched is marked, not published.
      for (const row of rows) if (row.ns < first) isNew(row)
      publish(rows)
    } catch (error) {
      log.warn({ err: error }, 'the rows of other stores could not be read')
    } finally {
      polling = false
    }
  }

  const timer = engine.kind === 'embedded' ? undefined : setInterval(() => void poll(), POLL_MILLISECONDS)
  return { publish, stop: () => clearInterval(timer) }
}

/** The oldest first. */
async function readRecent(engine: Engine): Promise<LiveOccurrence[]> {
  const rows = await engine.query<Omit<LiveOccurrence, 'ns'> & { at: string }>(
    `SELECT IssueId AS issueId, Digest AS digest, toString(Type) AS type,
       substring(Message, 1, 1000) AS message, toString(ServiceName) AS service,
       toString(toUnixTimestamp64Nano(Timestamp)) AS at
     FROM exceptions WHERE Timestamp > now64(9) - INTERVAL ${RECENT_SECONDS} SECOND
     ORDER BY Timestamp DESC LIMIT ${MAX_ROWS}`,
  )
  return rows.toReversed().map(({ at, ...row }) => ({ ...row, ns: BigInt(at) }))
}
