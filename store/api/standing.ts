// Where issues stand: what is true of them over all time, what people decided, and the status that follows from both.
// Joined here: each of the plain questions takes the engine some 3 ms, where one statement with their joins took 30 to be planned.
import type { Merges } from '../merges.ts'
import type { Engine, Parameters } from '../engine/engine.ts'
import type { IssueStatus } from './contract.ts'

/** Nanoseconds that an issue counts as new. */
const NEW = 24n * 3_600_000_000_000n

/** The engine, and which fingerprints are one issue. */
export type Grouped = { engine: Engine; merges: Merges }

export type Standing = { id: string; service: string; firstSeen: bigint; lastSeen: bigint; status: IssueStatus; assignee: string }

type Life = { id: string; service: string; first: string; last: string }

/** The newest decision of each kind. `decided`: open, resolved, ignored, or empty where there is none. */
type Decision = {
  id: string
  decided: string
  at: string
  known: string[]
  untilAt: string
  untilCount: number
  untilUsers: number
  assignee: string
}

/** What decisions that wait for something are compared with. */
type Sums = { id: string; count: number; users: number; releases: string[] }

/** All issues, or those of `ids`; one that is unknown is missing. */
export async function standings({ engine, merges }: Grouped, ids?: string[]): Promise<Map<string, Standing>> {
  const where = ids ? 'WHERE IssueId IN {ids:Array(String)}' : ''
  const parameters: Parameters = { ...merges.column.parameters, ...(ids && { ids: ids.flatMap(merges.fingerprintsOf) }) }
  const [lives, decisions] = await Promise.all([
    engine.ask<Life>(
      `SELECT ${merges.column.sql} AS id, anyLast(ServiceName) AS service, toString(toUnixTimestamp64Nano(min(FirstSeen))) AS first,
         toString(toUnixTimestamp64Nano(max(LastSeen))) AS last FROM issues ${where} GROUP BY id`,
      parameters,
    ),
    engine.ask<Decision>(
      `SELECT IssueId AS id, argMaxIf(Status, At, Status != '') AS decided, toString(toUnixTimestamp64Nano(maxIf(At, Status != ''))) AS at,
         argMaxIf(KnownReleases, At, Status != '') AS known, toString(toUnixTimestamp64Nano(argMaxIf(UntilAt, At, Status != ''))) AS untilAt,
         argMaxIf(UntilCount, At, Status != '') AS untilCount, argMaxIf(UntilUsers, At, Status != '') AS untilUsers,
         argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
       FROM issue_changes ${where} GROUP BY id`,
      ids ? { ids } : {},
    ),
  ])
  const decided = new Map(decisions.map((decision) => [decision.id, decision]))
  const sums = decisions.some(waits) ? await sumsOf(engine, merges) : new Map<string, Sums>()
  const now = BigInt(Date.now()) * 1_000_000n
  return new Map(
    lives.map(({ id, service, first, last }) => {
      const decision = decided.get(id)
      const seen = { firstSeen: BigInt(first), lastSeen: BigInt(last) }
      return [id, { id, service, ...seen, status: statusOf(seen, decision, sums.get(id), now), assignee: decision?.assignee ?? '' }]
    }),
  )
}

function waits({ known, untilCount, untilUsers }: Decision): boolean {
  return known.length > 0 || untilCount > 0 || untilUsers > 0
}

/** Of the issues whose decisions wait: merging the users of all would cost as much as all the rest. */
async function sumsOf(engine: Engine, { column }: Merges): Promise<Map<string, Sums>> {
  const rows = await engine.ask<Sums>(
    `SELECT ${column.sql} AS id, sum(Count) AS count, uniqMerge(Users) AS users, groupUniqArrayArray(Releases) AS releases FROM issues
     WHERE id IN (SELECT IssueId FROM issue_changes WHERE notEmpty(KnownReleases) OR UntilCount > 0 OR UntilUsers > 0) GROUP BY id`,
    column.parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Derived, never stored: regressed = resolved, and seen since (in a release that was not there then, if that was asked). */
function statusOf(
  seen: { firstSeen: bigint; lastSeen: bigint },
  decision: Decision | undefined,
  sums: Sums | undefined,
  now: bigint,
): IssueStatus {
  if (decision?.decided === 'resolved') {
    const known = new Set(decision.known)
    const counts = known.size === 0 || (sums?.releases.some((release) => !known.has(release)) ?? false)
    return seen.lastSeen > BigInt(decision.at) && counts ? 'regressed' : 'resolved'
  }
  if (decision?.decided === 'ignored' && !isOver(decision, sums, now)) return 'ignored'
  return seen.firstSeen > now - NEW ? 'new' : 'ongoing'
}

/** What an ignored issue was to wait for has come. */
function isOver({ untilAt, untilCount, untilUsers }: Decision, sums: Sums | undefined, now: bigint): boolean {
  if (BigInt(untilAt) > 0n && now >= BigInt(untilAt)) return true
  return (untilCount > 0 && (sums?.count ?? 0) >= untilCount) || (untilUsers > 0 && (sums?.users ?? 0) >= untilUsers)
}
