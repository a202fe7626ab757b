// The message about the changes of a channel: up to five are named, the others counted.
import { randomUUID } from 'node:crypto'
import { DAY_NS, least, rfc3339OfNanoseconds } from '../../../database/instants.ts'
import { filtersOf } from '../../../http/filters.ts'
import { readIssues, type QueryContext } from '../../issues/index.ts'
import type { Issue } from '../../../../contract/issues.ts'
import type { AlertChange } from '../changes/alert-changes.ts'
import { ticketName } from '../../../../contract/ticket-name.ts'
import { RULE_KINDS } from '../rules/kinds.ts'
import type { Message, MessageChange } from './message.ts'

/** Named in a message. */
const MAX_CHANGES = 5

/** Issues whose numbers are read to find the largest. */
const MAX_COMPARED = 10_000

type Words = { one: string; many: string }

const WORDS: Record<MessageChange['when'], Words> = {
  new: { one: 'new issue', many: 'new issues' },
  regressed: { one: 'issue back', many: 'issues back' },
  louder: { one: 'issue louder than usual', many: 'issues louder than usual' },
  events: { one: 'issue with many events', many: 'issues with many events' },
  users: { one: 'issue with many users', many: 'issues with many users' },
  crashFree: {
    one: 'release with fewer crash-free sessions',
    many: 'releases with fewer crash-free sessions',
  },
  vital: { one: 'slow route', many: 'slow routes' },
  silence: { one: 'silent service', many: 'silent services' },
  feedback: { one: 'text of a user', many: 'texts of users' },
  delivery: { one: 'service with low delivery', many: 'services with low delivery' },
}

type Compose = { changes: AlertChange[]; now: bigint; publicUrl: string }

/** At least one change. */
export async function composeMessage(
  context: QueryContext,
  { changes, now, publicUrl }: Compose,
): Promise<Message> {
  const ordered = await largestFirst(context, changes, now)
  const named = ordered.slice(0, MAX_CHANGES)
  const issues = await readNamed(context, named, now)
  const isSummary = changes.length > MAX_CHANGES
  const shown = named.map((change) => toMessageChange(change, issues.get(change.issueId) ?? null, context))
  const [first] = shown
  const title =
    changes.length === 1
      ? `${first!.heading}: ${first!.title}`
      : `${countsOf(changes)}${isSummary ? await sinceRelease(context, changes) : ''}`
  const rest = ordered.slice(MAX_CHANGES)
  const others = rest.length === 0 ? '' : `${rest.length} more: ${countsOf(rest)}`
  const texts = shown.map(textOf)
  return {
    id: randomUUID(),
    at: rfc3339OfNanoseconds(now),
    type: changes.length === 1 ? RULE_KINDS[first!.when].type : 'summary',
    title,
    text: (changes.length === 1 ? texts : [title, ...texts, others].filter(Boolean)).join('\n\n'),
    changes: shown,
    others,
    url: changes.length === 1 ? first!.url : `${publicUrl}/issues`,
  }
}

/** "7 new issues, 2 issues back". */
export function countsOf(changes: AlertChange[]): string {
  const groups = Map.groupBy(changes, ({ content }) => content.when)
  return [...groups]
    .map(([when, list]) => `${list.length} ${list.length === 1 ? WORDS[when].one : WORDS[when].many}`)
    .join(', ')
}

/** What is no issue first, then by users and events of the last day. */
async function largestFirst(
  context: QueryContext,
  changes: AlertChange[],
  now: bigint,
): Promise<AlertChange[]> {
  const ids = changes.flatMap(({ issueId }) => issueId || []).slice(0, MAX_COMPARED)
  const selection = await context.occurrences.select(
    filtersOf({ from: now - DAY_NS, to: now + DAY_NS }),
    context,
  )
  const stats = await selection.stats(ids, { first: now - DAY_NS, step: 2n * DAY_NS, count: 1 })
  const rank = ({ issueId }: AlertChange): [number, number] => {
    const { users = 0, count = 0 } = stats.get(issueId) ?? {}
    return issueId === '' ? [Infinity, 0] : [users, count]
  }
  return changes
    .map((change) => ({ change, rank: rank(change) }))
    .toSorted((a, b) => compare(b.rank[0], a.rank[0]) || b.rank[1] - a.rank[1])
    .map(({ change }) => change)
}

function compare(a: number, b: number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** With the numbers since the earliest of the changes. */
async function readNamed(
  context: QueryContext,
  changes: AlertChange[],
  now: bigint,
): Promise<Map<string, Issue>> {
  const ids = changes.flatMap(({ issueId }) => issueId || [])
  if (ids.length === 0) return new Map()
  const from = least(now, ...changes.map(({ notBefore }) => notBefore)) - DAY_NS
  const issues = await readIssues(context, ids, filtersOf({ from, to: now + DAY_NS }))
  return new Map(issues.map((issue) => [issue.id, issue]))
}

function toMessageChange(
  { content }: AlertChange,
  issue: Issue | null,
  { services }: QueryContext,
): MessageChange {
  const owners = issue?.assignee ? [] : services.of(content.service).owners
  if (issue === null) return { ...content, ticket: null, owners, issue }
  const { count, users } = issue
  const numbers = `${amount(count, 'event')}${users === 0 ? '' : ` and ${amount(users, 'user')}`}`
  return {
    ...content,
    title: content.title || [issue.type, issue.message].filter(Boolean).join(': '),
    place: content.place || issue.culprit,
    facts: content.facts || `${numbers} in the last 24 hours`,
    ticket: issue.ticket,
    owners,
    issue,
  }
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function textOf(change: MessageChange): string {
  const { heading, title, place, service, environment, facts, owners, reason, url, ticket } = change
  const where = [place, service, environment].filter(Boolean).join(' · ')
  const ticketLine = ticket === null ? '' : `Ticket ${ticketName(ticket)}: ${ticket}`
  const ownerLine = owners.length === 0 ? '' : `Owners: ${owners.join(', ')}`
  return [`${heading}: ${title}`, where, facts, ownerLine, reason, url, ticketLine].filter(Boolean).join('\n')
}

/** " since 2026.11.3" where all changes are of one service, after its latest release. */
async function sinceRelease(context: QueryContext, changes: AlertChange[]): Promise<string> {
  const services = new Set(changes.map(({ content }) => content.service))
  const [service = ''] = services
  const latest = (await context.issueCache.releases()).latest.get(service)
  const isAfter = latest && changes.every(({ notBefore }) => notBefore >= latest.at)
  return services.size === 1 && isAfter ? ` since ${latest.release}` : ''
}
