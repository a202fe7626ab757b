// Deleting and exporting: a person, an issue, one occurrence.
import type {
  Deletion,
  DeletionsAnswer,
  ForgetAnswer,
  ForgetCounts,
  ForgetRequest,
} from '../../../contract/forget.ts'
import { HttpError } from '../../../server/http-error.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { ofPath } from '../../http/parameters.ts'
import { Answer, path, type Path, type WithEngine } from '../../http/path.ts'
import { eventNotFound, findKeys, ISSUE_ID, issueNotFound, type QueryContext } from '../issues/index.ts'
import type { WithAudit } from '../people/index.ts'
import type { StoredDeletion } from './deletions.ts'
import { exportPath, exportRows } from './export.ts'
import { recordOfPerson } from './audit.ts'
import { isOfPerson, readPerson, setsOf, type Person, type PersonTable } from './person-rows.ts'
import type { Forget } from './store-forget.ts'

type ForgetContext = QueryContext & WithEngine & { forget: Forget } & WithAudit

export { exportPath, exportRows, recordOfPerson }

/** What is deleted is of all services, and does not come back. */
const ADMINS = { role: 'admin', needsAllServices: true } as const

/** Deletions that wait for the night. */
const MAX_WAITING = 1_000

export const forgetPath = path('POST /api/forget', {
  summary: 'Deletes everything of a user or a session, at night or at once; or counts it (preview)',
  ...ADMINS,
  answer: 'ForgetAnswer',
  status: 202,
  body: json('ForgetRequest', parseRequest),
  async handle({ body }, context: ForgetContext): Promise<Answer> {
    const { engine, forget } = context
    const { person, isNow, isPreview } = body
    if (isPreview) return new Answer(await countRows(engine, person), 200)
    const waiting = (await forget.deletions()).filter(({ before }) => before === null)
    if (!isNow && waiting.length >= MAX_WAITING)
      throw new HttpError(409, `${MAX_WAITING} deletions wait for the night: send this one with "now": true.`)
    const counts = await countRows(engine, person)
    const { doneBy, backupsUntil } = await forget.add(person, counts, isNow)
    await recordOfPerson(context, 'deleted', person, counts)
    return new Answer({ ...counts, doneBy, backupsUntil } satisfies ForgetAnswer)
  },
})

const deletionsPath = path('GET /api/forget', {
  summary: 'Deletions of persons, with a keyed hash in place of the id',
  ...ADMINS,
  answer: 'DeletionsAnswer',
  async handle(_request, { forget }: ForgetContext): Promise<DeletionsAnswer> {
    const deletions = (await forget.deletions()).map(withoutState)
    return { deletions: deletions.toReversed() }
  },
})

const deleteIssuePath = path('DELETE /api/issues/:id', {
  summary: 'Deletes an issue with its occurrences, changes and notes',
  ...ADMINS,
  parameters: { id: ISSUE_ID },
  answer: 'none',
  status: 204,
  async handle({ parameters: { id } }, context: ForgetContext): Promise<void> {
    const fingerprints = context.merges.fingerprintsOf(context.merges.issueOf(id))
    const index = await context.issueCache.index(fingerprints)
    if (fingerprints.every((fingerprint) => index.range(fingerprint) === null)) throw issueNotFound(id)
    await context.forget.remove(fingerprints.map((value) => ({ kind: 'issue', value })))
    await context.people.audit.record(context.actor, { act: 'issue.deleted', target: id })
  },
})

const deleteEventPath = path('DELETE /api/events/:digest', {
  summary: 'Deletes the occurrence with a digest',
  ...ADMINS,
  parameters: { digest: ofPath('A digest, in any spelling, or the id that a framework gave.') },
  answer: 'none',
  status: 204,
  async handle({ parameters: { digest } }, context: ForgetContext): Promise<void> {
    const digests = new Set((await findKeys(context, digest)).map((key) => key.digest))
    if (digests.size === 0) throw eventNotFound()
    await context.forget.remove([...digests].map((value) => ({ kind: 'digest', value })))
    const target = [...digests].join(', ')
    await context.people.audit.record(context.actor, { act: 'event.deleted', target })
  },
})

export const paths: Path<ForgetContext>[] = [
  forgetPath,
  deletionsPath,
  exportPath,
  deleteIssuePath,
  deleteEventPath,
]

function withoutState({ before: _before, isRepeated: _isRepeated, ...deletion }: StoredDeletion): Deletion {
  return deletion
}

export async function countRows(engine: Engine, person: Person): Promise<ForgetCounts> {
  const { sets, parameters } = setsOf(person)
  const count = (table: PersonTable): Promise<number> =>
    queryNumber(engine, `SELECT count() AS value FROM ${table} WHERE ${isOfPerson(table, sets)}`, parameters)
  return {
    exceptions: await count('exceptions'),
    spans: await count('otel_traces'),
    logs: await count('otel_logs'),
  }
}

function parseRequest(body: JsonObject): { person: Person; isNow: boolean; isPreview: boolean } {
  const { now = false, preview = false } = body
  if (typeof now !== 'boolean') throw new HttpError(400, 'now must be true or false.')
  if (typeof preview !== 'boolean') throw new HttpError(400, 'preview must be true or false.')
  const { userId, sessionId } = body as ForgetRequest
  return { person: readPerson({ userId, sessionId }), isNow: now, isPreview: preview }
}
