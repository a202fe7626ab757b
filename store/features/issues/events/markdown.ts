// An issue and an occurrence as Markdown, for a ticket or an assistant.
import type { Suspect } from '../../../../contract/commits.ts'
import type { Event, IssueAnswer, Note } from '../../../../contract/issues.ts'
import { codeBlock, inline, titleOf } from '../../../http/markdown-text.ts'

/** Lines of a stack: the rest is the framework's. */
const MAX_STACK = 40

/** Suspect commits that changed the stack; others are many. */
const MAX_SUSPECTS = 5

export function issueMarkdown(answer: IssueAnswer): string {
  const { issue, breakdowns, latest, notes } = answer
  const facts = [
    ['Issue', issue.id],
    ['Status', issue.status],
    ['Assignee', issue.assignee ?? ''],
    ['Owners', answer.owners.join(', ')],
    ['Ticket', issue.ticket ?? ''],
    ['Service', issue.service],
    ['Culprit', issue.culprit],
    ['Occurrences', `${issue.count} (${issue.users} users, ${issue.sessions} sessions)`],
    ['First seen', issue.firstSeen],
    ['Last seen', issue.lastSeen],
    ['Releases', issue.releases.join(', ')],
    ...Object.entries(breakdowns).map(([name, values]) => [
      name,
      values.map(({ value, count }) => `${value} (${count})`).join(', '),
    ]),
  ]
  const noteLines = notes.length === 0 ? [] : ['## Notes', ...notes.map(noteLine), '']
  return [
    `# ${titleOf(issue)}`,
    '',
    ...list(facts),
    '',
    ...suspectLines(answer),
    ...noteLines,
    '## Latest occurrence',
    '',
    ...eventLines(latest),
  ].join('\n')
}

function suspectLines({ suspects, changed }: IssueAnswer): string[] {
  const close = suspects.filter(({ evidence }) => evidence !== 'range').slice(0, MAX_SUSPECTS)
  if (changed === undefined || close.length === 0) return []
  const line = ({ commit, author, at, subject, evidence }: Suspect): string => {
    const change = changed.places.find((each) => each.commit === commit)
    const file = change === undefined ? '' : `, ${evidence} of ${inline(change.file)}`
    return `- ${inline(commit)} ${inline(subject)}, by ${inline(author)}, ${at}${file}`
  }
  return ['## Suspect commits', '', ...close.map(line), '']
}

function noteLine({ at, by, body }: Note): string {
  return `- ${at}${by === '' ? '' : `, ${inline(by)}:`} ${inline(body)}`
}

export function eventMarkdown(event: Event): string {
  return [`# ${titleOf(event)}`, '', ...eventLines(event)].join('\n')
}

function eventLines(event: Event): string[] {
  const facts = [
    ['Digest', event.digest],
    ['At', event.at],
    ['Release', event.release],
    ['Environment', event.environment],
    ['Page', event.url],
    ['Browser', [event.browser, event.os].filter((part) => part !== '').join(', ')],
    ['Caught by', event.mechanism],
    ['Trace', event.traceId],
  ]
  const causes = event.causes.flatMap((cause) => [`Caused by: ${inline(`${cause.type}: ${cause.message}`)}`])
  const crumbs = event.breadcrumbs.map(
    (crumb) => `- ${crumb.at} ${inline(crumb.kind)}: ${inline(crumb.text)}`,
  )
  return [
    ...list(facts),
    '',
    ...codeBlock(stackOf(event), MAX_STACK),
    ...causes,
    ...(event.componentStack === ''
      ? []
      : ['', 'React components:', '', ...codeBlock(event.componentStack, MAX_STACK)]),
    ...(crumbs.length === 0 ? [] : ['', 'What happened before:', '', ...crumbs]),
    '',
  ]
}

/** With the line of source code where there is a source map. */
function stackOf({ mapping, frames, stacktrace, ...event }: Event): string {
  const title = `${event.type}: ${event.message}`
  if (mapping === 'none') return stacktrace || title
  const lines = frames.flatMap((frame) => {
    const location = [frame.file, frame.line, frame.column].filter((part) => part !== null).join(':')
    const call = frame.function === '' ? location : `${frame.function} (${location})`
    return [
      `    at ${call}`,
      ...(frame.inApp && frame.context ? [`      > ${frame.context.line.trim()}`] : []),
    ]
  })
  return [title, ...lines].join('\n')
}

function list(facts: string[][]): string[] {
  return facts.filter(([, value]) => value).map(([name, value = '']) => `- ${name}: ${inline(value)}`)
}
