// The position of an occurrence in its issue: its number, the previous, next, first and last one.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { QueryContext } from './query-context.ts'
import { exceptionFilter } from '../../occurrences/exception-filter.ts'
import type { OccurrenceKey } from '../../occurrences/occurrences.ts'
import type { Event, EventPosition } from '../../../contract/issues.ts'
import type { Filters } from '../../http/filters.ts'

type Row = EventPosition & { previous: string; next: string }

const KEY = '(Timestamp, Digest)'

/** Among the occurrences of `fingerprints` that match `filters`; null: among all of them. */
export async function readPosition(
  { engine }: QueryContext,
  fingerprints: string[],
  key: OccurrenceKey,
  filters: Filters | null,
): Promise<Pick<Event, 'previous' | 'next'> & { position: EventPosition }> {
  const where = all([
    { sql: 'IssueId IN {fingerprints:Array(String)}', parameters: { fingerprints } },
    ...(filters === null ? [] : [exceptionFilter(filters)]),
  ])
  const at: Condition = {
    sql: '(fromUnixTimestamp64Nano({keyNs:Int64}), {keyDigest:String})',
    parameters: { keyNs: String(key.ns), keyDigest: key.digest },
  }
  const [row] = await engine.query<Row>(
    `SELECT countIf(${KEY} <= ${at.sql}) AS number, count() AS total, argMin(Digest, ${KEY}) AS first,
       argMax(Digest, ${KEY}) AS last, argMaxIf(Digest, ${KEY}, ${KEY} < ${at.sql}) AS previous,
       argMinIf(Digest, ${KEY}, ${KEY} > ${at.sql}) AS next
     FROM exceptions WHERE ${where.sql}`,
    { ...where.parameters, ...at.parameters },
  )
  const { number = 0, total = 0, first, last, previous, next } = row ?? {}
  return {
    position: { number, total, first: first || null, last: last || null },
    previous: previous || null,
    next: next || null,
  }
}
