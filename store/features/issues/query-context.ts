// What every query about issues needs, as one snapshot per request.
import type { Engine } from '../../database/engine/engine.ts'
import type { IssueMerges, Occurrences } from '../../occurrences/occurrences.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { IssueCache } from './issue-cache.ts'

export type QueryContext = {
  engine: Engine
  merges: IssueMerges
  issueCache: IssueCache
  occurrences: Occurrences
  sourceMaps: Pick<SourceMaps, 'mapOne'>
}
