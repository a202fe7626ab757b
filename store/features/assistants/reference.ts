// What a person pasted, as an issue, an occurrence or a trace: an id or a digest in any spelling, the address
// of a page of the console, the text of a fallback screen, an event id of Sentry, a stack.
import type { LookupAnswer } from '../../../contract/assistants.ts'
import type { Event } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'
import { defaultFilters } from '../../http/filters.ts'
import { text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { eventNotFound, findKeys, issuesPath, readIssues } from '../issues/index.ts'
import { fingerprintPath } from '../search/index.ts'
import { ask, type AssistantContext } from './context.ts'
import { readEvent } from './documents.ts'

/** `digest`: of the occurrence that the text names; else the issue decides. */
export type IssueReference = { issueId: string; digest?: string }

/** Characters of a text that are searched for ids. */
const MAX_TEXT = 2_000
/** Characters of a digest with separators. */
const MAX_DIGEST = 12
/** Words of a text that are looked up. */
const MAX_WORDS = 12
const ISSUE_ID = /^[\da-f]{16}$/i
const TRACE_ID = /^[\da-f]{32}$/i
/** A digest, or an id of a framework or of another SDK, which has a digit. */
const EVENT_ID = /^(?=.*\d)[\w@-]{4,64}$|^[\w-]{8,9}$/
/** A frame of V8, or one of Gecko and JavaScriptCore. */
const FRAME = /^\s*(?:at\s.+:\d+|[^\n]*@\S+:\d+)/m

const NOT_FOUND =
  'Nothing that is stored matches it: it may have been deleted, or belong to a service that you may not ' +
  'view. Search for words of its message instead: find_issues, or errata issues.'

/** Throws 404. */
export async function resolveIssue(context: AssistantContext, pasted: string): Promise<IssueReference> {
  const candidates = wordsOf(pasted)
  const event = await firstEvent(context, candidates)
  if (event !== null) return { issueId: event.issueId, digest: event.digest }
  for (const word of candidates) {
    const issueId = await issueOf(context, word)
    if (issueId !== null) return { issueId }
  }
  const issueId = FRAME.test(pasted) ? await issueOfStack(context, pasted) : null
  if (issueId !== null) return { issueId }
  throw new HttpError(404, NOT_FOUND)
}

export const lookupPath = path('GET /api/lookup', {
  summary: 'The issue, occurrence or trace that a text names: an id, a digest, an address of the console, …',
  parameters: { text: text('What a person pasted.') },
  answer: 'LookupAnswer',
  /** Throws 404. */
  async handle({ parameters }, context: AssistantContext): Promise<LookupAnswer> {
    const candidates = wordsOf(parameters.text)
    const traceId = candidates.find((word) => TRACE_ID.test(word))?.toLowerCase() ?? null
    try {
      const { issueId, digest = null } = await resolveIssue(context, parameters.text)
      const event = digest === null ? null : await readEvent(context, digest, issueId)
      return { issueId, digest, traceId: event?.traceId || traceId }
    } catch (error) {
      if (traceId === null || !(error instanceof HttpError)) throw error
      return { issueId: null, digest: null, traceId }
    }
  },
})

/** Throws 404. */
export async function resolveEvent(context: AssistantContext, pasted: string): Promise<Event> {
  const event = await firstEvent(context, wordsOf(pasted))
  if (event !== null) return event
  const { issueId, digest } = await resolveIssue(context, pasted)
  const [issue] = await readIssues(context, [issueId], defaultFilters())
  if (issue === undefined) throw eventNotFound()
  return readEvent(context, digest ?? issue.latestDigest, issueId)
}

/** Throws 404. */
export async function resolveTrace(context: AssistantContext, pasted: string): Promise<string> {
  const candidates = wordsOf(pasted)
  const event = await firstEvent(context, candidates)
  const traceId = event?.traceId || candidates.find((word) => TRACE_ID.test(word))
  if (traceId) return traceId.toLowerCase()
  throw new HttpError(404, event === null ? NOT_FOUND : 'This occurrence has no trace.')
}

/** The text itself, then its parts: of an address, of a sentence. */
function wordsOf(pasted: string): string[] {
  const trimmed = pasted.trim().slice(0, MAX_TEXT)
  const parts = trimmed.split(/[\s/?&=#:.,;()"'`<>]+/).filter((part) => EVENT_ID.test(part))
  // A digest with a space, and the trace in a header `traceparent`.
  const compact = trimmed.length <= MAX_DIGEST ? [trimmed] : []
  const traces = trimmed.match(/(?<![\da-f])[\da-f]{32}(?![\da-f])/gi) ?? []
  return [...new Set([...compact, ...parts, ...traces])].slice(0, MAX_WORDS)
}

async function firstEvent(context: AssistantContext, candidates: string[]): Promise<Event | null> {
  for (const word of candidates) {
    if (ISSUE_ID.test(word)) continue
    const [key] = await findKeys(context, word)
    if (key !== undefined) return readEvent(context, key.digest, context.merges.issueOf(key.fingerprint))
  }
  return null
}

async function issueOf(context: AssistantContext, word: string): Promise<string | null> {
  if (ISSUE_ID.test(word)) {
    const id = context.merges.issueOf(word.toLowerCase())
    return (await readIssues(context, [id], defaultFilters()))[0]?.id ?? null
  }
  if (!TRACE_ID.test(word)) return null
  const status = 'new,regressed,ongoing,resolved,ignored'
  const query = { q: `trace:${word.toLowerCase()}`, status, range: '30d', limit: 1 }
  return (await ask(context, issuesPath, { query })).issues[0]?.id ?? null
}

async function issueOfStack(context: AssistantContext, stacktrace: string): Promise<string | null> {
  const head = stacktrace.trim().split('\n')[0] ?? ''
  const [, type = '', message = ''] = /^(?:Uncaught )?([\w$.]+)(?:: (.*))?$/.exec(head.trim()) ?? []
  return (await ask(context, fingerprintPath, { body: { type, message, stacktrace } })).issueId
}
