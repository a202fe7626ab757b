// what_differs: what the occurrences of an issue, or of a search, have in common that other errors lack.
import { z } from 'zod'
import { HttpError } from '../../../../server/http-error.ts'
import { keyProblem } from '../../../occurrences/search-terms.ts'
import { quoted } from '../../../http/markdown-text.ts'
import { differencesMarkdown, readDifferences } from '../differences.ts'
import { resolveIssue } from '../reference.ts'
import { REFERENCE } from './get-issue.ts'
import { tool } from './tool.ts'

export const whatDiffers = tool({
  name: 'what_differs',
  title: 'What differs',
  description:
    'Releases, routes, browsers, systems and environments that are more frequent in an issue, or in what a ' +
    'search matches, than in all errors: for whom and since when it breaks.',
  input: z.strictObject({
    issue: REFERENCE.optional(),
    query: z.string().max(1_000).optional().describe('Instead of an issue, as in find_issues.'),
    service: z.string().optional(),
    range: z.enum(['1h', '24h', '7d', '30d']).optional().describe('Default: 30d.'),
  }),
  async answer({ issue, query, service, range = '30d' }, context) {
    if (issue === undefined && !query?.trim()) throw new HttpError(400, 'One of issue and query is required.')
    const wrong = keyProblem('issues', query ?? '')
    if (wrong !== null) throw new HttpError(400, `query has ${wrong.term}${wrong.problem}`)
    const issueId = issue === undefined ? undefined : (await resolveIssue(context, issue)).issueId
    const answer = await readDifferences(context, { issue: issueId, q: query, service, range })
    const subject = issueId === undefined ? quoted(query ?? '') : `issue ${quoted(issueId)}`
    return differencesMarkdown(answer, `What differs in ${subject}`, range)
  },
})
