// A webhook as Standard Webhooks describe it: JSON, signed, with the same id in all attempts.
import { createHmac } from 'node:crypto'
import type { Issue } from '../../../../../contract/issues.ts'
import type { Message } from '../../messages/message.ts'
import type { ChannelTarget } from '../attempt.ts'
import { byteSize, fit, oneLine } from '../../../../mail/text.ts'
import type { RequestBuilder } from './kind.ts'

/** Bytes of the body that Standard Webhooks advise. */
const MAX_BODY = 20_000
const MAX_TEXT = { size: byteSize, max: 6_000 }
const MAX_NAME = 200

/** Issues have the first of these sizes with which the body is small enough. The last one always is. */
const ISSUE_SIZES = [
  { characters: 1_000, address: 2_000, hasTrend: true, releases: 100 },
  { characters: 1_000, address: 2_000, hasTrend: false, releases: 20 },
  { characters: 120, address: 200, hasTrend: false, releases: 0 },
]

export const webhook: RequestBuilder = (channel, message, at) => {
  const body = bodyOf(message)
  const timestamp = String(Math.floor(at / 1000))
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secretsOf(channel, at)
      .map((secret) => sign(secret, `${message.id}.${timestamp}.${body}`))
      .join(' '),
  }
  return [{ url: channel.target, headers, body }]
}

function secretsOf({ secret, previousSecret }: ChannelTarget, at: number): string[] {
  return previousSecret !== null && at < previousSecret.until ? [secret, previousSecret.secret] : [secret]
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

/** `rule`: of the first change; without one its texts are empty. */
function bodyOf(message: Message): string {
  const { id, name, numbers } = message.changes[0]?.rule ?? { id: '', name: '', numbers: {} }
  const lines = (message.text || message.title).split('\n').map(oneLine)
  const data = {
    rule: { id, name: fit(oneLine(name), MAX_NAME), numbers },
    text: fit(lines.join('\n'), MAX_TEXT.max, MAX_TEXT),
    url: message.url,
  }
  const issues = message.issues ?? message.changes.flatMap(({ issue }) => issue ?? [])
  const bodies = ISSUE_SIZES.map((size) =>
    JSON.stringify({
      type: message.type,
      timestamp: message.at,
      data: { ...data, issues: issues.map((issue) => shorten(issue, size)) },
    }),
  )
  return bodies.find((body) => byteSize(body) <= MAX_BODY) ?? bodies.at(-1)!
}

type Size = (typeof ISSUE_SIZES)[number]

/** A part of the address of a ticket would be another address. */
function shorten(issue: Issue, { characters, address, hasTrend, releases }: Size): Issue {
  const short = (text: string) => fit(oneLine(text), characters)
  return {
    ...issue,
    service: short(issue.service),
    type: short(issue.type),
    message: short(issue.message),
    culprit: short(issue.culprit),
    assignee: issue.assignee === null ? null : short(issue.assignee),
    ticket: issue.ticket !== null && issue.ticket.length <= address ? issue.ticket : null,
    releases: issue.releases.slice(0, releases).map(short),
    trend: hasTrend ? issue.trend : [],
  }
}
