// What every query about issues needs, as one snapshot per request; and what a change needs besides.
import type { Actor } from '../../http/actor.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { ServiceSettings } from '../../database/service-settings.ts'
import type { PendingOccurrences } from '../../ingest/journal/pending-occurrences.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { LiveOccurrences } from '../../occurrences/live-occurrences.ts'
import type { IssueMerges, Occurrences } from '../../occurrences/occurrences.ts'
import type { IssueCache } from './state/issue-cache.ts'
import type { MergeRepository } from './state/issue-merges.ts'

/**
 * `tables`: the engine without waiting for the journal, whose occurrences are `pending`. `actor`: who asks;
 * missing: the store itself.
 */
export type QueryContext = {
  engine: Engine
  tables: Engine
  pending: Pick<PendingOccurrences, 'find'>
  merges: IssueMerges
  issueCache: IssueCache
  occurrences: Occurrences
  sourceMaps: Pick<SourceMaps, 'index' | 'mapOne'>
  services: ServiceSettings
  actor?: Pick<Actor, 'me'>
}

/** `live`: readers of `/api/live` hear of a change. `actor`: who makes it. */
export type ChangeContext = QueryContext & {
  mergeRepository: MergeRepository
  live: LiveOccurrences
  actor: Pick<Actor, 'name' | 'me'>
}
