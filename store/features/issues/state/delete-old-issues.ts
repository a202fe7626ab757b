// Deletes issues without stored occurrences once there are very many. Without it, a store that has reached
// its limit of issues would never accept a new one.
import { queryNumber, type Engine } from '../../../database/engine/engine.ts'
import { NEW_FINGERPRINTS } from '../../../ingest/grouping/overflow-issue.ts'

/** Below it the row is worth its memory: it tells when an issue that comes back was first seen. */
const MAX_ISSUES = NEW_FINGERPRINTS.stored / 2

type DeleteOptions = { retentionDays: number; maxIssues?: number }

/** Issues that a person changed, noted or merged stay. For the embedded engine. */
export async function deleteOldIssues(
  engine: Engine,
  { retentionDays, maxIssues = MAX_ISSUES }: DeleteOptions,
): Promise<void> {
  if ((await queryNumber(engine, 'SELECT uniqExact(IssueId) AS value FROM issues')) <= maxIssues) return
  await engine.command(
    `ALTER TABLE issues DELETE
     WHERE IssueId IN (SELECT IssueId FROM issues GROUP BY IssueId
         HAVING max(LastSeen) < now64(9) - toIntervalDay(${retentionDays}))
       AND IssueId NOT IN (SELECT IssueId FROM issue_changes UNION ALL SELECT IssueId FROM issue_notes
         UNION ALL SELECT Fingerprint FROM issue_merges UNION ALL SELECT IssueId FROM issue_merges)
     SETTINGS mutations_sync = 1`,
  )
}
