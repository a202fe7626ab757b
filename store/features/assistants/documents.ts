// The documents that people save as Markdown, terminals print and assistants read, and their paths.
import type { Event, IssueAnswer } from '../../../contract/issues.ts'
import { LOGS_AFTER_MS, TIMELINE_LOGS, TIMELINE_SPANS } from '../../../contract/timeline/rows.ts'
import type { TraceAnswer } from '../../../contract/traces.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Steps } from '../../http/markdown-document.ts'
import { choices, ofPath, text } from '../../http/parameters.ts'
import { asMarkdown, path, type JsonChunks } from '../../http/path.ts'
import { EVENT_PARTS, eventMarkdown, eventPath, issueMarkdown, issuePath } from '../issues/index.ts'
import { issuesMarkdown, issuesPath, type EventPart, type QueryContext } from '../issues/index.ts'
import { logsPath } from '../logs/index.ts'
import { traceMarkdown, tracePath } from '../traces/index.ts'
import { ask, type AssistantContext } from './context.ts'
import { differenceLines, readDifferences } from './differences.ts'
import { PATH_STEPS } from './steps.ts'

export const issueMarkdownPath = asMarkdown(issuePath, (answer, context: AssistantContext) =>
  issueDocument(context, answer, PATH_STEPS),
)

export const issuesMarkdownPath = asMarkdown(issuesPath, (answer, context: QueryContext, query) =>
  issuesMarkdown(answer, context, { steps: PATH_STEPS, q: query.get('q') ?? '' }),
)

export const eventMarkdownPath = path('GET /api/events/:digest.md', {
  summary: 'An occurrence as Markdown',
  parameters: {
    digest: ofPath('A digest, in any spelling, or the id that a framework gave.'),
    issue: text('Of several occurrences with this digest, the first one of this issue.'),
    include: choices('Parts; default: all but the timeline, which has the breadcrumbs, too.', EVENT_PARTS),
  },
  answer: 'text/markdown',
  async handle({ parameters: { digest, issue, include } }, context: AssistantContext) {
    return eventDocument(context, await readEvent(context, digest, issue), PATH_STEPS, include)
  },
})

export const traceMarkdownPath = asMarkdown(tracePath, (answer) =>
  traceMarkdown(readTrace(answer), PATH_STEPS),
)

/** With the occurrence that tells most: `digest`, else the latest one that has all details. */
export async function issueDocument(
  context: AssistantContext,
  answer: IssueAnswer,
  steps: Steps,
  digest?: string,
): Promise<string> {
  const { issue, latest, recommended } = answer
  const other = digest ?? (latest.slim === undefined ? latest.digest : recommended)
  const [differences, event] = await Promise.all([
    readDifferences(context, { issue: issue.id }),
    other === latest.digest ? latest : readEvent(context, other, issue.id),
  ])
  return issueMarkdown({ ...answer, event, differences: differenceLines(differences) }, steps)
}

/** `parts`: without any, all but the timeline. */
export async function eventDocument(
  context: AssistantContext,
  event: Event,
  steps: Steps,
  parts: readonly EventPart[] = [],
): Promise<string> {
  const timeline = parts.includes('timeline') ? await readTimeline(context, event) : null
  return eventMarkdown(event, steps, { ...(parts.length > 0 && { parts }), timeline })
}

/** The same spans and log records as the timeline of the console has. */
async function readTimeline(context: AssistantContext, { at, traceId, spanId }: Event) {
  if (!/^[\da-f]{32}$/i.test(traceId)) return { trace: null, logs: [] }
  const query = {
    limit: TIMELINE_SPANS,
    details: 'true',
    around: at,
    span: /^[\da-f]{16}$/i.test(spanId) ? spanId : undefined,
  }
  const to = new Date(Date.parse(at) + LOGS_AFTER_MS).toISOString()
  const [trace, { logs }] = await Promise.all([
    ask(context, tracePath, { values: { traceId }, query }).then(readTrace, (error: unknown) => {
      // No span of it is stored.
      if (error instanceof HttpError && error.status === 404) return null
      throw error
    }),
    ask(context, logsPath, { query: { traceId, to, limit: TIMELINE_LOGS } }),
  ])
  return { trace, logs }
}

export function readEvent(context: AssistantContext, digest: string, issue = ''): Promise<Event> {
  return ask(context, eventPath, { values: { digest }, query: { issue } })
}

/** `answer`: of the path of a trace, as JSON in pieces. */
export function readTrace({ chunks }: JsonChunks): TraceAnswer {
  return JSON.parse(Buffer.concat(chunks).toString()) as TraceAnswer
}
