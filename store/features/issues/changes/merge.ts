// Two issues become one, or are separated again.
import type { Issue } from '../../../../contract/issues.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { json, type JsonObject } from '../../../http/body.ts'
import { defaultFilters } from '../../../http/filters.ts'
import { path } from '../../../http/path.ts'
import type { ChangeContext } from '../query-context.ts'
import { ISSUE_ID, requireIssue } from '../list/issue-rows.ts'

/** Merged fingerprints in all. Every query names them, and ClickHouse limits the length of its text. */
const MAX_MERGED = 1_000

export const mergePath = path('POST /api/issues/:id/merge', {
  summary: 'Merges an issue into another',
  parameters: { id: ISSUE_ID },
  answer: 'Issue',
  body: json('Merge', (body) => parseFingerprint(body, 'into')),
  handle: ({ parameters: { id }, body }, context: ChangeContext) =>
    published(context, id, mergeIssue(context, id, body)),
})

export const unmergePath = path('POST /api/issues/:id/unmerge', {
  summary: 'Removes a merged fingerprint from an issue',
  parameters: { id: ISSUE_ID },
  answer: 'Issue',
  body: json('Unmerge', (body) => parseFingerprint(body, 'fingerprint')),
  handle: ({ parameters: { id }, body }, context: ChangeContext) =>
    published(context, id, unmergeIssue(context, id, body)),
})

async function published({ live }: ChangeContext, id: string, change: Promise<Issue>): Promise<Issue> {
  const issue = await change
  live.publishIssues([...new Set([id, issue.id])])
  return issue
}

/** Returns the issue that remains. */
async function mergeIssue(context: ChangeContext, issueId: string, other: string): Promise<Issue> {
  const { merges, mergeRepository } = context
  const filters = defaultFilters()
  const into = merges.issueOf(other)
  const from = merges.issueOf(issueId)
  if (into === from) throw new HttpError(409, 'Both ids are of the same issue.')
  await requireIssue(context, from, filters)
  await requireIssue(context, into, filters)
  if (merges.size >= MAX_MERGED)
    throw new HttpError(409, `${MAX_MERGED} fingerprints are merged already, which is the limit.`)
  await mergeRepository.write(from, into, { by: context.actor.name })
  return requireIssue({ ...context, merges: await mergeRepository.read() }, into, filters)
}

/** Returns the issue without the fingerprint. */
async function unmergeIssue(context: ChangeContext, issueId: string, fingerprint: string): Promise<Issue> {
  const { merges, mergeRepository } = context
  const filters = defaultFilters()
  const id = merges.issueOf(issueId)
  await requireIssue(context, id, filters)
  if (fingerprint === id)
    throw new HttpError(409, 'fingerprint is the issue itself: remove the other fingerprints instead.')
  if (merges.issueOf(fingerprint) !== id)
    throw new HttpError(409, 'fingerprint is not merged into this issue.')
  await mergeRepository.write(fingerprint, fingerprint, { by: context.actor.name })
  return requireIssue({ ...context, merges: await mergeRepository.read() }, id, filters)
}

function parseFingerprint(body: JsonObject, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && /^[\da-f]{16}$/.test(value)) return value
  throw new HttpError(400, `${name} must be the id of an issue: 16 hex digits.`)
}
