// Which fingerprints are one issue: users merged them, or the store did when a source map was read late.
// Rows keep their fingerprint and the merges are applied by every query, so later occurrences are merged too,
// and a merge can be undone exactly.
import { greatest, nowNs, seconds } from '../../../database/instants.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { LATE_PREFIX } from '../../../ingest/grouping/overflow-issue.ts'
import type { IssueMerges } from '../../../occurrences/occurrences.ts'

export type MergeRepository = {
  read(): Promise<IssueMerges>
  /** The result of the last `read` or `write`. */
  latest(): IssueMerges
  /** Rows were deleted. */
  reload(): Promise<void>
  /** Merges a fingerprint into an issue; into itself: takes it out again. */
  write(fingerprint: string, issueId: string, author: MergeAuthor): Promise<void>
}

/** Merges of an issue that are shown. */
const MAX_PAST = 100

/** In the column `By`, instead of a person. */
const STORE = '(source maps)'

/** A person, or the store itself when a source map was read late: `culprit` of the occurrences. */
export type MergeAuthor = { by: string } | { culprit: string }

export async function openMergeRepository(engine: Engine, retentionDays: number): Promise<MergeRepository> {
  let merges = await queryMerges(engine, retentionDays)
  return {
    async read() {
      // Another store may have merged issues on the same server.
      if (engine.kind !== 'embedded') merges = await queryMerges(engine, retentionDays)
      return merges
    },
    latest: () => merges,
    async reload() {
      merges = await queryMerges(engine, retentionDays)
    },
    async write(fingerprint, issueId, author) {
      const now = nowNs()
      // Later than the previous row, so that the newest is unambiguous also within one millisecond.
      const [previous] = await engine.query<{ next: string }>(
        `SELECT toString(toUnixTimestamp64Nano(max(At)) + 1) AS next FROM issue_merges
         WHERE Fingerprint = {fingerprint:String}`,
        { fingerprint },
      )
      const next = BigInt(previous?.next ?? 0)
      const row = {
        Fingerprint: fingerprint,
        IssueId: issueId,
        At: seconds(greatest(next, now)),
        // A person with this name is not the store.
        By: 'by' in author ? author.by.replace(STORE, '') : STORE,
        Culprit: 'by' in author ? '' : author.culprit,
      }
      await engine.insert('issue_merges', JSON.stringify(row), `${fingerprint} ${now}`)
      merges = await queryMerges(engine, retentionDays)
    },
  }
}

/** `isRemoved`: the fingerprint was separated again. `at`: in nanoseconds since 1970. */
export type PastMerge = { at: bigint; by: string; fingerprint: string; isRemoved: boolean }

/** What people merged into an issue, and separated from it. */
export async function readPastMerges(engine: Engine, id: string): Promise<PastMerge[]> {
  const rows = await engine.query<{ ns: string; by: string; fingerprint: string; isRemoved: number }>(
    `SELECT toString(toUnixTimestamp64Nano(at)) AS ns, by, fingerprint, issueId = fingerprint AS isRemoved
     FROM (SELECT At AS at, By AS by, Fingerprint AS fingerprint, IssueId AS issueId,
         lagInFrame(IssueId) OVER (PARTITION BY Fingerprint ORDER BY At) AS previous
       FROM issue_merges WHERE By != '${STORE}')
     WHERE if(issueId = fingerprint, previous, issueId) = {id:String} ORDER BY at LIMIT ${MAX_PAST}`,
    { id },
  )
  return rows.map(({ ns, isRemoved, ...row }) => ({ ...row, at: BigInt(ns), isRemoved: isRemoved === 1 }))
}

/** Late fingerprints whose occurrences retention has deleted are left out: their number is limited. */
async function queryMerges(engine: Engine, retentionDays: number): Promise<IssueMerges> {
  const rows = await engine.query<{ fingerprint: string; issueId: string; by: string; culprit: string }>(
    `SELECT Fingerprint AS fingerprint, argMax(IssueId, At) AS issueId, argMax(By, At) AS by,
       argMax(Culprit, At) AS culprit
     FROM issue_merges GROUP BY fingerprint HAVING issueId != fingerprint
       AND (by != '${STORE}' OR fingerprint IN (SELECT IssueId FROM issues
         WHERE startsWith(IssueId, '${LATE_PREFIX}') GROUP BY IssueId
         HAVING max(LastSeen) > now64(9) - toIntervalDay(${retentionDays})))
     ORDER BY fingerprint`,
  )
  const late = rows.filter(({ by }) => by === STORE).map((row) => [row.fingerprint, row.culprit] as const)
  return mergesOf(new Map(rows.map((row) => [row.fingerprint, row.issueId])), new Map(late))
}

/** `merged`: by fingerprint, what it was merged into. */
export function mergesOf(
  merged: Map<string, string>,
  late: ReadonlyMap<string, string> = new Map(),
): IssueMerges {
  const targets = withoutCircles(merged)
  const issueOf = (fingerprint: string): string => {
    let id = fingerprint
    // A target may be merged itself.
    while (targets.has(id)) id = targets.get(id)!
    return id
  }
  const members = Map.groupBy(targets.keys(), issueOf)
  const fingerprints = [...targets.keys()]
  return {
    issueOf,
    fingerprintsOf: (id) => [id, ...(members.get(id) ?? [])],
    targets: [...members.keys()],
    idColumn:
      fingerprints.length === 0
        ? { sql: 'IssueId', parameters: {} }
        : {
            sql: 'transform(IssueId, {mergedFrom:Array(String)}, {mergedInto:Array(String)}, IssueId)',
            parameters: { mergedFrom: fingerprints, mergedInto: fingerprints.map(issueOf) },
          },
    size: fingerprints.length - late.size,
    late,
  }
}

/** Two stores may have merged in a circle at the same time: the first id of a circle is the issue. */
function withoutCircles(merged: Map<string, string>): Map<string, string> {
  const targets = new Map(merged)
  for (const start of [...merged.keys()].toSorted()) {
    const path = new Set([start])
    let id = targets.get(start)
    while (id !== undefined && !path.has(id)) {
      path.add(id)
      id = targets.get(id)
    }
    if (id === start) targets.delete(start)
  }
  return targets
}
