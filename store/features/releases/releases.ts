// Releases with their exceptions and crash-free sessions.
import type { Engine } from '../../database/engine/engine.ts'
import type { ReleaseRow, ReleasesAnswer } from '../../../contract/releases.ts'
import { all, named, type Condition } from '../../database/engine/condition.ts'
import { crashFreeShare, crashFreeTrend, withSessions } from './crash-free.ts'
import { filters, LIMIT } from '../../http/filters.ts'
import { choice, flag } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { rfc3339 } from '../../database/instants.ts'

type ReleaseCounts = Omit<ReleaseRow, 'crashFreeSessions' | 'environments'> & {
  crashed: number
  firstNs: string
}
type ListedCounts = ReleaseCounts & { environments: string[]; total: number }

/** `firstSeen`: nanoseconds since 1970. */
export type StoredRelease = { row: ReleaseRow; firstSeen: bigint }

/** The newest releases of all services that are compared: one a day for years. */
const MAX_RELEASES = 2_000

const COLUMNS = `min(FirstSeen) AS first, max(LastSeen) AS last, sum(Exceptions) AS exceptions,
  uniqCombinedMerge(14)(Sessions) + sum(SessionCount) AS sessions,
  uniqCombinedMerge(14)(CrashedSessions) + sum(CrashedSessionCount) AS crashed`
const FIELDS = `service, release, environment, toString(first) AS firstSeen, toString(last) AS lastSeen,
  toString(toUnixTimestamp64Nano(first)) AS firstNs, exceptions, sessions, crashed`

/** Empty where there are several. */
const MERGED_ENVIRONMENT = `if(uniqExact(Environment) = 1, any(toString(Environment)), '')`
/** What users see comes first. */
const ENVIRONMENTS = `arraySort(name -> (NOT startsWith(lower(name), 'prod'), name),
  groupUniqArrayIf(toString(Environment), Environment != ''))`

const HAS_RELEASE: Condition = { sql: `Release != ''`, parameters: {} }

export const releasesPath = path('GET /api/releases', {
  summary: 'Releases with their exceptions and crash-free sessions',
  parameters: {
    filters: filters('30d'),
    by: choice(
      'Default `environment`: a row for each environment. `release`: one for all of them.',
      ['environment', 'release'],
      'environment',
    ),
    trend: flag('With crash-free sessions over time and around each release.'),
    limit: LIMIT,
  },
  answer: 'ReleasesAnswer',
  /** Releases with events in the range, the newest first. */
  async handle({ parameters }, { engine }: WithEngine): Promise<ReleasesAnswer> {
    const { filters, by, trend: hasTrend, limit } = parameters
    const isMerged = by === 'release'
    const where = all([HAS_RELEASE, ...named(filters)])
    const rows = await engine.query<ListedCounts>(
      `SELECT ${FIELDS}, environments, count() OVER () AS total FROM
       (SELECT ServiceName AS service, Release AS release,
          ${isMerged ? MERGED_ENVIRONMENT : 'Environment'} AS environment,
          ${ENVIRONMENTS} AS environments, ${COLUMNS}
        FROM releases WHERE ${where.sql} GROUP BY service, release${isMerged ? '' : ', environment'})
     WHERE last >= fromUnixTimestamp64Nano({from:Int64}) AND first < fromUnixTimestamp64Nano({to:Int64})
     ORDER BY first DESC, service, release LIMIT {limit:UInt32}`,
      { ...where.parameters, from: String(filters.from), to: String(filters.to), limit },
    )
    const total = rows[0]?.total ?? 0
    const list = rows.map(({ environments, total: _total, ...row }) => ({
      ...toRow(row),
      ...(isMerged && { environments }),
    }))
    if (!hasTrend) return { releases: list, total }
    const [trend, listed] = await Promise.all([
      crashFreeTrend(engine, filters),
      withSessions(engine, list, { now: Date.now(), environments: isMerged ? filters.environment : null }),
    ])
    return { releases: listed, total, trend }
  },
})

/** Of all time and all environments together, unless some are named; the newest first. */
export async function readReleases(
  engine: Engine,
  names: { service: string[]; environment: string[] },
): Promise<StoredRelease[]> {
  const where = all([HAS_RELEASE, ...named(names)])
  const rows = await engine.query<ReleaseCounts>(
    `SELECT ${FIELDS} FROM
       (SELECT ServiceName AS service, Release AS release,
          ${MERGED_ENVIRONMENT} AS environment, ${COLUMNS}
        FROM releases WHERE ${where.sql} GROUP BY service, release)
     ORDER BY first DESC, service, release LIMIT ${MAX_RELEASES}`,
    where.parameters,
  )
  return rows.map((row) => ({ row: toRow(row), firstSeen: BigInt(row.firstNs) }))
}

function toRow({ crashed, firstNs: _firstNs, ...row }: ReleaseCounts): ReleaseRow {
  return {
    ...row,
    firstSeen: rfc3339(row.firstSeen),
    lastSeen: rfc3339(row.lastSeen),
    crashFreeSessions: crashFreeShare({ sessions: row.sessions, crashed }),
  }
}
