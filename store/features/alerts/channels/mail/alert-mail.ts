// The mail of a message, as HTML and as text.
import type { RuleCondition } from '../../../../../contract/alerts.ts'
import type { Issue } from '../../../../../contract/issues.ts'
import type { Message, MessageChange } from '../../messages/message.ts'
import { joinTexts, ticketOf } from '../kinds/kind.ts'
import { fit, oneLine } from '../../../../mail/text.ts'
import {
  brand,
  buttons,
  fact,
  footer,
  heading,
  item,
  MONO,
  page,
  paragraph,
  section,
  type Link,
  type Tone,
} from '../../../../mail/layout.ts'

/** `stop`: the page that unsubscribes. */
export type MailLinks = { rules: string; stop: string }

export type MailContent = { subject: string; text: string; html: string }

const MAX_SUBJECT = 150
const MAX_TITLE = 300
const MAX_TEXT = 1_000

const TONES: Record<RuleCondition, Tone> = {
  new: 'new',
  regressed: 'reg',
  louder: 'err',
  events: 'err',
  users: 'err',
  crashFree: 'err',
  vital: 'reg',
  silence: 'reg',
  delivery: 'reg',
  feedback: 'new',
}

export function alertMail(message: Message, links: MailLinks): MailContent {
  if (message.html !== undefined)
    return { subject: subjectOf(message.title), text: message.text, html: message.html }
  const [first, ...others] = message.changes
  return first && others.length === 0 ? mailOfOne(first, message, links) : mailOfMany(message, links)
}

