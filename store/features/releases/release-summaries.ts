// What the newest releases changed, in numbers: the columns of their list, by one request.
import type { ReleaseSummariesAnswer, ReleaseSummary } from '../../../contract/releases.ts'
import { LIMIT, NAMES } from '../../http/filters.ts'
import { path } from '../../http/path.ts'
import { type Base, comparisonsOf, readBase } from './release-base.ts'
import { readChanges, type Change, type ReleaseWindow } from './release-changes.ts'
import { commitOfRelease, timeOf, type ReleaseContext } from './release.ts'
import { readReleases, type StoredRelease } from './releases.ts'
import { latencyRegressions } from './latency-regressions.ts'

const PREVIOUS = { before: null, previous: '' }

/** `row` of `Base`: the previous release of the service. */
type ComparedRelease = Base & { release: StoredRelease; window: ReleaseWindow }

export const releaseSummariesPath = path('GET /api/releases/summaries', {
  summary: 'What the newest releases changed, each compared with the previous one, in numbers',
  parameters: { service: NAMES.service, environment: NAMES.environment, limit: LIMIT },
  answer: 'ReleaseSummariesAnswer',
  async handle({ parameters }, context: ReleaseContext): Promise<ReleaseSummariesAnswer> {
    const { service, environment, limit } = parameters
    const all = await readReleases(context.engine, { service, environment })
    const compared = compareReleases(all.slice(0, limit), { all, environment })
    const comparisons = compared.map(({ release: { row }, window, ...base }) =>
      comparisonsOf({ ...base, ...window, release: row.release }),
    )
    const slower = await latencyRegressions(context.engine, comparisons.flat(), environment)
    const summaries: ReleaseSummary[] = []
    // One after the other: each counts the events of all issues of its service.
    for (const [at, { release, window }] of compared.entries())
      summaries.push({
        service: release.row.service,
        release: release.row.release,
        ...(await countChanges(context, window)),
        slower: (comparisons[at]!.length > 0 ? slower.shift()?.[0] : undefined) ?? null,
        commit: commitOfRelease(context, release.row),
      })
    return { summaries }
  },
})

/** With the previous release of the service. `all`: the newest first. */
export function compareReleases(
  releases: StoredRelease[],
  { all, environment }: { all: StoredRelease[]; environment: string[] },
): ComparedRelease[] {
  const byService = Map.groupBy(all, ({ row }) => row.service)
  return releases.map((release) => {
    const { service } = release.row
    const ofService = byService.get(service)!
    const next = ofService[ofService.indexOf(release) - 1] ?? null
    const since = timeOf(release, next)
    const base = readBase(PREVIOUS, { release, since, ofService })
    return { ...base, release, window: { service, environment, before: base.before, since } }
  })
}

export async function countChanges(
  context: ReleaseContext,
  window: ReleaseWindow,
): Promise<Record<Change, number>> {
  const { groups } = await readChanges(context, window)
  return {
    new: groups.new.length,
    back: groups.back.length,
    louder: groups.louder.length,
    quiet: groups.quiet.length,
  }
}
