// Texts of pages in the messages of every kind: within its limits, and nothing of them is live.
import MarkdownIt from 'markdown-it'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { ChannelKind } from '../../../../contract/alerts.ts'
import {
  changeWith,
  channelTo,
  issueWith,
  messageWith,
  sendOptions,
  startMailServer,
  startReceiver,
  type ReceivedRequest,
} from '../../../testing/receivers.ts'
import type { Message } from '../messages/message.ts'
import { personalMessage } from '../personal/personal-message.ts'
import { sendMessage } from './send.ts'

const HOSTILE = {
  'a mention of everyone': '@everyone @here @channel @all',
  'a mention of Slack': '<!channel> <!everyone> <@U012AB3CD> <#C012|x>',
  'a mention of Google Chat': '<users/all> <users/123>',
  'a mention of Discord': '<@123456789012345678> <@&123456789012345678> <#123456789012345678> <:x:1>',
  'a mention of Teams': '<at>Everyone</at> {{DATE(2026-11-20T00:00:00Z)}} ${x}',
  'a command': '/kick @ann #tag $TAG ~town-square :tada:',
  Markdown: '1. n **b** _i_ ~~s~~ `c` # h > q - l 1. n | a | b | ||spoiler||',
  'a link in Markdown':
    '[Open](https://evil.example) ![x](https://evil.example/p.png) <https://evil.example>',
  'a link of Slack': '<https://evil.example|Open> *b* _i_ ~s~',
  'a bare link': 'https://evil.example/a?b=c www.evil.example ann@evil.example evil.example 127.0.0.1',
  'a fence': '```\n# x\n```\n~~~\n- [ ] y\n````',
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.example">Open</a>',
  'HTML that is cut off': '</code></pre></td></table></body><b>x<i>',
  entities: '&lt;b&gt; &amp;amp; &#60;b&#62; &nbsp; "\'',
  'a second header': 'x\r\nBcc: ann@evil.example\r\nSubject: y\r\n\r\n<b>body</b>\n.\n',
  'an encoded header': '=?utf-8?B?QmNjOiBhbm5AZXZpbC5leGFtcGxl?= =?utf-8?q?=0D=0ABcc:_x?=',
  'text from right to left': 'a\u202Ecod.exe\u202D \u2066x\u2069 \u200Fb \u061Cc',
  'control characters': '\u0000a\u0007b\u001b[31mc\u0085d\u2028e\u2029f\ufeffg',
  'half a character': `\ud800x ${'😀'.repeat(200)}\udc00`,
  '100 KB': `TypeError ${'<&"\'>*_`@'.repeat(11_400)}`,
  'long words of four bytes': '𝕏👩‍👩‍👧‍👦'.repeat(3_000),
  JSON: '","x":"y\\u0000","},{"text":"\\',
}
const TEXTS = Object.entries(HOSTILE)
const CONSOLE = 'https://errata.shop.example'
const TICKETS = 'https://tickets.shop.example'
/** An address that may be live, to its end. */
const ADDRESS = new RegExp(`^(?:${CONSOLE}|${TICKETS})/[^\\s"'<>(){}\\\\]*$`)
const CONTROL = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Of an issue, as the store takes it. */
function ticketWith(text: string): string {
  return new URL(`${TICKETS}/?(q)='x'#${text.slice(0, 100).toWellFormed()}`).href
}

/** In one change or five, in every text that a page may have written. */
function messageOf(text: string, count: number): Message {
  const change = changeWith({
    heading: `Back in ${text}`,
    title: text,
    place: text,
    service: text,
    release: text,
    environment: text,
    facts: text,
    reason: text,
    rule: { id: 'r1', name: text, numbers: { events: 3 } },
    subject: `route:${text}`,
    ticket: ticketWith(text),
    issue: issueWith({
      ticket: ticketWith(text),
      type: text,
      message: text,
      culprit: text,
      service: text,
      assignee: text,
      releases: Array.from({ length: 300 }, () => text),
      trend: Array.from({ length: 168 }, () => ({ at: '2026-11-20T14:31:00.000Z', count: 3 })),
    }),
  })
  const changes = Array.from({ length: count }, () => change)
  return messageWith({ title: text, text, changes, others: count > 1 ? text : '' })
}

