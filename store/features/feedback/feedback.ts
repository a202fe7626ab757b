// GET /api/feedback: what users wrote, with the errors that it is about. A text may arrive before its error:
// errors are looked up by their digest whenever texts are read.
import type { FeedbackAnswer } from '../../../contract/feedback.ts'
import { readDigest } from '../../../contract/digest.ts'
import { all, between, named, type Condition } from '../../database/engine/condition.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import { exactInstant } from '../../database/instants.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import { NAMES, PAGE, period } from '../../http/filters.ts'
import { text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { feedbackOfIssue, type QueryContext } from '../issues/index.ts'

/** As in `feedback`: `digest` is empty where `givenDigest` is an id of a framework or of another SDK. */
type Reference = { digest: string; givenDigest: string }

type StoredError = { digest: string; issueId: string; type: string; message: string }

/** `ns`: nanoseconds since 1970, as text. */
type Row = Reference & {
  ns: string
  id: string
  text: string
  email: string
  name: string
  service: string
  release: string
  environment: string
  userId: string
  sessionId: string
  traceId: string
  url: string
}

/** Characters of a message, which a list shows. */
const MAX_MESSAGE = 300

const ERROR = `(Digest, IssueId, Type, substringUTF8(Message, 1, ${MAX_MESSAGE}))`

const COLUMNS = `toString(toUnixTimestamp64Nano(Timestamp)) AS ns, FeedbackId AS id, Text AS text,
  Email AS email, Name AS name, Digest AS digest, GivenDigest AS givenDigest, ServiceName AS service,
  Release AS release, Environment AS environment, UserId AS userId, SessionId AS sessionId,
  TraceId AS traceId, Url AS url`

export const feedbackPath = path('GET /api/feedback', {
  summary: 'What users wrote, latest first',
  parameters: {
    period: period('30d'),
    ...NAMES,
    q: text('A part of the text, of the email address or of the name, in any case.'),
    issue: text('The id of an issue: about its errors.'),
    digest: text('About the error with this digest.'),
    user: text('The id of the user.'),
    page: PAGE,
  },
  answer: 'FeedbackAnswer',
  async handle({ parameters }, context: QueryContext): Promise<FeedbackAnswer> {
    const { engine, merges } = context
    const { page: request, q, issue, digest, user, period: range, ...names } = parameters
    const fingerprints = issue === '' ? null : merges.fingerprintsOf(merges.issueOf(issue))
    const matching = all([
      between(range),
      ...named(names),
      ...(q === '' ? [] : [contains(q)]),
      ...(fingerprints === null ? [] : [feedbackOfIssue(fingerprints)]),
      ...(digest === '' ? [] : [isAbout(digest)]),
      ...(user === '' ? [] : [{ sql: 'UserId = {user:String}', parameters: { user } }]),
    ])
    const cursor = cursorOf(request.cursor, 'ns')
    const after = cursor === null ? [] : [isAfter(cursor)]
    const where = all([matching, ...after])
    const [rows, total] = await Promise.all([
      engine.query<Row>(
        `SELECT ${COLUMNS} FROM feedback WHERE ${where.sql}
         ORDER BY Timestamp DESC, FeedbackId DESC LIMIT {limit:UInt32}`,
        { ...where.parameters, limit: request.limit + 1 },
      ),
      cursor === null
        ? queryNumber(
            engine,
            `SELECT count() AS value FROM feedback WHERE ${matching.sql}`,
            matching.parameters,
          )
        : undefined,
    ])
    const { page, nextCursor } = pageOf(rows, request.limit, ({ ns, id }) => [ns, id])
    const errorOf = await findErrors(engine, page)
    const feedback = page.map(({ ns, givenDigest, ...row }) => {
      const error = errorOf({ digest: row.digest, givenDigest })
      return {
        ...row,
        at: exactInstant(BigInt(ns)),
        email: row.email || null,
        name: row.name || null,
        digest: error?.digest ?? (row.digest || givenDigest || null),
        issueId: error === null ? null : merges.issueOf(error.issueId),
        type: error?.type ?? null,
        message: error?.message ?? null,
      }
    })
    return { feedback, ...(total !== undefined && { total }), nextCursor }
  },
})

function contains(q: string): Condition {
  const columns = ['Text', 'Email', 'Name'].map(
    (column) => `positionCaseInsensitiveUTF8(${column}, {q:String}) > 0`,
  )
  return { sql: `(${columns.join(' OR ')})`, parameters: { q } }
}

function isAbout(text: string): Condition {
  return {
    sql: '(Digest = {digest:String} OR GivenDigest = {given:String})',
    parameters: { digest: readDigest(text) ?? text, given: text },
  }
}

function isAfter([ns, id]: (string | number)[]): Condition {
  return {
    sql: '(Timestamp, FeedbackId) < (fromUnixTimestamp64Nano({ns:Int64}), {id:String})',
    parameters: { ns: ns!, id: id! },
  }
}

/**
 * Returns the error of a text. Of several with one digest, it is the one that was stored first, as for the
 * page of an event; of several with one given digest the newest.
 */
async function findErrors(
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
