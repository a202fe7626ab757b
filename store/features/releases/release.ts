// What a release broke, beside the release before or another time.
import type { Engine } from '../../database/engine/engine.ts'
import { countCommits, issueRows, type QueryContext } from '../issues/index.ts'
import {
  hoursOf,
  readChanges,
  selectEvents,
  type ChangedIssue,
  type ReleaseWindow,
} from './release-changes.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import { commitOf, originOf } from '../../ingest/source-maps/repository-link.ts'
import { bucketsOf } from '../../occurrences/buckets.ts'
import { exactInstant, greatest, least, nowNs } from '../../database/instants.ts'
import type { Commit } from '../../../contract/issues.ts'
import type {
  ReleaseChange,
  ReleaseChangesAnswer,
  ReleaseGroup,
  ReleaseRow,
} from '../../../contract/releases.ts'
import { HttpError } from '../../../server/http-error.ts'
import { filtersOf, LIMIT, NAMES, type Period } from '../../http/filters.ts'
import { choice, text } from '../../http/parameters.ts'
import { asMarkdown, path } from '../../http/path.ts'
import { releaseMarkdown } from './release-markdown.ts'
import { releaseSuspects } from './release-suspects.ts'
import { MAX_PERIOD, measureBase, MIN_BEFORE, readBase, TIMES } from './release-base.ts'
import { readReleases, type StoredRelease } from './releases.ts'

export type ReleaseContext = QueryContext & { sourceMaps: Pick<SourceMaps, 'index' | 'mapOne'> }

export const releaseChangesPath = path('GET /api/releases/changes', {
  summary: 'Compares a release with another: issues that are new, back, louder or quiet',
  parameters: {
    service: text('The service of the release. Default: of all services.'),
    release: text('Default: the newest.'),
    environment: NAMES.environment,
    previous: text('The release to compare with. Default: the previous release.'),
    before: choice(
      'Compares with the previous 24 hours, or with the same hours a week earlier.',
      TIMES,
      null,
    ),
    limit: LIMIT,
  },
  answer: 'ReleaseChangesAnswer',
  async handle({ parameters }, context: ReleaseContext): Promise<ReleaseChangesAnswer> {
    const { engine } = context
    const { service, release: name, environment, limit } = parameters
    const { release, previous, next, ofService } = await neighbors(engine, { service, name, environment })
    const since = timeOf(release, next)
    const base = readBase(parameters, { release, since, ofService })
    const window = { service: release.row.service, environment, before: base.before, since }
    const chart = chartOf(window)
    const { groups, others } = await readChanges(context, window)
    const toGroup = (issues: ChangedIssue[]): Promise<ReleaseGroup> =>
      describe(context, { window, chart, issues, limit, release: release.row.release })
    const [fresh, back, louder, quiet, measured, commits] = await Promise.all([
      toGroup(groups.new),
      toGroup(groups.back),
      toGroup(groups.louder),
      toGroup(groups.quiet),
      measureBase(engine, { ...base, ...window, release: release.row.release }),
      countCommits(engine, release.row),
    ])
    return {
      release: release.row,
      against: measured.against,
      previous: previous?.row ?? null,
      next: next?.row.release ?? null,
      commit: commitOfRelease(context, release.row),
      ...(commits !== null && { commits }),
      before: instants(window.before),
      since: instants(window.since),
      chart: instants(chart),
      new: fresh,
      back,
      louder,
      quiet,
      others,
      slower: measured.slower,
    }
  },
})

export const releaseMarkdownPath = asMarkdown(releaseChangesPath, releaseDocument)

/** As Markdown, with the commits that may have caused its issues. */
export async function releaseDocument(
  answer: ReleaseChangesAnswer,
  context: ReleaseContext,
): Promise<string> {
  const { issues } = await releaseSuspects(context, answer.release)
  return releaseMarkdown(answer, issues)
}

type Neighbors = {
  release: StoredRelease
  previous: StoredRelease | null
  next: StoredRelease | null
  /** The newest first. */
  ofService: StoredRelease[]
}
type Wanted = { service: string; name: string; environment: string[] }

/** Of the releases of a service in the order in which they were first seen. */
async function neighbors(engine: Engine, { service, name, environment }: Wanted): Promise<Neighbors> {
  const all = await readReleases(engine, { service: service === '' ? [] : [service], environment })
  const release = all.find(({ row }) => name === '' || row.release === name)
  if (release === undefined) throw new HttpError(404, 'This release is not stored.')
  const ofService = all.filter(({ row }) => row.service === release.row.service)
  const at = ofService.indexOf(release)
  return { release, previous: ofService[at + 1] ?? null, next: ofService[at - 1] ?? null, ofService }
}

/** Until the next release, and a week at most. */
export function timeOf({ firstSeen }: StoredRelease, next: StoredRelease | null): Period {
  const end = least(next?.firstSeen ?? nowNs(), firstSeen + MAX_PERIOD)
  // A release of a clock that runs fast has one nanosecond.
  return { from: firstSeen, to: greatest(end, firstSeen + 1n) }
}

/** As long before the release as since, a day at least: what changed is in the middle, or at the end. */
function chartOf({ before, since }: ReleaseWindow): Period {
  const start = since.from - greatest(since.to - since.from, MIN_BEFORE)
  return { from: before.from > since.from ? start : greatest(start, before.from), to: since.to }
}

type Group = {
  window: ReleaseWindow
  chart: Period
  issues: ChangedIssue[]
  limit: number
  release: string
}

async function describe(
  context: QueryContext,
  { window, chart, issues, limit, release }: Group,
): Promise<ReleaseGroup> {
  const page = issues.slice(0, limit)
  if (page.length === 0) return { total: 0, issues: [] }
  const [inChart, since] = await Promise.all([
    selectEvents(context, window, chart),
    selectEvents(context, window, window.since),
  ])
  const ids = page.map(({ state }) => state.id)
  const [rows, users] = await Promise.all([
    issueRows(
      context,
      page.map(({ state }) => state),
      inChart,
      filtersOf(chart),
    ),
    since.stats(ids, bucketsOf({ from: window.since.from, until: window.since.to })),
  ])
  const changes = rows.map((issue, at): ReleaseChange => ({
    issue,
    before: page[at]!.before / hoursOf(window.before),
    since: page[at]!.since / hoursOf(window.since),
    events: page[at]!.since,
    users: users.get(issue.id)?.users ?? 0,
    inRelease: issue.releases.includes(release),
  }))
  return { total: issues.length, issues: changes }
}

/** As the source maps of the release, its name and the repository of the service tell. */
export function commitOfRelease(
  { sourceMaps, services }: Pick<ReleaseContext, 'sourceMaps' | 'services'>,
  { service, release }: ReleaseRow,
): Commit | null {
  const { repository } = services.of(service)
  const files = sourceMaps.index().files()
  const file = files.find(
    (item) => item.service === service && item.release === release && item.revision !== '',
  )
  return commitOf(originOf(file ?? null, { repository, release }))
}

function instants({ from, to }: Period): { from: string; to: string } {
  return { from: exactInstant(from), to: exactInstant(to) }
}