/** Of a person who mentions another one. */
function noteOf(text: string): Message {
  const issue = issueWith({ type: text, message: text, culprit: text, service: text })
  const note = text.slice(0, 10_000).toWellFormed()
  const names = [note.slice(0, 100), note.slice(0, 100)]
  const event = { messageId: 'm1', kind: 'mention', channelId: 'c1', names, by: names[0]!, at: 0n } as const
  return personalMessage({ ...event, note, issues: [issue] }, { publicUrl: CONSOLE, html: true, now: 1n })
}

const FORMS: [form: string, count: number, write: (text: string) => Message][] = [
  ['one change', 1, (text) => messageOf(text, 1)],
  ['five changes', 5, (text) => messageOf(text, 5)],
  ['a note', 1, noteOf],
]

async function requestsOf(kind: ChannelKind, message: Message): Promise<ReceivedRequest[]> {
  const { url, received } = await startReceiver()
  const { outcome, detail } = await sendMessage(channelTo(kind, url), message, sendOptions())
  expect([outcome, detail]).toEqual(['sent', expect.stringMatching(/^200 in/)])
  return received
}

type Json = Record<string, unknown>
async function bodyOf(kind: ChannelKind, message: Message): Promise<Json> {
  const [request] = await requestsOf(kind, message)
  const body = JSON.parse(request!.body) as Json
  for (const text of stringsOf(body)) expect(text.replaceAll('\n', '')).not.toMatch(CONTROL)
  return body
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** Members with this name, at any depth. */
function membersOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = name in value ? [(value as Json)[name]] : []
  return [...own, ...Object.values(value).flatMap((member) => membersOf(member, name))]
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const sizes = (texts: unknown[]) => texts.map((text) => String(text).length)
const total = (texts: unknown[]) => sizes(texts).reduce((sum, size) => sum + size, 0)

const markdown = new MarkdownIt({ html: true, linkify: true })

/** Outside of code, no word may be markup, a mention, a command or a link for any chat. */
const LIVE_WORD = /[@#$<>~|`*_\\/[\]{}]|[:.](?=\p{L})|:(?!\d)\S|(?:\.\d+){3}|^\d+[.)]\s/u

/** No markup but a bold title, spans of code and links of the console. */
function expectInert(text: string): void {
  const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])
  const types = new Set(tokens.map(({ type }) => type.replace(/_(?:open|close)$/, '')))
  for (const type of ['inline', 'paragraph', 'text', 'softbreak', 'code_inline', 'link', 'strong'])
    types.delete(type)
  expect([...types]).toEqual([])
  const bold = tokens.filter(({ type }) => type === 'strong_open')
  expect(bold.length).toBeLessThanOrEqual(text.startsWith('**') ? 1 : 0)
  for (const token of tokens) {
    if (token.type === 'link_open') expect(String(token.attrGet('href'))).toMatch(ADDRESS)
    if (token.type === 'text') expect(token.content).not.toMatch(LIVE_WORD)
  }
}

function expectAddresses(urls: unknown[]): void {
  expect(urls.filter((url) => !ADDRESS.test(String(url)))).toEqual([])
}

