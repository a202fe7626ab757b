// find_issues: a page of the issue list.
import { z } from 'zod'
import { issuesMarkdown, issuesPath, SORTS } from '../../issues/index.ts'
import { ask } from '../context.ts'
import { TOOL_STEPS } from '../steps.ts'
import { tool } from './tool.ts'

/** Issues of one answer: 50 take some 6,000 tokens. */
const MAX_ISSUES = 50

export const findIssues = tool({
  name: 'find_issues',
  title: 'Find issues',
  description:
    'Lists issues (groups of the same error), one line each: id, type and message, file:line of the cause, ' +
    'events and users, first and last seen, status. Without arguments: open issues of the last 7 days, ' +
    'those first that are new or back since the latest release.',
  input: z.strictObject({
    query: z
      .string()
      .max(1_000)
      .optional()
      .describe(
        'Words of the message, "phrases", and key:value with the keys type, route, browser, os, user, ' +
          'session, url, trace, environment, assignee, owner, mechanism, origin, or the name of an ' +
          'attribute with a dot, such as errata.flag.checkout; - in front excludes.',
      ),
    status: z
      .string()
      .optional()
      .describe('new,regressed,ongoing,resolved,ignored; default: the first three.'),
    release: z.string().optional(),
    service: z.string().optional(),
    range: z.enum(['1h', '24h', '7d', '30d']).optional(),
    sort: z.enum(SORTS as [string, ...string[]]).optional(),
    limit: z.int().min(1).max(MAX_ISSUES).optional().describe('Default: 20.'),
    cursor: z.string().optional().describe('Of the previous answer, with the same other arguments.'),
  }),
  async answer({ query: q, limit = 20, ...rest }, context) {
    const answer = await ask(context, issuesPath, { query: { q, limit, ...rest } })
    return issuesMarkdown(answer, context, { steps: TOOL_STEPS, q: q ?? '' })
  },
})
