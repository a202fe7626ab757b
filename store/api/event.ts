// GET /api/events/:digest, and the latest event of an issue.
import { readDigest } from '../digest.ts'
import type { QueryContext } from '../issues/query-context.ts'
import type { OccurrenceKey } from '../occurrences/occurrences.ts'
import { exactInstant } from '../rfc3339.ts'
import type { Event } from './contract.ts'
import { HttpError } from './http/http-error.ts'
import { parseStoredEvent } from './http/stored-event.ts'

type Row = { ns: string; occurrence: string }

/** Characters of a digest that a framework gave. */
const MAX_GIVEN_DIGEST = 256

export async function event(context: QueryContext, text: string): Promise<Event> {
  const key = await findKey(context, text)
  const row = key && (await readRow(context, [key.fingerprint], key.ns, key.digest))
  if (!row)
    throw new HttpError(
      404,
      'No occurrence has this digest. It may have been dropped, or not have arrived yet.',
    )
  return toEvent(context, row)
}

/** The newest occurrence of an issue; null: retention has dropped all. */
export async function latestEvent(context: QueryContext, issueId: string): Promise<Event | null> {
  const fingerprints = context.merges.fingerprintsOf(issueId)
  const ranges = await context.issueCache.seenRanges(fingerprints)
  const last = fingerprints.reduce((latest, fingerprint) => {
    const last = ranges.get(fingerprint)?.last ?? 0n
    return last > latest ? last : latest
  }, 0n)
  const row = await readRow(context, fingerprints, last)
  return row ? toEvent(context, row) : null
}

/** A digest of Errata, else one that a framework gave. */
async function findKey({ occurrences }: QueryContext, text: string): Promise<OccurrenceKey | null> {
  const digest = readDigest(text)
  const key = digest === null ? null : await occurrences.find(digest)
  if (key) return key
  const givenDigest = text.trim()
  if (givenDigest === '' || givenDigest.length > MAX_GIVEN_DIGEST) return null
  return occurrences.findGiven(givenDigest)
}

/**
 * The row of that instant, which the table's key finds. Without a digest: the first of that instant in
 * lists.
 */
async function readRow(
  { engine }: QueryContext,
  fingerprints: string[],
  ns: bigint,
  digest = '',
): Promise<Row | undefined> {
  const [row] = await engine.query<Row>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Occurrence AS occurrence FROM exceptions
     WHERE IssueId IN {fingerprints:Array(String)}
       AND exceptions.Timestamp = fromUnixTimestamp64Nano({ns:Int64})
       AND (Digest = {digest:String} OR {digest:String} = '')
     ORDER BY Digest DESC LIMIT 1`,
    { fingerprints, ns: String(ns), digest },
  )
  return row
}

async function toEvent({ merges, occurrences }: QueryContext, row: Row): Promise<Event> {
  const stored = parseStoredEvent(row.occurrence)
  const issueId = merges.issueOf(stored.issueId)
  const fingerprints = merges.fingerprintsOf(issueId)
  const key = { fingerprint: stored.issueId, ns: BigInt(row.ns), digest: stored.digest }
  const [previous, next] = await Promise.all([
    occurrences.previous(fingerprints, key),
    occurrences.next(fingerprints, key),
  ])
  return { ...stored, issueId, at: exactInstant(key.ns), previous, next }
}
