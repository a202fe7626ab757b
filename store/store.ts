// The open store: the engine, the writer of received rows, and the read model that answers queries.
import type { Logger } from 'pino'
import { refuseHalfCopied } from './database/copy/copy-marker.ts'
import { refuseHalfRestored } from './database/restore-marker.ts'
import type { Config } from './config.ts'
import type { Engine } from './database/engine/engine.ts'
import { openDiskGuard } from './database/disk/disk-guard.ts'
import { withDiskGuard } from './database/disk/disk-safe-engine.ts'
import { requireSpaceForTables, withFreeSpaceCheck } from './database/disk/require-free-space.ts'
import { openRowCounts, writeRegularly } from './database/disk/row-counts.ts'
import { openEngine, withMetrics } from './database/engine/open.ts'
import { openServiceSettings, type ServiceSettings } from './database/service-settings.ts'
import { makeWritable, requireFiles } from './database/folder.ts'
import { createStoreMetrics } from './metrics.ts'
import { openForget, type Forget } from './features/forget/store-forget.ts'
import { openStoreAlerts, type Alerts } from './features/alerts/index.ts'
import { namedPeople, openPeople, type People } from './features/people/index.ts'
import { openIssueOwners, type IssueOwners } from './features/issues/index.ts'
import { openSnapshots, type Snapshots } from './features/snapshots/index.ts'
import { joinLateOccurrences } from './features/issues/events/late-occurrences.ts'
import { openReadModel, type ReadModel } from './features/issues/state/read-model.ts'
import type { Receiver } from './ingest/receive/endpoint.ts'
import { openJournal } from './ingest/journal/journal.ts'
import { withNewestRows } from './ingest/journal/newest-rows.ts'
import type { PendingOccurrences } from './ingest/journal/pending-occurrences.ts'
import { openIngest } from './ingest/open-ingest.ts'
import { createWaitingBodies } from './ingest/receive/waiting-bodies.ts'
import { mapLimitOf, watchRetention, type Retention } from './database/retention.ts'
import { openSourceMaps } from './ingest/source-maps/source-maps.ts'
import { createDescriber } from './ingest/grouping/describe.ts'
import { createDetailLimit } from './ingest/rows/detail-limit.ts'
import { createFingerprintLimit } from './ingest/rows/fingerprint-limit.ts'
import { createUserAgentParser } from './ingest/rows/user-agent.ts'
import { createSequence } from '../server/event-loop.ts'
import { applySchema } from './database/tables/apply-schema.ts'
import { SCHEMA } from './database/tables/schema.ts'
import { checkTables } from './database/verify/check-tables.ts'

type Queries = Pick<ReadModel, 'occurrences' | 'issueCache' | 'merges' | 'live' | 'fingerprints'>

export type Store = Receiver &
  Queries & {
    engine: Engine
    /** The same without waiting for the journal: for rows that are known to be in the tables. */
    tables: Engine
    pending: PendingOccurrences
    /** Problems of the disk and of stored data, as sentences for the user. */
    problems: () => string[]
    /** Those about damaged or missing rows. */
    damage: () => string[]
    /** Absolute path of the store's own files; with CLICKHOUSE_URL the tables are elsewhere. */
    folder: string
    backupDays: number
    snapshotDays: number
    retention: Retention
    counters: { lastStored: Date | null }
    alerts: Alerts
    people: People
    services: ServiceSettings
    forget: Forget
    issueOwners: IssueOwners
    snapshots: Snapshots
    close(): Promise<void>
  }

