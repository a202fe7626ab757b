// The state of issues: first and last occurrence, the newest decision, and the status that follows from both.
import type { Issue, IssueStatus } from '../api/contract.ts'
import type { IssueMerges } from '../occurrences/occurrences.ts'
import type { Decision, SeenRange } from './issue-queries.ts'
import type { QueryContext } from './query-context.ts'

const NEW_NANOSECONDS = 24n * 3_600_000_000_000n

/** Instants: nanoseconds since 1970. `assignee`: empty for nobody. */
export type IssueState = Pick<Issue, 'id' | 'service' | 'status'> & {
  firstSeen: bigint
  lastSeen: bigint
  assignee: string
}

/** All-time values that the conditions of decisions are compared with. */
type Totals = { id: string; count: number; users: number; releases: string[] }

/** By id: all issues, or those of `ids`. Unknown ids are missing. */
export async function issueStates(context: QueryContext, ids?: string[]): Promise<Map<string, IssueState>> {
  const { merges, issueCache } = context
  const fingerprints = ids?.flatMap(merges.fingerprintsOf)
  const [ranges, decisions] = await Promise.all([
    issueCache.seenRanges(fingerprints),
    issueCache.decisions(ids),
  ])
  const rangeOfIssue = mergeRanges(merges, ranges, fingerprints ?? [...ranges.keys()])
  const conditional = [...rangeOfIssue.keys()].filter((id) => hasCondition(decisions.get(id)))
  const totals = await readTotals(context, conditional)
  const now = BigInt(Date.now()) * 1_000_000n
  const states = new Map<string, IssueState>()
  for (const [id, range] of rangeOfIssue) {
    const decision = decisions.get(id)
    states.set(id, {
      id,
      service: range.service,
      firstSeen: range.first,
      lastSeen: range.last,
      status: statusOf({ range, decision, totals: totals.get(id), now }),
      assignee: decision?.assignee ?? '',
    })
  }
  return states
}

function mergeRanges(
  { issueOf }: IssueMerges,
  ranges: ReadonlyMap<string, SeenRange>,
  fingerprints: string[],
): Map<string, SeenRange> {
  const result = new Map<string, SeenRange>()
  for (const fingerprint of fingerprints) {
    const range = ranges.get(fingerprint)
    if (!range) continue
    const id = issueOf(fingerprint)
    const other = result.get(id)
    result.set(id, other ? union(other, range) : range)
  }
  return result
}

function union(a: SeenRange, b: SeenRange): SeenRange {
  return {
    service: a.service,
    first: a.first < b.first ? a.first : b.first,
    last: a.last > b.last ? a.last : b.last,
  }
}

function hasCondition(decision: Decision | undefined): boolean {
  return (
    decision !== undefined &&
    (decision.knownReleases.length > 0 || decision.untilCount > 0 || decision.untilUsers > 0)
  )
}

/** Only of issues with a condition: merging the users of all issues would double the time of a list. */
async function readTotals({ engine, merges }: QueryContext, ids: string[]): Promise<Map<string, Totals>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.query<Totals>(
    `SELECT ${merges.idColumn.sql} AS id, sum(Count) AS count, uniqMerge(Users) AS users,
       groupUniqArrayArray(Releases) AS releases
     FROM issues WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id`,
    { ...merges.idColumn.parameters, fingerprints: ids.flatMap(merges.fingerprintsOf) },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type StatusInput = {
  range: SeenRange
  decision: Decision | undefined
  totals: Totals | undefined
  now: bigint
}

/** Derived, never stored. Regressed: seen after it was resolved, or, where so decided, in a later release. */
function statusOf({ range, decision, totals, now }: StatusInput): IssueStatus {
  if (decision?.status === 'resolved') {
    const knownReleases = new Set(decision.knownReleases)
    const isInNewRelease = totals?.releases.some((release) => !knownReleases.has(release)) ?? false
    const isRegressed = range.last > BigInt(decision.at) && (knownReleases.size === 0 || isInNewRelease)
    return isRegressed ? 'regressed' : 'resolved'
  }
  if (decision?.status === 'ignored' && !conditionMet(decision, totals, now)) return 'ignored'
  return range.first > now - NEW_NANOSECONDS ? 'new' : 'ongoing'
}

function conditionMet(
  { untilAt, untilCount, untilUsers }: Decision,
  totals: Totals | undefined,
  now: bigint,
): boolean {
  return (
    (BigInt(untilAt) > 0n && now >= BigInt(untilAt)) ||
    (untilCount > 0 && (totals?.count ?? 0) >= untilCount) ||
    (untilUsers > 0 && (totals?.users ?? 0) >= untilUsers)
  )
}
