// POST /api/issues/:id/merge and /unmerge: two issues become one, or are separated again.
import type { MergeRepository } from './issue-merges.ts'
import type { QueryContext } from './query-context.ts'
import type { Issue } from '../../../contract/issues.ts'
import { defaultFilters } from '../../http/filters.ts'
import { HttpError } from '../../../server/http-error.ts'
import { requireIssue } from './require-issue.ts'

/** Merged fingerprints in all. Every query names them, and ClickHouse limits the length of its text. */
const MAX_MERGED = 1_000

type MergeRequest = {
  context: QueryContext
  repository: MergeRepository
  issueId: string
  body: Record<string, unknown>
}

/** Returns the issue that remains. */
export async function mergeIssue({ context, repository, issueId, body }: MergeRequest): Promise<Issue> {
  const { merges } = context
  const filters = defaultFilters()
  const into = merges.issueOf(readFingerprint(body, 'into'))
  const from = merges.issueOf(issueId)
  if (into === from) throw new HttpError(409, 'The two are one issue already.')
  await requireIssue(context, from, filters)
  await requireIssue(context, into, filters)
  if (merges.size >= MAX_MERGED)
    throw new HttpError(409, `${MAX_MERGED} fingerprints are merged already, and no more can be.`)
  await repository.write(from, into)
  return requireIssue({ ...context, merges: await repository.read() }, into, filters)
}

/** Returns the issue without the fingerprint. */
export async function unmergeIssue({ context, repository, issueId, body }: MergeRequest): Promise<Issue> {
  const { merges } = context
  const filters = defaultFilters()
  const fingerprint = readFingerprint(body, 'fingerprint')
  const id = merges.issueOf(issueId)
  await requireIssue(context, id, filters)
  if (fingerprint === id)
    throw new HttpError(409, 'fingerprint is the issue itself: take the others out of it.')
  if (merges.issueOf(fingerprint) !== id) throw new HttpError(409, 'fingerprint is not joined to this issue.')
  await repository.write(fingerprint, fingerprint)
  return requireIssue({ ...context, merges: await repository.read() }, id, filters)
}

function readFingerprint(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && /^[\da-f]{16}$/.test(value)) return value
  throw new HttpError(400, `${name} must be the id of an issue: sixteen hex digits.`)
}
