// get_trace: the spans of a trace around what failed.
import { z } from 'zod'
import { traceMarkdown, tracePath } from '../../traces/index.ts'
import { ask, type AssistantContext } from '../context.ts'
import { readTrace } from '../documents.ts'
import { resolveEvent, resolveTrace } from '../reference.ts'
import { TOOL_STEPS } from '../steps.ts'
import { REFERENCE } from './get-issue.ts'
import { tool } from './tool.ts'

const SPAN_ID = /^[\da-f]{16}$/i
/** Spans of one answer: they take some 6,000 tokens. */
const MAX_SPANS = 150
const DEFAULT_SPANS = 60

export const getTrace = tool({
  name: 'get_trace',
  title: 'Get a trace',
  description:
    'The spans of a trace as a tree, with durations, errors and exceptions: what the page and its servers ' +
    'did. Of a large trace, the spans around the failing one.',
  input: z.strictObject({
    trace: REFERENCE,
    around: z.string().optional().describe('The id of a span, an instant, or the digest of an occurrence.'),
    limit: z.int().min(1).max(MAX_SPANS).optional().describe(`Spans. Default: ${DEFAULT_SPANS}.`),
  }),
  async answer({ trace, around = trace, limit = DEFAULT_SPANS }, context) {
    const traceId = await resolveTrace(context, trace)
    const focus = await focusOf(context, around)
    const query = { limit, ...focus }
    const answer = await ask(context, tracePath, { values: { traceId }, query })
    return traceMarkdown(readTrace(answer), TOOL_STEPS)
  },
})

/** A text that names neither is no focus: then failed spans come first. */
async function focusOf(context: AssistantContext, around: string): Promise<Record<string, string>> {
  if (SPAN_ID.test(around.trim())) return { span: around.trim() }
  if (/^\d{4}-\d\d-\d\dT/.test(around.trim())) return { around: around.trim() }
  const event = await resolveEvent(context, around).catch(() => null)
  return event === null ? {} : { around: event.at, ...(event.spanId !== '' && { span: event.spanId }) }
}
