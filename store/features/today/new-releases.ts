// Releases that were first seen in a period, each beside the previous one of its service.
import type { Today, TodayRelease } from '../../../contract/today.ts'
import type { Filters } from '../../http/filters.ts'
import { compareReleases, countChanges, readReleases, type ReleaseContext } from '../releases/index.ts'

/** Releases of one answer, the newest. */
const MAX_RELEASES = 5

export async function readNewReleases(context: ReleaseContext, filters: Filters): Promise<Today['releases']> {
  const { from, to, service, environment } = filters
  const all = await readReleases(context.engine, { service, environment })
  const started = all.filter(({ firstSeen }) => firstSeen >= from && firstSeen < to)
  const releases: TodayRelease[] = []
  const compared = compareReleases(started.slice(0, MAX_RELEASES), { all, environment })
  // One after the other: each counts the events of all issues of its service.
  for (const { release, row: previous, window } of compared) {
    const { row } = release
    releases.push({
      service: row.service,
      release: row.release,
      environment: row.environment,
      firstSeen: row.firstSeen,
      sessions: row.sessions,
      crashFreeSessions: row.crashFreeSessions,
      before: previous?.row.crashFreeSessions ?? null,
      ...(await countChanges(context, window)),
    })
  }
  return { total: started.length, releases }
}
