// The documents that people save as Markdown, terminals print and assistants read, and their paths.
import type { Event, IssueAnswer } from '../../../contract/issues.ts'
import type { TraceAnswer } from '../../../contract/traces.ts'
import type { Steps } from '../../http/markdown-document.ts'
import { asMarkdown, type JsonChunks } from '../../http/path.ts'
import { eventMarkdown, eventPath, issueMarkdown, issuePath } from '../issues/index.ts'
import { issuesMarkdown, issuesPath, type QueryContext } from '../issues/index.ts'
import { traceMarkdown, tracePath } from '../traces/index.ts'
import { ask, type AssistantContext } from './context.ts'
import { differenceLines, readDifferences } from './differences.ts'
import { PATH_STEPS } from './steps.ts'

export const issueMarkdownPath = asMarkdown(issuePath, (answer, context: AssistantContext) =>
  issueDocument(context, answer, PATH_STEPS),
)

export const issuesMarkdownPath = asMarkdown(issuesPath, (answer, context: QueryContext) =>
  issuesMarkdown(answer, context, PATH_STEPS),
)

export const eventMarkdownPath = asMarkdown(eventPath, (event) => eventMarkdown(event, PATH_STEPS))

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

export function readEvent(context: AssistantContext, digest: string, issue = ''): Promise<Event> {
  return ask(context, eventPath, { values: { digest }, query: { issue } })
}

/** `answer`: of the path of a trace, as JSON in pieces. */
export function readTrace({ chunks }: JsonChunks): TraceAnswer {
  return JSON.parse(Buffer.concat(chunks).toString()) as TraceAnswer
}
