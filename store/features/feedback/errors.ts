// The errors that texts of users are about. A text may arrive before its error, so they are found by its
// digest whenever it is read.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'

/** As in `feedback`: `digest` is empty where `givenDigest` is an id of a framework or of another SDK. */
export type Reference = { digest: string; givenDigest: string }

type StoredError = { digest: string; issueId: string; type: string; message: string }

/** Characters of a message, which a list shows. */
const MAX_MESSAGE = 300

const ERROR = `(Digest, IssueId, Type, substringUTF8(Message, 1, ${MAX_MESSAGE}))`

/**
 * Returns the error of a text. Of several with one digest, it is the one that was stored first, as for the
 * page of an event; of several with one given digest the newest.
 */
export async function findErrors(
  engine: Engine,
  references: Reference[],
): Promise<(reference: Reference) => StoredError | null> {
  const digests = references.flatMap(({ digest }) => (digest === '' ? [] : digest))
  const givenDigests = references.flatMap(({ givenDigest }) => (givenDigest === '' ? [] : givenDigest))
  if (givenDigests.length === 0) return () => null
  const rows = await engine.query<{ id: string; error: [string, string, string, string] }>(
    `SELECT concat('digest ', exceptions.Digest) AS id, argMin(${ERROR}, Received) AS error
     FROM exceptions WHERE exceptions.Digest IN {digests:Array(String)} GROUP BY id
     UNION ALL
     SELECT concat('given ', GivenDigest) AS id, argMax(${ERROR}, Timestamp) AS error
     FROM exceptions WHERE GivenDigest IN {given:Array(String)} GROUP BY id`,
    { digests, given: givenDigests },
  )
  const errors = new Map(
    rows.map(({ id, error: [digest, issueId, type, message] }) => [id, { digest, issueId, type, message }]),
  )
  return ({ digest, givenDigest }) =>
    errors.get(`digest ${digest}`) ?? errors.get(`given ${givenDigest}`) ?? null
}

/** The texts about an issue. */
export function ofIssue(fingerprints: string[]): Condition {
  return { sql: `(${isAbout('Digest')} OR ${isAbout('GivenDigest')})`, parameters: { fingerprints } }
}

/** The column is one of the errors with these fingerprints. */
function isAbout(column: 'Digest' | 'GivenDigest'): string {
  return `(${column} != '' AND ${column} IN (
    SELECT ${column} FROM exceptions WHERE IssueId IN {fingerprints:Array(String)}
      AND ${column} IN (SELECT ${column} FROM feedback WHERE ${column} != '')))`
}
