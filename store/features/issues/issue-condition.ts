// What ends that an issue is ignored or resolved, as far as it is not met.
import type { Issue, IssueCondition } from '../../../contract/issues.ts'
import { exactInstant } from '../../database/rfc3339.ts'
import { readTotals } from './issue-state.ts'
import type { QueryContext } from './query-context.ts'

/** Null: the decision has no condition. */
export async function readCondition(context: QueryContext, issue: Issue): Promise<IssueCondition | null> {
  const { id, status, service } = issue
  const decision = (await context.issueCache.decisions([id])).get(id)
  if (decision?.status !== status) return null
  const { untilAt, untilCount, untilUsers, knownReleases } = decision
  if (status === 'resolved') {
    if (knownReleases.length === 0) return null
    const releases = (await context.issueCache.releases()).sort(service, knownReleases.filter(Boolean))
    return { inNextRelease: true, after: releases.at(-1) ?? null }
  }
  if (BigInt(untilAt) > 0n) return { at: exactInstant(BigInt(untilAt)) }
  if (untilCount === 0 && untilUsers === 0) return null
  const totals = (await readTotals(context, [id])).get(id)
  if (untilCount > 0) {
    const events = Math.max(0, untilCount - (totals?.count ?? 0))
    return { events, soFar: await countSince(context, id, decision.at) }
  }
  return { users: Math.max(0, untilUsers - (totals?.users ?? 0)) }
}

/** Occurrences after an instant, nanoseconds since 1970 as text. */
async function countSince({ engine, merges }: QueryContext, id: string, ns: string): Promise<number> {
  const [row] = await engine.query<{ count: number }>(
    `SELECT count() AS count FROM exceptions WHERE IssueId IN {fingerprints:Array(String)}
       AND Timestamp > fromUnixTimestamp64Nano({ns:Int64})`,
    { fingerprints: merges.fingerprintsOf(id), ns },
  )
  return row?.count ?? 0
}
