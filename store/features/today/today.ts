// What happened since an instant: one answer for the console's screen and for the digest.
import type { Today } from '../../../contract/today.ts'
import { HttpError } from '../../../server/http-error.ts'
import { DAY_NS, exactInstant, nowNs } from '../../database/instants.ts'
import { ME, type Actor } from '../../http/actor.ts'
import { filtersOf, NAMES } from '../../http/filters.ts'
import { instant, text } from '../../http/parameters.ts'
import { asMarkdown, path } from '../../http/path.ts'
import { bucketsOf } from '../../occurrences/buckets.ts'
import { FingerprintTable } from '../../occurrences/fingerprint-table.ts'
import type { ReleaseContext } from '../releases/index.ts'
import { readDelivery } from '../status/index.ts'
import { readChangedIssues } from './changed-issues.ts'
import { todayMarkdown } from './today-markdown.ts'
import { readCrashFree, readNewReleases, readSlower, timeBefore } from './figures.ts'

export type TodayContext = ReleaseContext & { actor: Pick<Actor, 'me'> }

export const todayPath = path('GET /api/today', {
  summary: 'What happened since an instant',
  parameters: {
    since: instant('Default: 24 hours ago.'),
    service: NAMES.service,
    environment: NAMES.environment,
    assignee: text('The name of a person, or `me`, for `assigned`. Nobody where the caller has no name.'),
  },
  answer: 'Today',
  async handle({ parameters: { since, ...names } }, context: TodayContext): Promise<Today> {
    const until = nowNs()
    const start = since ?? until - DAY_NS
    if (start >= until) throw new HttpError(400, 'since must be in the past.')
    const assignee = names.assignee === ME ? context.actor.me : names.assignee
    return readToday(context, { ...names, assignee, since: start, until })
  },
})

export const todayMarkdownPath = asMarkdown(todayPath, todayMarkdown)

/** Nanoseconds since 1970. `service`, `environment`: any; empty: all. `assignee`: empty for nobody. */
export type TodayRequest = {
  since: bigint
  until: bigint
  service: string[]
  environment: string[]
  assignee: string
}

export async function readToday(context: ReleaseContext, request: TodayRequest): Promise<Today> {
  const { since, until, service, environment, assignee } = request
  const { engine } = context
  const filters = filtersOf({ from: since, to: until }, { service, environment })
  const selection = await context.occurrences.select(filters, context)
  const nothing = { fingerprints: new FingerprintTable(), flags: new Uint8Array(0) }
  const before = filtersOf(timeBefore(since), { service, environment })
  const [issues, { events, users }, crashFree, releases, slower, now, usual] = await Promise.all([
    readChangedIssues(context, selection, { filters, assignee }),
    selection.trend(bucketsOf(filters), nothing),
    readCrashFree(context, filters),
    readNewReleases(context, filters),
    readSlower(context, filters),
    readDelivery(engine, filters),
    readDelivery(engine, before),
  ])
  return {
    since: exactInstant(since),
    until: exactInstant(until),
    events,
    users,
    crashFree,
    ...issues,
    releases,
    slower,
    delivery: { now, usual },
  }
}
