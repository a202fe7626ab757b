// The contents of a digest, before they are a mail: the same texts and links for HTML and for plain text.
import type { Issue } from '../../../../contract/issues.ts'
import type { Today, TodayChange, TodayIssue, TodayRelease } from '../../../../contract/today.ts'
import type { Item, Link, Pair, Tone } from '../../../mail/layout.ts'
import { fit, oneLine } from '../../../mail/text.ts'

/**
 * `occasion`: a week, or a release that is a day old. `scope`: what it is about, such as "shop, production",
 * or empty. `baseUrl`: of the console. `zone`: of its instants, such as Europe/Vienna. `reason`: the last
 * line, why the mail was sent and how to stop it. `assigned`: of the people who have chosen its channel.
 */
export type DigestOptions = {
  occasion: { kind: 'week' } | { kind: 'release'; service: string; release: string }
  scope: string
  baseUrl: string
  zone: string
  reason: (string | Link)[]
  assigned: AssignedIssues[]
}

/** Open issues of one person: how many there are, and the last seen ones, with the numbers of the period. */
export type AssignedIssues = { name: string; open: number; issues: Issue[] }

type Section<Row> = { title: string; note: string; rows: Row[] }

/** `lead`: sentences. `sections`: without those that are empty. */
export type DigestParts = {
  subject: string
  title: string
  scope: string
  lead: string
  changes: Section<Item>
  sections: Section<Pair>[]
  delivery: string
  links: Link[]
  reason: (string | Link)[]
}

/** Characters of a title, and of a note: with both at most, a mail is below 100 kB. */
const [MAX_TITLE, MAX_NOTE] = [120, 80]
/** Some programs cut longer links. */
const MAX_URL = 2_000
const LABELS: Record<TodayChange, [label: string, tone: Tone]> = {
  new: ['New', 'new'],
  back: ['Back', 'reg'],
  louder: ['Louder', 'err'],
  quiet: ['Quiet', 'ok'],
}
const CHANGES = ['new', 'back', 'louder'] as const

export function digestParts(today: Today, options: DigestOptions): DigestParts {
  const { baseUrl, reason } = options
  const scope = short(options.scope, MAX_TITLE)
  const items = CHANGES.flatMap((name) => today[name].issues)
  const total = CHANGES.reduce((sum, name) => sum + today[name].total, 0)
  const sections = [
    ...options.assigned.map((person) => assignedTo(person, baseUrl)),
    quiet(today, baseUrl),
    releases(today, options),
    slower(today, baseUrl),
  ]
  return {
    subject: short(`Errata, ${describeTime(today, options)}: ${describeCounts(today)}`, MAX_TITLE),
    title: titleOf(today, options),
    scope,
    lead: leadOf(today),
    changes: {
      title: 'What changed',
      note: `${items.length} of ${total}, new issues first`,
      rows: items.map((item) => toItem(item, baseUrl)),
    },
    sections: sections.filter(({ rows }) => rows.length > 0),
    delivery: describeDelivery(today),
    links: [
      {
        text: 'What happened in this time',
        url: urlOf(baseUrl, `/today?since=${encodeURIComponent(today.since)}`),
      },
      { text: 'Open issues', url: urlOf(baseUrl, '/') },
    ],
    reason,
  }
}

function titleOf(today: Today, options: DigestOptions): string {
  const { occasion } = options
  if (occasion.kind === 'week') return `The week from ${describeTime(today, options)}`
  return `The first day of ${short(occasion.release, MAX_NOTE)} of ${short(occasion.service, MAX_NOTE)}`
}

/** `16 Nov to 22 Nov`, of a release its name. The end is exclusive: a week ends on Sunday. */
function describeTime({ since, until }: Today, { occasion, zone }: DigestOptions): string {
  if (occasion.kind === 'release') return short(`${occasion.service} ${occasion.release}`, MAX_NOTE)
  const last = new Date(Date.parse(until) - 12 * 3_600_000).toISOString()
  return `${dayOf(since, zone)} to ${dayOf(last, zone)}`
}

function describeCounts(today: Today): string {
  const counts = (['new', 'back', 'louder', 'quiet'] as const).filter((name) => today[name].total > 0)
  const { since } = today.crashFree
  return [
    ...(since === null ? [] : [`crash-free ${percent(since)}`]),
    ...counts.map((name) => `${number(today[name].total)} ${name}`),
    ...(counts.length === 0 ? ['nothing new'] : []),
  ].join(', ')
}

function leadOf(today: Today): string {
  const { before, since } = today.crashFree
  const changes = (['new', 'back', 'louder', 'quiet'] as const)
    .map((name) => `${number(today[name].total)} ${name}`)
    .join(', ')
  const sessions = [before, since].filter((share) => share !== null).map(percent)
  const arrived = `${plural(today.events, 'event')}, ${plural(today.users, 'user')}`
  return `${since === null ? '' : `Crash-free sessions ${sessions.join(' → ')}. `}${changes}. ${arrived}.`
}

