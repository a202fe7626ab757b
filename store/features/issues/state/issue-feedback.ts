// Which issues users have written about. A text names the digest of an error, and may arrive before it, so
// that nothing is stored of its issue.
import type { Condition } from '../../../database/engine/condition.ts'
import { queryNumber, type Engine } from '../../../database/engine/engine.ts'
import type { IssueMerges } from '../../../occurrences/occurrences.ts'

const COLUMNS = ['Digest', 'GivenDigest']

/** Of the occurrence of a search: users have written about its issue. An issue has nothing else. */
export function hasFeedback({ idColumn }: IssueMerges, value: string): Condition {
  if (value.toLowerCase() !== 'feedback') return { sql: '0', parameters: {} }
  const issues = COLUMNS.map(
    (column) => `SELECT ${idColumn.sql} FROM exceptions WHERE ${column} IN (${namedIn(column)})`,
  )
  return { sql: `${idColumn.sql} IN (${issues.join(' UNION ALL ')})`, parameters: idColumn.parameters }
}

/** The texts about an issue. */
export function feedbackOfIssue(fingerprints: string[]): Condition {
  const about = COLUMNS.map(
    (column) => `(${column} != '' AND ${column} IN (
      SELECT ${column} FROM exceptions WHERE IssueId IN {fingerprints:Array(String)}
        AND ${column} IN (${namedIn(column)})))`,
  )
  return { sql: `(${about.join(' OR ')})`, parameters: { fingerprints } }
}

/** The number of texts about an issue. */
export async function countFeedback(engine: Engine, fingerprints: string[]): Promise<number> {
  // The engine knows the number of rows. Where users cannot write, an issue takes no further query.
  if ((await queryNumber(engine, 'SELECT count() AS value FROM feedback')) === 0) return 0
  const { sql, parameters } = feedbackOfIssue(fingerprints)
  return queryNumber(engine, `SELECT count() AS value FROM feedback WHERE ${sql}`, parameters)
}

function namedIn(column: string): string {
  return `SELECT ${column} FROM feedback WHERE ${column} != ''`
}
