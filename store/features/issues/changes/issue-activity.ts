// The activity of an issue, the newest first: first occurrence, changes, merges, regressions.
import type { Activity, Issue } from '../../../../contract/issues.ts'
import { exactInstant, rfc3339 } from '../../../database/instants.ts'
import type { PastChange } from '../state/issue-changes.ts'
import { readPastMerges } from '../state/issue-merges.ts'
import type { QueryContext } from '../query-context.ts'

/** The largest Int64. */
const FOREVER = 2n ** 63n - 1n

/** `past`: its changes. */
export async function readActivity(
  context: QueryContext,
  issue: Issue,
  past: PastChange[],
): Promise<Activity[]> {
  const firstSeen = { at: issue.firstSeen, by: '', change: 'first seen' }
  const changes = past.map(({ at, by, description }) => ({ at: exactInstant(at), by, change: description }))
  const [regressions, merges] = await Promise.all([
    readRegressions(context, issue, past),
    readPastMerges(context.engine, issue.id),
  ])
  const merged = merges.map(({ at, by, fingerprint, isRemoved }) => ({
    at: exactInstant(at),
    by,
    change: `issue ${fingerprint} ${isRemoved ? 'separated from it' : 'merged into it'}`,
  }))
  return [...regressions, ...changes, ...merged, firstSeen].toSorted((a, b) => compareInstants(b.at, a.at))
}

/** RFC 3339 in UTC, with any number of decimals. */
function compareInstants(a: string, b: string): number {
  const [textA, textB] = [a.slice(0, -1), b.slice(0, -1)]
  return textA < textB ? -1 : Number(textA > textB)
}

/**
 * The first occurrence after each "resolved", up to the next change of the status. After "in the next
 * release" only where the issue is regressed at present.
 */
async function readRegressions(
  { engine, merges }: QueryContext,
  { id, status }: Issue,
  past: PastChange[],
): Promise<Activity[]> {
  const isRegressed = status === 'regressed'
  const changes = past.filter((change) => change.status !== '' && !change.isUndone)
  const spans = changes.flatMap(({ at, status: value, conditions }, index) =>
    value === 'resolved' && (!conditions.knownReleases || (index === 0 && isRegressed))
      ? [{ start: at, end: changes[index - 1]?.at ?? FOREVER }]
      : [],
  )
  if (spans.length === 0) return []
  const occurrences = await engine.query<{ at: string }>(
    `SELECT toString(min(Timestamp)) AS at FROM exceptions
     ARRAY JOIN arrayMap(ns -> toInt64(ns), {starts:Array(String)}) AS start,
       arrayMap(ns -> toInt64(ns), {ends:Array(String)}) AS end
     WHERE IssueId IN {fingerprints:Array(String)}
       AND toUnixTimestamp64Nano(Timestamp) > start AND toUnixTimestamp64Nano(Timestamp) <= end
     GROUP BY start`,
    {
      starts: spans.map(({ start }) => String(start)),
      ends: spans.map(({ end }) => String(end)),
      fingerprints: merges.fingerprintsOf(id),
    },
  )
  return occurrences.map(({ at }) => ({ at: rfc3339(at), by: '', change: 'seen again' }))
}
