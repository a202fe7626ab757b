// The queries behind the issue cache: what is true of issues over all time.
import type { Issue } from '../../../contract/issues.ts'
import type { Engine, Parameters } from '../../database/engine/engine.ts'

/** The newest decision of each kind about an issue. */
export type Decision = {
  id: string
  /** Empty: only the assignee was decided. */
  status: 'open' | 'resolved' | 'ignored' | ''
  /** Nanoseconds since 1970, as text. */
  at: string
  /** Releases that existed when "resolved in the next release" was decided; otherwise empty. */
  knownReleases: string[]
  /** Nanoseconds since 1970, as text; 0: no such condition. So the two below. */
  untilAt: string
  untilCount: number
  untilUsers: number
  assignee: string
}

/** The newest occurrence of a fingerprint; the releases of all. `last`: nanoseconds since 1970, as text. */
export type IssueTitle = Pick<Issue, 'id' | 'type' | 'message' | 'culprit' | 'latestDigest' | 'releases'> & {
  last: string
}

/** The ids of the changes that do not count. A scalar: also where the table is on several shards. */
export const UNDONE_CHANGES = "(SELECT groupUniqArray(ChangeId) FROM issue_changes WHERE Status = 'undone')"

export async function queryTitles(engine: Engine, ids: string[]): Promise<Map<string, IssueTitle>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<IssueTitle>(
    `SELECT IssueId AS id, toString(toUnixTimestamp64Nano(max(LastSeen))) AS last, argMaxMerge(Type) AS type,
       argMaxMerge(Message) AS message, argMaxMerge(Culprit) AS culprit,
       argMaxMerge(LatestDigest) AS latestDigest, groupUniqArrayArray(Releases) AS releases
     FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function queryDecisions(engine: Engine, ids: string[] | null): Promise<Map<string, Decision>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<Decision>(
    `SELECT IssueId AS id, ${newest('Status')} AS status,
       toString(toUnixTimestamp64Nano(maxIf(At, Status != ''))) AS at,
       ${newest('KnownReleases')} AS knownReleases,
       toString(toUnixTimestamp64Nano(${newest('UntilAt')})) AS untilAt,
       ${newest('UntilCount')} AS untilCount, ${newest('UntilUsers')} AS untilUsers,
       argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
     FROM issue_changes ${where === '' ? 'WHERE' : `${where} AND`} NOT has(${UNDONE_CHANGES}, ChangeId)
     GROUP BY id`,
    parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function queryNoteCounts(engine: Engine, ids: string[] | null): Promise<Map<string, number>> {
  const { where, parameters } = byIds(ids)
  const rows = await engine.query<{ id: string; count: number }>(
    `SELECT IssueId AS id, count() AS count FROM issue_notes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The value of the newest decision about the status. */
function newest(column: string): string {
  return `argMaxIf(${column}, At, Status != '')`
}

function byIds(ids: string[] | null): { where: string; parameters: Parameters } {
  return ids === null
    ? { where: '', parameters: {} }
    : { where: 'WHERE IssueId IN {ids:Array(String)}', parameters: { ids } }
}
