// The first release that has an issue, since it was resolved if it is back; and an occurrence in it.
import type { Issue } from '../../../../contract/issues.ts'
import { all } from '../../../database/engine/condition.ts'
import { exactInstant } from '../../../database/instants.ts'
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import type { QueryContext } from '../query-context.ts'

/** `ns`: of an occurrence with all details, if there is one, in nanoseconds since 1970. */
export type FirstRelease = { release: string; digest: string; ns: bigint }

type Row = { release: string; first: string; at: string; digest: string }

/** Null: it is not known, because retention has deleted the first occurrences, or they have no release. */
export async function readFirstRelease(
  context: QueryContext,
  { id, service, status, firstSeen }: Issue,
): Promise<FirstRelease | null> {
  const { engine, merges, issueCache } = context
  const isBack = status === 'regressed'
  const change = isBack ? (await issueCache.changes([id])).get(id)?.status : undefined
  const since = BigInt(change?.at ?? 0)
  const where = all([
    isOfIssue(merges.fingerprintsOf(id)),
    {
      sql: `ServiceName = {service:String} AND Timestamp > fromUnixTimestamp64Nano({since:Int64})`,
      parameters: { service, since: String(since) },
    },
  ])
  const rows = await engine.query<Row>(
    `SELECT Release AS release, toString(toUnixTimestamp64Nano(min(Timestamp))) AS first,
       toString(toUnixTimestamp64Nano(argMin(Timestamp, (IsSlim, Timestamp)))) AS at,
       argMin(Digest, (IsSlim, Timestamp)) AS digest
     FROM exceptions WHERE ${where.sql} GROUP BY release ORDER BY min(Timestamp)`,
    where.parameters,
  )
  const [earliest] = rows
  if (earliest === undefined) return null
  if (!isBack && exactInstant(BigInt(earliest.first)) > firstSeen) return null
  const named = rows.filter(({ release }) => release !== '')
  const order = (await issueCache.releases()).sort(
    service,
    named.map(({ release }) => release),
  )
  // An open page of an older release does not tell when an issue came back.
  const first = isBack ? earliest.release : order[0]
  const row = named.find(({ release }) => release === first)
  return row ? { release: row.release, digest: row.digest, ns: BigInt(row.at) } : null
}