function toItem({ issue, change, usual }: TodayIssue, baseUrl: string): Item {
  const [label, tone] = LABELS[change ?? 'louder']
  const factor = change === 'louder' && usual ? ` ×${Number((issue.count / usual).toPrecision(2))}` : ''
  const assigned = issue.assignee === null ? 'nobody assigned' : `assigned to ${issue.assignee}`
  return {
    label: `${label}${factor}`,
    tone,
    text: titleOfIssue(issue),
    url: urlOf(baseUrl, `/issues/${encodeURIComponent(issue.id)}`),
    notes: [[issue.culprit, issue.service, assigned].map(note).filter(Boolean).join(', ')],
    figures: [plural(issue.count, 'event'), plural(issue.users, 'user')],
  }
}

function quiet({ quiet: { issues, total } }: Today, baseUrl: string): Section<Pair> {
  const rows = issues.map(({ issue, usual }): Pair => ({
    text: titleOfIssue(issue),
    url: urlOf(baseUrl, `/issues/${encodeURIComponent(issue.id)}`),
    note: note(issue.service),
    before: `usually ${number(Math.round(usual ?? 0))}`,
    after: '0',
    tone: 'ok',
  }))
  return { title: 'Quiet since', note: `${rows.length} of ${total}`, rows }
}

function assignedTo({ name, open, issues }: AssignedIssues, baseUrl: string): Section<Pair> {
  const rows = issues.map((issue): Pair => ({
    text: titleOfIssue(issue),
    url: urlOf(baseUrl, `/issues/${encodeURIComponent(issue.id)}`),
    note: note(issue.service),
    before: '',
    after: plural(issue.count, 'event'),
    tone: 'ink',
  }))
  return { title: `Assigned to ${note(name)}`, note: `${rows.length} of ${number(open)} open`, rows }
}

function releases({ releases: { releases: rows, total } }: Today, options: DigestOptions): Section<Pair> {
  return {
    title: 'Releases',
    note: `${rows.length} of ${total}, crash-free before and after`,
    rows: rows.map((row) => toPair(row, options)),
  }
}

function toPair(row: TodayRelease, { baseUrl, zone }: DigestOptions): Pair {
  const { service, release, firstSeen, before, crashFreeSessions: after } = row
  const names = [service, release].map((name) => encodeURIComponent(name.toWellFormed()))
  const path = `/releases/${names.join('/')}`
  const isWorse = before !== null && after !== null && after < before
  return {
    text: short(release, MAX_NOTE),
    url: urlOf(baseUrl, path.length > MAX_URL ? '/releases' : path),
    note: `${note(service)}, ${dayOf(firstSeen, zone)}`,
    before: before === null || after === null ? '' : percent(before),
    after: after === null ? 'no sessions' : percent(after),
    tone: isWorse ? 'err' : before === null || after === before ? 'ink2' : 'ok',
  }
}

function slower({ slower: rows }: Today, baseUrl: string): Section<Pair> {
  return {
    title: 'Slower',
    note: 'than in the week before',
    rows: rows.map(({ name, place, service, before, since, kind }): Pair => ({
      text: short(`${name} ${place}`, MAX_TITLE),
      url: urlOf(baseUrl, kind === 'vital' ? '/vitals' : '/operations'),
      note: note(service),
      before: duration(before),
      after: duration(since),
      tone: 'ink',
    })),
  }
}

function describeDelivery({ delivery: { now, usual } }: Today): string {
  if (now.sent === 0) return ''
  const baseline = usual.sent === 0 ? '' : `, usually ${percent(usual.arrived / usual.sent)}`
  return `${percent(now.arrived / now.sent)} of ${number(now.sent)} records arrived${baseline}.`
}

function titleOfIssue({ type, message }: TodayIssue['issue']): string {
  return short([type, message].filter(Boolean).join(': '), MAX_TITLE) || 'Error without a text'
}

function short(text: string, max: number): string {
  return fit(oneLine(text), max)
}

function note(text: string): string {
  return short(text, MAX_NOTE)
}

/** Absolute: a mail has no address of its own. */
function urlOf(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`
}

/** `16 Nov`. */
function dayOf(instant: string, zone: string): string {
  const format = { day: 'numeric', month: 'short', timeZone: zone } as const
  return new Date(instant).toLocaleDateString('en-GB', format)
}

function percent(share: number): string {
  return share === 1 ? '100 %' : `${Math.min(99.99, share * 100).toFixed(2)} %`
}

/** Of milliseconds: `610 ms`, `1.94 s`. */
function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function plural(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`
}