export async function openStore(config: Config, log: Logger, schema = SCHEMA): Promise<Store> {
  const { folder, retentionDays } = config
  makeWritable(folder)
  requireFiles(folder)
  refuseHalfRestored(folder)
  const metrics = createStoreMetrics()
  if (config.clickhouseUrl === null) requireSpaceForTables(folder)
  const unguarded = withMetrics(await openEngine(config), (seconds) =>
    metrics.observe('errata_store_query_seconds', seconds),
  )
  await refuseHalfCopied(unguarded)
  // Until the parts that a crash left are checked.
  if (unguarded.kind === 'embedded') await unguarded.command('SYSTEM STOP MERGES')
  await applySchema(withFreeSpaceCheck(unguarded, folder), config, schema)
  const journal = openJournal(folder, config.fsync)
  const disk = await openDiskGuard({
    engine: unguarded,
    folder,
    log,
    pendingSince: journal.left[0]?.writtenAt ?? null,
    dropExpired: () => retention.dropExpired(),
    freeSpace: () => retention.freeSpace(),
  })
  const tables = withDiskGuard(unguarded, disk)
  const rowCounts = openRowCounts({ engine: tables, folder, retentionDays, schema })
  const problems = await checkTables({
    engine: withFreeSpaceCheck(tables, folder),
    schema,
    retentionDays,
    cluster: config.cluster,
    rowCounts,
    log,
  })
  const counters: Store['counters'] = { metrics: 0, refused: 0, lastStored: null }
  const { writer, blocks, pending, quarantine } = openIngest({
    engine: tables,
    folder,
    journal,
    disk,
    log,
    metrics,
    freeSpace: () => retention.freeSpace(),
    onStored(occurrences, segment) {
      counters.lastStored = new Date()
      readModel.stored(occurrences, segment)
    },
    onInserted(occurrences, segment) {
      readModel.inserted(segment)
      // A rule may ask for the owners.
      issueOwners.stored(occurrences, () => alerts.stored(occurrences, segment.writtenAt))
      lateOccurrences.stored(occurrences)
      if (!isLoading && !blocks.isFailing()) load()
    },
  })
  const engine = withNewestRows(tables, schema, blocks)
  const readModel = await openReadModel({ engine, tables, pending, retentionDays, log })
  const sourceMaps = await openSourceMaps({
    engine,
    cluster: config.cluster,
    limit: mapLimitOf(engine, config),
    log,
  })
  const { merges, issueCache, live, occurrences, fingerprints } = readModel
  const lateOccurrences = joinLateOccurrences({
    engine,
    sourceMaps,
    merges,
    issueCache,
    live,
    retentionDays,
    log,
  })
  const issueOwners = await openIssueOwners(tables, log)
  const common = { engine: tables, config, log }
  const retention = watchRetention({
    ...common,
    onDrop(day) {
      readModel.dropDay(day)
      rowCounts.dropDay(day)
    },
  })
  const services = await openServiceSettings(tables, log)
  const queries = { engine, tables, pending, sourceMaps, services, issueOwners }
  const people = await openPeople(tables, config, log)
  const alerts = await openStoreAlerts({
    engine,
    config,
    people: () => namedPeople(people),
    context: async () => ({ ...queries, ...readModel, merges: await merges.read() }),
    log,
  })
  const forget = await openForget({
    ...common,
    audit: people.audit,
    exclusive: writer.exclusive,
    rowCounts,
    reload: () => readModel.reload(writer.exclusive),
  })
  // Senders are answered while the tables are loaded; SQL counts what is not loaded yet.
  let isLoading = false
  function load(): void {
    isLoading = true
    void readModel.load(writer.exclusive)
  }
  blocks.start()
  await blocks.inserted()
  if (!isLoading && !blocks.isFailing()) load()
  forget.start()
  const isEmbedded = engine.kind === 'embedded'
  const stopCounting = isEmbedded ? writeRegularly(rowCounts, writer.exclusive) : () => Promise.resolve()
  return {
    ...queries,
    alerts,
    people,
    forget,
    snapshots: await openSnapshots(tables, config, forget.forgottenRows),
    forgottenRows: forget.forgottenRows,
    problems: () => [
      ...problems,
      ...journal.problems(),
      ...blocks.problems(),
      ...disk.problems(),
      ...sourceMaps.space.problems(),
      ...alerts.problems(),
      ...forget.problems(),
    ],
    damage: () => [...problems, ...disk.damage()],
    folder,
    occurrences,
    issueCache,
    merges,
    live: withListener(live, () => alerts.issuesChanged()),
    fingerprints,
    writer,
    quarantine,
    decoding: createSequence(),
    waitingBodies: createWaitingBodies(),
    userAgents: createUserAgentParser(),
    describe: createDescriber(),
    limitFingerprint: createFingerprintLimit({
      stored: readModel.fingerprints,
      onOverflow: () => metrics.count('errata_store_overflow_occurrences_total'),
    }),
    detailLimit: createDetailLimit(config.fullEventsPerHour),
    lateOccurrences,
    metrics,
    ...daysOf(config),
    retention,
    counters,
    async close() {
      retention.stop()
      await alerts.close()
      await forget.close()
      await stopCounting()
      await disk.stop()
      await Promise.all([writer.close(), readModel.close()])
      await Promise.all([lateOccurrences.close(), sourceMaps.close(), issueOwners.close()])
      await engine.close()
    },
  }
}

function daysOf({ retentionDays, backupDays, snapshotDays }: Config) {
  return { retentionDays, backupDays, snapshotDays }
}

/** `onIssues`: issues were changed by people, or have new notes. */
function withListener(live: Store['live'], onIssues: () => void): Store['live'] {
  return {
    ...live,
    publishIssues(ids) {
      live.publishIssues(ids)
      onIssues()
    },
  }
}
