// What a kind of channel does, and a message as all of them show it: a title and blocks of short lines.
import type { RuleCondition } from '../../../../../contract/alerts.ts'
import { ticketName } from '../../../../../contract/ticket-name.ts'
import type { Message, MessageChange } from '../../messages/message.ts'
import type { ChannelTarget } from '../attempt.ts'
import type { ChannelRequest } from '../request.ts'
import { fit, oneLine } from '../../../../mail/text.ts'

/** The requests of a message, in this order. `at`: now, in milliseconds. No request: nothing to send. */
export type RequestBuilder = (channel: ChannelTarget, message: Message, at: number) => ChannelRequest[]

/** Not escaped. `name`: such as "#214". `url`: of http or https; null where it is too long. */
export type Ticket = { name: string; url: string | null }

/** Not escaped. `rule`: its name and why it matches. */
export type Block = {
  subject: string
  heading: string
  title: string
  source: string
  context: string
  facts: string
  rule: string
  url: string
  ticket: Ticket | null
}

/**
 * Not escaped. `lead`: under the title; the text of a message without changes. `others`: what the blocks do
 * not show.
 */
export type Content = { title: string; lead: string; blocks: Block[]; others: string; url: string }

const TITLE = 150
const LEAD = 1_000

/**
 * Characters of each text of a block. Five of them, or the one of a message, have at most 3,000, without the
 * address of a ticket.
 */
const NARROW = { heading: 50, title: TITLE, line: 80, rule: 150, ticket: 200 }
const WIDE = { heading: 100, title: 500, line: 200, rule: 600, ticket: 1_000 }

/** Characters of the name of a ticket. */
const TICKET = 40

/** As an issue has them. */
const MAX_ADDRESS = 2_000

/** They may end an address in Markdown, or begin a function of a card. */
const LIVE = /['(){}\\]/g

/** Of one change the title is its own, not repeated in the block. */
export function contentOf(message: Message): Content {
  const { changes } = message
  const limits = changes.length === 1 ? WIDE : NARROW
  const blocks = changes.map((change) => blockOf(change, limits))
  const [first] = blocks
  const title = first && blocks.length === 1 ? `${first.heading}: ${first.title}` : oneLine(message.title)
  return {
    title: fit(title, TITLE),
    lead: first ? '' : fit(oneLine(message.lead ?? message.text), LEAD),
    blocks,
    others: fit(oneLine(message.others), TITLE),
    url: message.url,
  }
}

function blockOf(change: MessageChange, limits: typeof NARROW): Block {
  const line = (text: string, max = limits.line) => fit(oneLine(text), max)
  const service = joinTexts(' ', change.service, change.release)
  return {
    subject: oneLine(change.subject),
    heading: line(change.heading, limits.heading),
    title: line(change.title, limits.title),
    source: line(change.place),
    context: line(joinTexts(', ', service, change.environment)),
    facts: line(joinTexts(' · ', change.facts, ownersOf(change))),
    rule: line(joinTexts(': ', `Rule “${oneLine(change.rule.name)}”`, change.reason), limits.rule),
    url: change.url,
    ticket: change.ticket === null ? null : ticketOf(change.ticket, limits.ticket),
  }
}

/** Empty without one. */
function ownersOf({ owners }: MessageChange): string {
  return owners.length === 0 ? '' : `Owners: ${owners.join(', ')}`
}

/** `max`: characters of its address. */
export function ticketOf(address: string, max = MAX_ADDRESS): Ticket {
  const name = fit(oneLine(ticketName(address)), TICKET)
  const url = URL.parse(address)?.href.replaceAll(LIVE, percentEncoded) ?? ''
  return { name, url: url !== '' && url.length <= max ? url : null }
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Without empty ones. */
export function joinTexts(separator: string, ...texts: string[]): string {
  return texts.filter((text) => text !== '').join(separator)
}

/** A request with a JSON body. */
export function jsonRequest(url: string, body: object, headers: Record<string, string> = {}): ChannelRequest {
  return { url, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** `target` with more query parameters. */
export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

const COLORS: Record<RuleCondition, string> = {
  new: '#75389f',
  regressed: '#a9440a',
  louder: '#c0261b',
  events: '#c0261b',
  users: '#c0261b',
  crashFree: '#c0261b',
  vital: '#a9440a',
  silence: '#a9440a',
  delivery: '#a9440a',
  feedback: '#2a4bc0',
}

/** As the console shows the condition; blue without one. */
export function colorOf(change: MessageChange | undefined): string {
  return change ? COLORS[change.when] : '#2a4bc0'
}
