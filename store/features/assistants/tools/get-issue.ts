// get_issue: an issue with its cause, from whatever a person pasted.
import { z } from 'zod'
import { issuePath } from '../../issues/index.ts'
import { ask } from '../context.ts'
import { issueDocument } from '../documents.ts'
import { resolveIssue } from '../reference.ts'
import { TOOL_STEPS } from '../steps.ts'
import { tool } from './tool.ts'

/** Characters of what is pasted: a stack with some frames. */
export const MAX_REFERENCE = 8_000

export const REFERENCE = z
  .string()
  .min(1)
  .max(MAX_REFERENCE)
  .describe(
    'Anything that a person pasted: a digest (8 characters), an issue id, an event id of Sentry, a URL of ' +
      'Errata, a trace id, the text of the error screen, or a stack.',
  )

export const getIssue = tool({
  name: 'get_issue',
  title: 'Get an issue',
  description:
    'The issue behind anything that was pasted: message, file and line of the cause, the stack with source ' +
    'code, causes, counts of the last 30 days, releases, what differs, breadcrumbs, notes, next steps.',
  input: z.strictObject({ ref: REFERENCE }),
  async answer({ ref }, context) {
    const { issueId, digest } = await resolveIssue(context, ref)
    const answer = await ask(context, issuePath, { values: { id: issueId } })
    return issueDocument(context, answer, TOOL_STEPS, digest)
  },
})