describe.each(TEXTS)('%s', (_, text) => {
  describe.each(FORMS)('in %s', (form, count, write) => {
    const message = write(text)

    test('Slack: plain text within the limits of its blocks', async () => {
      const { blocks, text: notification, ...rest } = await bodyOf('slack', message)
      expect(rest).toEqual({ unfurl_links: false, unfurl_media: false })
      expect((blocks as Json[]).length).toBeLessThanOrEqual(50)
      const objects = (blocks as Json[]).flatMap((block) => membersOf(block, 'text')).filter(isObject)
      expect(new Set(objects.map(({ type }) => type))).toEqual(new Set(['plain_text']))
      const headers = (blocks as Json[]).filter(({ type }) => type === 'header')
      expect(Math.max(...sizes(headers.map(({ text }) => (text as Json).text)))).toBeLessThanOrEqual(150)
      expect(Math.max(...sizes(objects.map(({ text }) => text)))).toBeLessThanOrEqual(3_000)
      expect(total(stringsOf(blocks))).toBeLessThanOrEqual(13_000)
      const texts = stringsOf(blocks).filter((string) => !ADDRESS.test(string))
      for (const string of [notification, ...texts]) expect(string).not.toMatch(/[<>]|&(?!\w+;)/)
      expectAddresses(membersOf(blocks, 'url'))
    })

    test('Mattermost: only words and code', async () => {
      const { text: first, attachments, ...rest } = await bodyOf('mattermost', message)
      expect([first, rest]).toEqual(['', {}])
      const texts = membersOf(attachments, 'text').map(String)
      for (const text of texts) expectInert(text)
      expect(Math.max(...sizes(texts))).toBeLessThanOrEqual(4_000)
      expect(total(stringsOf(attachments))).toBeLessThanOrEqual(16_383)
    })

    test('Discord: only words and code, no mention, within the limits of embeds', async () => {
      const { content, embeds, allowed_mentions } = await bodyOf('discord', message)
      expect([content, allowed_mentions]).toEqual(['', { parse: [] }])
      const rows = embeds as { title: string; description: string; url: string }[]
      expect(rows.length).toBeLessThanOrEqual(10)
      expect(Math.max(...sizes(rows.map(({ title }) => title)))).toBeLessThanOrEqual(256)
      expect(total(rows.flatMap(({ title, description }) => [title, description]))).toBeLessThanOrEqual(6_000)
      for (const { title, description } of rows) for (const text of [title, description]) expectInert(text)
      expect(rows.every(({ url }) => url.startsWith(CONSOLE))).toBe(true)
    })

    test('Teams: runs of text in a card under 28 KB', async () => {
      const body = await bodyOf('teams', message)
      expect(bytes(body)).toBeLessThanOrEqual(20_480)
      const [card] = membersOf(body, 'content') as Json[]
      const blocks = card!.body as { type: string; inlines: Json[] }[]
      expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']))
      expect(blocks.flatMap(({ inlines }) => inlines).every(({ type }) => type === 'TextRun')).toBe(true)
      for (const string of stringsOf(card)) expect(string).not.toContain('{{')
      expectAddresses(membersOf(body, 'url'))
    })

    test('Google Chat: escaped HTML in a card under 32,000 bytes, without a text', async () => {
      const body = await bodyOf('googlechat', message)
      expect(bytes(body)).toBeLessThanOrEqual(32_000)
      expect(body).not.toHaveProperty('text')
      expect(body.fallbackText).not.toMatch(/[<>]/)
      const widgets = membersOf(body, 'widgets').flat()
      expect(widgets.length).toBeLessThanOrEqual(100)
      for (const { text } of membersOf(widgets, 'textParagraph') as { text: string }[])
        expect(text.replaceAll(/<\/?b>|<br>/g, '')).not.toMatch(/[<>"']|&(?!#?\w+;)/)
      expectAddresses(membersOf(body, 'url'))
    })

    test('Telegram: only words, code and links of the console', async () => {
      const body = await bodyOf('telegram', message)
      expect(body).toMatchObject({ chat_id: '-100123', parse_mode: 'HTML' })
      const html = String(body.text)
      const rest = html
        .replaceAll(/<code>[^<>"']*<\/code>/g, '')
        .replaceAll(new RegExp(`<a href="${CONSOLE}/[^<>"']*">Open</a>`, 'g'), '')
        .replaceAll(new RegExp(`<a href="${TICKETS}/[^<>"']*">Ticket [^<>"']*</a>`, 'g'), '')
        .replaceAll(/^<b>([^<>]*)<\/b>$/gm, '$1')
      for (const line of rest.replaceAll(/&(?:quot|#39);/g, '"').split('\n'))
        expect(line).not.toMatch(LIVE_WORD)
      expect(html.replaceAll(/<[^>]*>/g, '').replaceAll(/&#?\w+;/g, 'x').length).toBeLessThanOrEqual(4_096)
    })

    test('ntfy: plain text under 4,096 bytes', async () => {
      const body = await bodyOf('ntfy', message)
      expect(Object.keys(body).sort()).toEqual(['actions', 'click', 'message', 'priority', 'title', 'topic'])
      expect([body.topic, body.priority]).toEqual(['shop', 4])
      expect(Buffer.byteLength(String(body.message))).toBeLessThanOrEqual(4_096)
    })

    test.skipIf(form === 'a note')(
      'PagerDuty: events within their limits, and one incident for a subject',
      async () => {
        const requests = await requestsOf('pagerduty', message)
        expect(requests).toHaveLength(count)
        const events = requests.map(({ body }) => JSON.parse(body) as Json)
        expect(new Set(events.map(({ dedup_key }) => dedup_key)).size).toBe(1)
        for (const event of events) {
          expect(bytes(event)).toBeLessThanOrEqual(512_000)
          expect(String(event.dedup_key)).toMatch(/^errata:[^\p{Cc}\p{Cs}]{1,248}$/u)
          expect((event.payload as Json).summary).toMatch(/^[^\p{Cc}\p{Cs}]{1,1024}$/u)
        }
      },
    )

    test('a webhook: signed JSON of at most 20 KB', async () => {
      const [request] = await requestsOf('webhook', message)
      expect(Buffer.byteLength(request!.body)).toBeLessThanOrEqual(20_480)
      const channel = channelTo('webhook', '')
      const body = new Webhook(channel.secret).verify(
        request!.body,
        request!.headers as Record<string, string>,
      )
      expect(Object.keys(body as Json)).toEqual(['type', 'timestamp', 'data'])
      expect(Object.keys((body as { data: Json }).data)).toEqual(['rule', 'text', 'url', 'issues'])
      expect((body as { data: { issues: unknown[] } }).data.issues).toHaveLength(count)
    })

    test('a mail: no second header, no tag of the text, under 100 KB', async () => {
      const { url, received } = await startMailServer()
      await sendMessage(channelTo('email', 'ann@shop.example'), message, sendOptions({ smtp: url }))
      const [mail] = received
      expect(mail!.recipients).toEqual(['ann@shop.example'])
      const expected = await expectedMail(write('x'))
      expect([...mail!.headers.keys()]).toEqual([...expected.headers.keys()])
      expect(mail!.subject!.length).toBeLessThanOrEqual(150)
      expect(mail!.subject).not.toMatch(CONTROL)
      const html = String(mail!.html)
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000)
      expect(new Set(tagsOf(html))).toEqual(new Set(tagsOf(String(expected.html))))
      for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(link).toMatch(ADDRESS)
      expect(mail!.text).toContain(`${CONSOLE}/issues`)
      expect(mail!.text!.replaceAll('\n', '')).not.toMatch(CONTROL)
    })
  })
})

function isObject(value: unknown): value is Json {
  return typeof value === 'object'
}

/** Tags with their attributes, without the text and links. */
function tagsOf(html: string): string[] {
  return [...html.replaceAll(/href="[^"]*"/g, '').matchAll(/<[^>]*>/g)].map(([tag]) => tag)
}

/** The mail of a text that is not hostile. */
async function expectedMail(message: Message) {
  const { url, received } = await startMailServer()
  await sendMessage(channelTo('email', 'ann@shop.example'), message, sendOptions({ smtp: url }))
  return received[0]!
}
