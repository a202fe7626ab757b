// POST /api/issues/:id/merge and /unmerge: people say that two issues are one, or are not after all.
import type { MergeBook } from '../issues/issue-merges.ts'
import type { Issue } from './contract.ts'
import { readFilters } from './http/filters.ts'
import { issuesOf, unknown } from '../issues/issue-rows.ts'
import { Refusal } from './http/http-error.ts'
import type { Grouped } from '../issues/issue-state.ts'

/** Fingerprints joined in all. They travel with every question, whose text the engine bounds. */
const MAX_JOINED = 1_000

export async function merge(
  grouped: Grouped,
  book: MergeBook,
  id: string,
  request: Record<string, unknown>,
): Promise<Issue> {
  const { merges } = grouped
  const into = merges.issueOf(textOf(request, 'into'))
  const from = merges.issueOf(id)
  if (into === from) throw new Refusal(409, 'The two are one issue already.')
  await known(grouped, from)
  await known(grouped, into)
  if (merges.joined >= MAX_JOINED)
    throw new Refusal(409, `${MAX_JOINED} fingerprints are joined already, and no more can be.`)
  await book.write(from, into)
  return known({ ...grouped, merges: await book.read() }, into)
}

export async function unmerge(
  grouped: Grouped,
  book: MergeBook,
  id: string,
  request: Record<string, unknown>,
): Promise<Issue> {
  const { merges } = grouped
  const fingerprint = textOf(request, 'fingerprint')
  const issue = merges.issueOf(id)
  await known(grouped, issue)
  if (fingerprint === issue)
    throw new Refusal(409, 'fingerprint is the issue itself: take the others out of it.')
  if (merges.issueOf(fingerprint) !== issue)
    throw new Refusal(409, 'fingerprint is not joined to this issue.')
  await book.write(fingerprint, fingerprint)
  return known({ ...grouped, merges: await book.read() }, issue)
}

async function known(grouped: Grouped, id: string): Promise<Issue> {
  const [issue] = await issuesOf(grouped, [id], readFilters(new URLSearchParams(), '30d'))
  if (!issue) throw unknown(id)
  return issue
}

function textOf(request: Record<string, unknown>, name: string): string {
  const value = request[name]
  if (typeof value === 'string' && /^[\da-f]{16}$/.test(value)) return value
  throw new Refusal(400, `${name} must be the id of an issue: sixteen hex digits.`)
}
