// The message about a mention or an assignment: who did it, the note, and a link to the issue.
import type { Issue } from '../../../../contract/issues.ts'
import { formatTerm } from '../../../../contract/query.ts'
import { rfc3339OfNanoseconds } from '../../../database/instants.ts'
import { brand, buttons, footer, heading, page, paragraph } from '../../../mail/layout.ts'
import { fit, oneLine } from '../../../mail/text.ts'
import type { Message } from '../messages/message.ts'
import type { PersonalEvent } from './personal-events.ts'

/** Issues of one change that are named. */
const MAX_NAMED = 5

/** Lines and characters of a note: a mail has at most 100 kB, also where each character is escaped. */
const MAX_LINES = 50
const MAX_NOTE = 8_000

/** Characters of the title of an issue, and of other texts of one line. */
const MAX_TITLE = 200

/** `html`: for a mail. */
type Options = { publicUrl: string; html: boolean; now: bigint }

export function personalMessage(event: PersonalEvent, { publicUrl, html, now }: Options): Message {
  const [first, ...others] = event.issues as [Issue, ...Issue[]]
  const assigned = formatTerm({ name: 'assignee', value: event.names[0]! })
  const path =
    others.length === 0 ? `/issues/${encodeURIComponent(first.id)}` : `/?q=${encodeURIComponent(assigned)}`
  const url = publicUrl + path
  const title = titleOf(event)
  const lines = event.kind === 'mention' ? linesOf(event.note) : namedLines(event.issues)
  const context = others.length === 0 ? contextOf(first) : ''
  return {
    id: event.messageId,
    at: rfc3339OfNanoseconds(now),
    type: event.kind === 'mention' ? 'issue.mention' : 'issue.assigned',
    title,
    text: [title, lines.join('\n'), context, url].filter(Boolean).join('\n\n'),
    lead: lines.join(event.kind === 'mention' ? '\n' : '; '),
    changes: [],
    issues: event.issues.slice(0, MAX_NAMED),
    others: context,
    url,
    ...(others.length === 0 && { subject: `issue:${first.id}` }),
    ...(html && { html: htmlOf({ title, lines: [...lines, context], url, publicUrl, event }) }),
  }
}

/** "Bob mentioned Ada in TypeError: x is undefined", "Bob assigned 12 issues to Ada and Eve". */
function titleOf({ kind, by, names, issues }: PersonalEvent): string {
  const whom = oneLine(listOf(names))
  const what = issues.length === 1 ? titleOfIssue(issues[0]!) : `${issues.length} issues`
  const who = oneLine(by)
  if (kind === 'mention')
    return who === '' ? `${whom}: mentioned in ${what}` : `${who} mentioned ${whom} in ${what}`
  return who === '' ? `Assigned to ${whom}: ${what}` : `${who} assigned ${what} to ${whom}`
}

function listOf(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Without control characters. The last one has the rest of a note of many lines. */
function linesOf(note: string): string[] {
  const lines = fit(note, MAX_NOTE).split('\n').map(oneLine)
  const rest = lines.slice(MAX_LINES - 1).join(' ')
  return [...lines.slice(0, MAX_LINES - 1), ...(rest === '' ? [] : [rest])]
}

/** Nothing of one issue, which the title names. */
function namedLines(issues: Issue[]): string[] {
  if (issues.length === 1) return []
  const rest = issues.length - MAX_NAMED
  return [
    ...issues.slice(0, MAX_NAMED).map((issue) => `${titleOfIssue(issue)}, ${short(issue.service)}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
}

function titleOfIssue({ type, message }: Issue): string {
  return short([type, message].filter(Boolean).join(': ')) || 'an error without a text'
}

function short(text: string): string {
  return fit(oneLine(text), MAX_TITLE)
}

function contextOf({ service, culprit }: Issue): string {
  return [service, culprit].map(short).filter(Boolean).join(' · ')
}

type Html = { title: string; lines: string[]; url: string; publicUrl: string; event: PersonalEvent }

function htmlOf({ title, lines, url, publicUrl, event: { names, issues } }: Html): string {
  const shown = lines.filter((line) => line !== '')
  const settings = { text: 'Change it', url: `${publicUrl}/settings?section=account` }
  return page({
    title,
    preview: short(shown[0] ?? ''),
    rows: [
      brand(short(issues[0]!.service)),
      heading(title),
      ...shown.map((line) => paragraph(line)),
      buttons([{ text: 'Open', url }]),
      footer([`${listOf(names)} chose this channel for mentions and assignments. `, settings, '.']),
    ],
  })
}
