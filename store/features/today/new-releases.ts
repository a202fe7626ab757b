// Releases that were first seen in a period, each beside the previous one of its service.
import type { Today, TodayRelease } from '../../../contract/today.ts'
import type { Filters } from '../../http/filters.ts'
import { readReleases, readSummaries, type ReleaseContext, type StoredRelease } from '../releases/index.ts'

/** Releases of one answer, the newest. */
const MAX_RELEASES = 5

export async function readNewReleases(context: ReleaseContext, filters: Filters): Promise<Today['releases']> {
  const { from, to, service, environment } = filters
  const stored = await readReleases(context.engine, { service, environment })
  const isInPeriod = ({ firstSeen }: StoredRelease): boolean => firstSeen >= from && firstSeen < to
  const started = stored.filter(isInPeriod)
  const shown = started.slice(0, MAX_RELEASES)
  if (shown.length === 0) return { total: 0, releases: [] }
  // The newest ones started in the period, unless it ended a while ago or a clock runs fast.
  const limit = stored.indexOf(shown.at(-1)!) + 1
  const { summaries } = await readSummaries(context, { service, environment, limit })
  return {
    total: started.length,
    releases: shown.map((release): TodayRelease => {
      const { row } = release
      const summary = summaries[stored.indexOf(release)]!
      return {
        service: row.service,
        release: row.release,
        environment: row.environment,
        firstSeen: row.firstSeen,
        sessions: row.sessions,
        crashFreeSessions: row.crashFreeSessions,
        before: previousOf(stored, release)?.row.crashFreeSessions ?? null,
        new: summary.new,
        back: summary.back,
        louder: summary.louder,
        quiet: summary.quiet,
      }
    }),
  }
}

/** `stored`: the newest first. */
function previousOf(stored: StoredRelease[], { row, firstSeen }: StoredRelease): StoredRelease | undefined {
  return stored.find((other) => other.row.service === row.service && other.firstSeen < firstSeen)
}
