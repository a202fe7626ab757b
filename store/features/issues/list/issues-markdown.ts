// A page of issues as Markdown: one line for each, with the place of its cause.
import type { Event, Issue, IssuesAnswer } from '../../../../contract/issues.ts'
import { documentOf, type Steps } from '../../../http/markdown-document.ts'
import { quantity, quoted, titleOf } from '../../../http/markdown-text.ts'
import { latestEvent } from '../events/event.ts'
import { keyProblem } from '../../../occurrences/search-terms.ts'
import { causeOf } from '../events/markdown.ts'
import type { QueryContext } from '../query-context.ts'

/** Characters of a title: a line of a list. */
const MAX_TITLE = 200

/** `q`: the search. */
type Search = { steps: Steps; q: string }

export async function issuesMarkdown(
  { issues, total, nextCursor }: IssuesAnswer,
  context: QueryContext,
  { steps, q }: Search,
): Promise<string> {
  const events = await Promise.all(issues.map(({ id }) => latestEvent(context, id)))
  const start = issues[0]?.trend[0]?.at
  const since = start === undefined ? '' : `, with numbers since ${start}`
  const wrong = keyProblem('issues', q)
  return documentOf(`${total === 1 ? '1 issue' : `${total} issues`}${since}`, [
    { isShort: true, blocks: wrong === null ? [] : [`The search has ${quoted(wrong.term)}${wrong.problem}`] },
    {
      blocks: issues.map((issue, at) => issueLine(issue, events[at] ?? null)),
      total,
      rest: nextCursor === null ? '' : `Next page: ${steps.nextPage(nextCursor)}.`,
      // The cursor is behind all of them.
      cut: (shown) => `Too long for one answer: ask again with ${steps.fewer(Math.max(1, shown))}.`,
    },
    {
      title: 'Next',
      isShort: true,
      blocks: issues.slice(0, 1).map(({ id }) => `- The first of them: ${steps.issue(id)}`),
    },
  ])
}

function issueLine(issue: Issue, event: Event | null): string {
  const { id, type, message, status, assignee, count, users, service, culprit } = issue
  const location = (event && causeOf(event)) || culprit
  return [
    `- ${id} ${titleOf({ type, message: message.slice(0, MAX_TITLE) })}`,
    ...(location === '' ? [] : [`at ${quoted(location)}`]),
    `${quantity(count, 'event')}, ${quantity(users, 'user')}`,
    `${issue.firstSeen} to ${issue.lastSeen}`,
    status,
    ...(assignee === null ? [] : [`assigned to ${quoted(assignee)}`]),
    `service ${quoted(service)}`,
  ].join(' · ')
}
