// An issue and an occurrence as Markdown, for a ticket, a terminal or an assistant.
import type { Event, Frame, Issue, IssueAnswer, Note } from '../../../../contract/issues.ts'
import { blocksWithin, documentOf, type Section, type Steps } from '../../../http/markdown-document.ts'
import { codeBlock, quantity, quoted, titleOf } from '../../../http/markdown-text.ts'
import { suspectSection } from '../suspects/suspects-markdown.ts'
import { timelineSections, type TimelineParts } from './timeline-markdown.ts'

/** Lines of a stack: the rest is the framework's. */
const MAX_STACK = 60
/** Own frames with source code: the cause is in one of the first. */
const MAX_SOURCES = 5
/** Characters of a line of a stack. */
const MAX_LINE = 240
/** Bytes of a stack, which leave space for what happened before. */
const MAX_STACK_SIZE = 14_000
/** Lines of source code before and after the line of a frame. */
const AROUND = 2
/** Characters of a line of source code; a line of a bundle is longer. */
const MAX_CODE = 200
/** The newest ones. */
const MAX_BREADCRUMBS = 10
const MAX_NOTES = 10
const MAX_ATTRIBUTES = 40
/** Those that lead further; a reader follows one or two. */
const MAX_STEPS = 3

/** Parts of the document of an occurrence. */
export const EVENT_PARTS = ['stack', 'breadcrumbs', 'timeline', 'request'] as const
export type EventPart = (typeof EVENT_PARTS)[number]

/** The timeline needs the trace and its log records, and has the breadcrumbs, too. */
const DEFAULT_PARTS: readonly EventPart[] = ['stack', 'breadcrumbs', 'request']

/** `event`: instead of the latest one. `differences`: lines about what differs in its occurrences. */
export type IssueDocument = IssueAnswer & { event?: Event; differences?: string[] }

export function issueMarkdown(answer: IssueDocument, steps: Steps): string {
  const { issue, breakdowns, notes, latest, event = latest, differences = [] } = answer
  const facts = [
    ['Cause', causeOf(event)],
    ['Issue', issue.id],
    ['Status', issue.status],
    ['Assignee', issue.assignee ?? ''],
    ['Owners', answer.owners.join(', ')],
    ['Ticket', issue.ticket ?? ''],
    ['Service', issue.service],
    ['Culprit', issue.culprit],
    ['Occurrences', occurrencesOf(issue)],
    ['First seen', issue.firstSeen],
    ['Last seen', issue.lastSeen],
    ['Releases', releasesOf(issue.releases)],
    ...Object.entries(breakdowns).map(([name, values]) => [
      name,
      values.map(({ value, count }) => `${value} (${count})`).join(', '),
    ]),
  ]
  const inFull = steps.event(event.digest)
  return documentOf(titleOf(issue), [
    { blocks: list(facts) },
    ...eventSections(event, `All of it: ${inFull}`, event === latest ? 'Latest occurrence' : 'Occurrence'),
    suspectSection(answer),
    { title: 'What differs from other errors of the service', blocks: differences },
    {
      title: 'Notes',
      blocks: notes.slice(-MAX_NOTES).map(noteLine),
      total: notes.length,
      rest: 'Older notes are in the console.',
    },
    { title: 'Next', isShort: true, blocks: nextSteps(event, issue.id, steps) },
  ])
}

/** `parts`: all but the timeline by default. `timeline`: what it consists of, if it is one of the parts. */
type EventOptions = { parts?: readonly EventPart[]; timeline?: TimelineParts | null }

export function eventMarkdown(
  event: Event,
  steps: Steps,
  { parts = DEFAULT_PARTS, timeline = null }: EventOptions = {},
): string {
  const rest = event.traceId === '' ? '' : `More: ${steps.trace(event.traceId, event.digest)}`
  const ways = { rest, alone: steps.timeline(event.digest) }
  return documentOf(titleOf(event), [
    { blocks: list([['Cause', causeOf(event)]]) },
    ...eventSections(event, '', 'Occurrence', parts),
    ...(timeline === null ? [] : timelineSections(event, timeline, ways)),
    {
      title: 'Next',
      isShort: true,
      blocks: [`- The issue: ${steps.issue(event.issueId)}`, ...traceStep(event, steps)],
    },
  ])
}

function eventSections(
  event: Event,
  rest: string,
  title: string,
  parts: readonly EventPart[] = ['stack', 'breadcrumbs'],
): Section[] {
  const { breadcrumbs } = event
  const has = (part: EventPart): boolean => parts.includes(part)
  return [
    { title, blocks: list(eventFacts(event)) },
    ...(has('stack') ? stackSections(event, rest) : []),
    {
      title: 'What happened before',
      blocks: has('breadcrumbs')
        ? breadcrumbs
            .slice(rest === '' ? 0 : -MAX_BREADCRUMBS)
            .map(({ at, kind, text }) => `- ${at} ${quoted(kind)}: ${quoted(text)}`)
        : [],
      total: has('breadcrumbs') ? breadcrumbs.length : 0,
      rest,
    },
    { title: 'Attributes', blocks: has('request') && rest === '' ? attributeLines(event) : [] },
  ]
}

