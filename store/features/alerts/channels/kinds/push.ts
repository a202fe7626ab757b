// ntfy and PagerDuty, which take plain text.
import { createHash } from 'node:crypto'
import type { RuleCondition } from '../../../../../contract/alerts.ts'
import type { Message, MessageChange } from '../../messages/message.ts'
import { byteSize, fit, oneLine } from '../../../../mail/text.ts'
import { contentOf, joinTexts, jsonRequest, ticketOf, type Block, type RequestBuilder } from './kind.ts'

/** Bytes; ntfy makes an attachment of a message with more than 4,096. */
const MAX_PUSH = 3_900
const HIGH_PRIORITY = 4

export const PAGERDUTY = 'https://events.pagerduty.com/v2/enqueue'
const MAX_SUMMARY = 1_024
const MAX_DEDUP_KEY = 255
const MAX_DETAIL = 2_000

const SEVERITIES: Record<RuleCondition, 'critical' | 'error' | 'warning'> = {
  new: 'warning',
  regressed: 'warning',
  louder: 'error',
  events: 'error',
  users: 'error',
  crashFree: 'critical',
  vital: 'warning',
  silence: 'critical',
  delivery: 'warning',
  feedback: 'warning',
}

/** ntfy takes JSON at the root of the server, not at the URL of the topic. */
export const ntfy: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const text = joinTexts('\n', lead, ...blocks.map((block) => paragraphOf(block, isOne)), others)
  const click = isOne ? blocks[0]!.url : url
  const topic = new URL(channel.target)
  const slash = topic.pathname.lastIndexOf('/')
  const body = {
    topic: decodeURIComponent(topic.pathname.slice(slash + 1)),
    title,
    message: fit(text === '' ? title : text, MAX_PUSH, { size: byteSize }),
    priority: HIGH_PRIORITY,
    click,
    actions: [{ action: 'view', label: 'Open', url: click }],
  }
  const headers: Record<string, string> =
    channel.secret === '' ? {} : { Authorization: `Bearer ${channel.secret}` }
  return [jsonRequest(`${topic.origin}${topic.pathname.slice(0, slash)}/`, body, headers)]
}

function paragraphOf(block: Block, isOne: boolean): string {
  const first = isOne ? '' : `${block.heading}: ${block.title}`
  const ticket = block.ticket === null ? '' : joinTexts(': ', block.ticket.name, block.ticket.url ?? '')
  return joinTexts(
    '\n',
    first,
    block.source,
    joinTexts(' · ', block.context, block.facts),
    block.rule,
    ticket === '' ? '' : `Ticket ${ticket}`,
  )
}

/** An event for each change, so that each subject is one incident. A test opens one and closes it. */
export const pagerduty: RequestBuilder = (channel, message) => {
  const url = channel.target || PAGERDUTY
  const events =
    message.type === 'test' && message.changes.length === 0
      ? testEvents(message)
      : message.changes.map((change) => eventOf(change, message))
  return events.map((event) => jsonRequest(url, { routing_key: channel.secret, ...event }))
}

function eventOf(change: MessageChange, message: Message): object {
  const dedup_key = dedupKey(change.subject)
  if (change.isOver) return { event_action: 'resolve', dedup_key }
  return {
    event_action: 'trigger',
    dedup_key,
    payload: {
      summary: fit(oneLine(`${change.heading}: ${change.title}`), MAX_SUMMARY),
      source: detail(change.service) || 'Errata',
      severity: SEVERITIES[change.when],
      timestamp: message.at,
      component: detail(change.place),
      group: detail(change.service),
      class: detail(change.issue?.type ?? change.when),
      custom_details: {
        release: detail(change.release),
        environment: detail(change.environment),
        facts: detail(change.facts),
        owners: detail(change.owners.join(', ')),
        rule: detail(change.rule.name),
        reason: detail(change.reason),
        numbers: change.rule.numbers,
      },
    },
    client: 'Errata',
    client_url: change.url,
    links: [{ href: change.url, text: 'Open in Errata' }, ...ticketLink(change)],
  }
}

function ticketLink({ ticket }: MessageChange): object[] {
  if (ticket === null) return []
  const { name, url } = ticketOf(ticket)
  return [{ ...(url !== null && { href: url }), text: `Ticket ${name}` }]
}

function detail(text: string): string {
  return fit(oneLine(text), MAX_DETAIL)
}

function testEvents({ id, at, title }: Message): object[] {
  const dedup_key = dedupKey(`test:${id}`)
  const summary = fit(oneLine(title), MAX_SUMMARY)
  const payload = { summary, source: 'Errata', severity: 'info', timestamp: at }
  return [
    { event_action: 'trigger', dedup_key, payload, client: 'Errata' },
    { event_action: 'resolve', dedup_key },
  ]
}

/** The same for the same subject, always. */
function dedupKey(subject: string): string {
  const key = `errata:${subject}`
  if (key.length <= MAX_DEDUP_KEY && !/[\p{Cc}\p{Cs}]/u.test(key)) return key
  return `errata:${createHash('sha256').update(subject).digest('hex')}`
}
