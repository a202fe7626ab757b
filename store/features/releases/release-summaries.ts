// What the newest releases changed, in numbers: the columns of their list, by one request.
import type { ReleaseSummariesAnswer } from '../../../contract/releases.ts'
import { LIMIT, NAMES } from '../../http/filters.ts'
import { path } from '../../http/path.ts'
import { comparisonsOf, readBase } from './release-base.ts'
import { readChanges } from './release-changes.ts'
import { commitOfRelease, timeOf, type ReleaseContext } from './release.ts'
import { readReleases } from './releases.ts'
import { latencyRegressions } from './latency-regressions.ts'

const PREVIOUS = { before: null, previous: '' }

export const releaseSummariesPath = path('GET /api/releases/summaries', {
  summary: 'What the newest releases changed, each compared with the previous one, in numbers',
  parameters: { service: NAMES.service, environment: NAMES.environment, limit: LIMIT },
  answer: 'ReleaseSummariesAnswer',
  handle: ({ parameters }, context: ReleaseContext) => readSummaries(context, parameters),
})

type Request = { service: string[]; environment: string[]; limit: number }

/** `limit`: of the newest releases. */
export async function readSummaries(
  context: ReleaseContext,
  { service: services, environment, limit }: Request,
): Promise<ReleaseSummariesAnswer> {
  const { engine, sourceMaps } = context
  const all = await readReleases(engine, { service: services, environment })
  const byService = Map.groupBy(all, ({ row }) => row.service)
  const compared = all.slice(0, limit).map((release) => {
    const { service, release: name } = release.row
    const ofService = byService.get(service)!
    const next = ofService[ofService.indexOf(release) - 1] ?? null
    const since = timeOf(release, next)
    const base = readBase(PREVIOUS, { release, since, ofService })
    const window = { service, environment, before: base.before, since }
    return {
      ...base,
      window,
      row: release.row,
      comparison: comparisonsOf({ ...base, ...window, release: name }),
    }
  })
  const slower = await latencyRegressions(
    engine,
    compared.flatMap(({ comparison }) => comparison),
    environment,
  )
  const summaries: ReleaseSummariesAnswer['summaries'] = []
  const maps = sourceMaps.index()
  // One after the other: each counts the events of all issues of its service.
  for (const { row, window, comparison } of compared) {
    const { groups } = await readChanges(context, window)
    summaries.push({
      service: row.service,
      release: row.release,
      new: groups.new.length,
      back: groups.back.length,
      louder: groups.louder.length,
      quiet: groups.quiet.length,
      slower: (comparison.length > 0 ? slower.shift()?.[0] : undefined) ?? null,
      commit: commitOfRelease(maps, row),
    })
  }
  return { summaries }
}