function eventFacts(event: Event): string[][] {
  return [
    ['Digest', event.digest],
    ['Issue', event.issueId],
    ['At', event.at],
    ['Service', event.service],
    ['Release', event.release],
    ['Environment', event.environment],
    ['Commit', event.commit?.id ?? ''],
    ['Page', event.url],
    ['Browser', [event.browser, event.os].filter((part) => part !== '').join(', ')],
    ['Caught by', event.mechanism],
    ['Trace', event.traceId],
  ]
}

/** `src/totals.ts:42:7 in priceOf`: the first own frame with a line; of the innermost cause that has one. */
export function causeOf({ frames, causes }: Pick<Event, 'frames' | 'causes'>): string {
  const stacks = [...causes.map((cause) => cause.frames).toReversed(), frames]
  const own = stacks.flatMap((stack) => stack.find(isOwnLine) ?? [])[0]
  return own === undefined ? '' : locationOf(own)
}

function isOwnLine({ inApp, line }: Frame): boolean {
  return inApp && line !== null
}

function locationOf(frame: Frame): string {
  const location = [frame.file, frame.line, frame.column].filter((part) => part !== null).join(':')
  return frame.function === '' ? location : `${location} in ${frame.function}`
}

function stackSections(event: Event, rest: string): Section[] {
  const { stacktrace, mapping, frames, causes, componentStack } = event
  const title = `${event.type}: ${event.message}`
  const isMapped = mapping !== 'none'
  const text = isMapped ? [title, ...frameLines(frames)].join('\n') : stacktrace || title
  const causeBlocks = causes.flatMap((cause) => {
    const own = cause.frames.find(isOwnLine)
    const location = own === undefined ? '' : `, at ${quoted(locationOf(own))}`
    const lines = isMapped && own?.context ? ['', ...codeBlock(sourceOf(own).join('\n'), MAX_STACK), ''] : []
    return [[`Caused by: ${quoted(`${cause.type}: ${cause.message}`)}${location}`, ...lines].join('\n')]
  })
  return [
    stackSection('Stack', text, rest),
    { title: 'Causes', blocks: causeBlocks },
    ...(componentStack === '' ? [] : [stackSection('React components', componentStack, rest)]),
  ]
}

function stackSection(title: string, text: string, rest: string): Section {
  const lines = text.split('\n').map((line) => line.slice(0, MAX_LINE))
  const max = rest === '' ? 2 * MAX_STACK : MAX_STACK
  const shown = blocksWithin(lines.slice(0, max), MAX_STACK_SIZE)
  const missing = lines.length - shown.length
  const more = missing > 0 ? [`\nLeft out: ${missing} of ${lines.length} lines. ${rest}`.trimEnd()] : []
  return { title, blocks: [codeBlock(shown.join('\n'), max).join('\n'), ...more] }
}

/** With lines of source code of the first own frames. */
function frameLines(frames: Frame[]): string[] {
  let sources = 0
  return frames.flatMap((frame) => {
    const location = [frame.file, frame.line, frame.column].filter((part) => part !== null).join(':')
    const call = frame.function === '' ? location : `${frame.function} (${location})`
    const hasSource = frame.inApp && frame.context !== undefined && sources++ < MAX_SOURCES
    return [`    at ${call}`, ...(hasSource ? sourceOf(frame) : [])]
  })
}

function sourceOf({ context, line }: Frame): string[] {
  if (context === undefined || line === null) return []
  const before = context.before.slice(-AROUND)
  const rows = [...before, context.line, ...context.after.slice(0, AROUND)]
  return rows.map((row, at) => {
    const number = line - before.length + at
    return `      ${number === line ? '>' : ' '} ${number} | ${row.slice(0, MAX_CODE)}`.trimEnd()
  })
}

function attributeLines({ attributes, severity, sessionId }: Event): string[] {
  const entries = [
    ['severity', String(severity)],
    ['session.id', sessionId],
    ...Object.entries(attributes).slice(0, MAX_ATTRIBUTES),
  ]
  return entries
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `- ${quoted(name)}: ${quoted(value)}`)
}

function noteLine({ at, by, body }: Note): string {
  return `- ${at}${by === '' ? '' : `, ${quoted(by)}:`} ${quoted(body)}`
}

/** The trend begins with the requested time. */
function occurrencesOf({ count, users, sessions, trend }: Issue): string {
  const people = `${quantity(users, 'user')}, ${quantity(sessions, 'session')}`
  return `${count} since ${trend[0]?.at ?? 'the first'} (${people})`
}

/** Of many only the first and the last. */
function releasesOf(releases: string[]): string {
  return releases.length <= 5 ? releases.join(', ') : `${releases[0]} to ${releases.at(-1)}`
}

function nextSteps(event: Event, issueId: string, steps: Steps): string[] {
  const differences = steps.differences(issueId)
  return [
    `- The occurrence: ${steps.event(event.digest)}`,
    ...(event.traceId === ''
      ? []
      : [`- What led to it, in page and servers: ${steps.timeline(event.digest)}`]),
    ...traceStep(event, steps),
    ...(differences === null ? [] : [`- What differs: ${differences}`]),
  ].slice(0, MAX_STEPS)
}

function traceStep({ traceId, digest }: Event, steps: Steps): string[] {
  return traceId === '' ? [] : [`- Its trace: ${steps.trace(traceId, digest)}`]
}

function list(facts: string[][]): string[] {
  return facts.filter(([, value]) => value).map(([name, value = '']) => `- ${name}: ${quoted(value)}`)
}