/** The subject is the same for each change of an issue: Gmail shows a thread by it. */
function mailOfOne(change: MessageChange, message: Message, links: MailLinks): MailContent {
  const [title, detail] = titleOf(change)
  const facts = factsOf(change)
  const why = `Because of ${ruleOf(change)}`
  const list: Link[] = change.url === message.url ? [] : [{ text: 'All changes', url: message.url }]
  const source = oneLine(change.place)
  const html = page({
    title,
    preview: joinTexts(' ', short(change.facts), short(change.reason)),
    rows: [
      brand(serviceOf(change)),
      heading(title),
      ...(detail === '' ? [] : [paragraph(detail)]),
      ...(source === '' ? [] : [paragraph(source, `font-family:${MONO};font-size:13px`)]),
      buttons([{ text: 'Open', url: change.url }, ...list]),
      section('Now', instant(message.at)),
      ...facts.map(([name, value]) => fact(name, value)),
      fact('Ticket', ticketLink(change)),
      footerOf(`${why} `, links),
    ],
  })
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`)
  const text = textOf(
    [title, detail, source, '', ...lines, ...ticketLines(change), '', change.url, '', why],
    links,
  )
  const subject = `[${oneLine(change.service)}] ${oneLine(change.title)}`
  return { subject: subjectOf(subject), text, html }
}

function mailOfMany(message: Message, links: MailLinks): MailContent {
  const { changes } = message
  const title = short(message.title)
  // The text of a message with changes repeats them.
  const lead = changes.length === 0 ? fit(oneLine(message.text), MAX_TEXT) : ''
  const others = short(message.others)
  const rules = [...new Set(changes.map(({ rule }) => `“${short(rule.name)}”`))]
  const why =
    rules.length === 0 ? '' : `Because of the rule${rules.length === 1 ? '' : 's'} ${rules.join(', ')}. `
  const html = page({
    title,
    preview: lead || others,
    rows: [
      brand(changes.length === 0 ? '' : [...new Set(changes.map(serviceOf))].join('; ')),
      heading(title),
      ...(lead === '' ? [] : [paragraph(lead)]),
      buttons([{ text: 'Open', url: message.url }]),
      ...(changes.length === 0 ? [] : [section('Changes', instant(message.at))]),
      ...changes.map(itemOf),
      ...(others === '' ? [] : [paragraph(others)]),
      footerOf(why, links),
    ],
  })
  const rows = changes.flatMap((change) => [
    '',
    `${short(change.heading)}: ${short(change.title)}`,
    joinTexts(', ', short(change.place), serviceOf(change)),
    short(change.facts),
    ownersOf(change),
    `Because of ${ruleOf(change)}`,
    change.url,
    ...ticketLines(change),
  ])
  return {
    subject: subjectOf(title),
    text: textOf([title, lead, ...rows, '', others, message.url], links),
    html,
  }
}

function itemOf(change: MessageChange): string {
  const { issue } = change
  const ticket = ticketLink(change, 'Ticket ')
  return item({
    label: short(change.heading),
    tone: TONES[change.when],
    text: short(change.title),
    url: change.url,
    notes: [
      joinTexts(', ', short(change.place), serviceOf(change)),
      issue ? '' : short(change.facts),
      ownersOf(change),
      short(change.reason),
      typeof ticket === 'string' ? ticket : '',
    ].filter((note) => note !== ''),
    links: typeof ticket === 'string' ? [] : [ticket],
    figures: issue ? [count(issue.count, 'event'), count(issue.users, 'user')] : [],
  })
}

/** Empty without one. */
function ownersOf({ owners }: MessageChange): string {
  return owners.length === 0 ? '' : short(`Owners: ${owners.join(', ')}`)
}

/** Empty without one. */
function ticketLink({ ticket }: MessageChange, before = ''): string | Link {
  if (ticket === null) return ''
  const { name, url } = ticketOf(ticket)
  return url === null ? `${before}${name}` : { text: `${before}${name}`, url }
}

function ticketLines({ ticket }: MessageChange): string[] {
  if (ticket === null) return []
  const { name, url } = ticketOf(ticket)
  return [`Ticket: ${joinTexts(' ', name, url ?? '')}`]
}

/** The title of an issue is its type, and its text is below. */
function titleOf({ heading, title, issue }: MessageChange): [title: string, detail: string] {
  if (!issue || issue.type === '') return [short(`${heading}: ${title}`), '']
  return [short(`${heading}: ${issue.type}`), fit(oneLine(issue.message), MAX_TEXT)]
}

function factsOf(change: MessageChange): [name: string, value: string][] {
  const { issue } = change
  return [
    [issue ? 'Events' : 'Measured', short(change.facts)],
    ['Release', short(change.release)],
    ['Environment', short(change.environment)],
    ['Owners', short(change.owners.join(', '))],
    ...(issue ? factsOfIssue(issue) : []),
  ]
}

function factsOfIssue({ firstSeen, assignee }: Issue): [name: string, value: string][] {
  return [
    ['First seen', instant(firstSeen)],
    ['Assigned', short(assignee ?? '')],
  ]
}

/** `the rule “New or back”: resolved in 1.3, seen again at 11:40.` */
function ruleOf({ rule, reason }: MessageChange): string {
  const why = fit(oneLine(reason), MAX_TEXT).replace(/\.$/, '')
  return `${joinTexts(': ', `the rule “${short(rule.name)}”`, why)}.`
}

function footerOf(why: string, { rules, stop }: MailLinks): string {
  return footer([
    why,
    { text: 'Change the rules', url: rules },
    ' or ',
    { text: 'stop these mails', url: stop },
    '.',
  ])
}

function textOf(lines: string[], { rules, stop }: MailLinks): string {
  const text = [...lines, '', `Change the rules: ${rules}`, `Stop these mails: ${stop}`, ''].join('\n')
  return text.replaceAll(/\n{3,}/g, '\n\n')
}

/** Mail programs decode `=?utf-8?B?…?=` in a subject, also where a page wrote it. */
function subjectOf(text: string): string {
  return fit(text.replaceAll('=?', '=\u200b?'), MAX_SUBJECT)
}

function serviceOf({ service, environment }: MessageChange): string {
  return joinTexts(', ', short(service), short(environment))
}

function short(text: string): string {
  return fit(oneLine(text), MAX_TITLE)
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`
}

/** `20 Nov 14:31 UTC`, of RFC 3339. */
function instant(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const day = date.toLocaleDateString('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return `${day} ${date.toISOString().slice(11, 16)} UTC`
}
