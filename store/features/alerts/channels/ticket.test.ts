// The ticket of an issue in the messages of every kind.
import { expect, test } from 'vitest'
import {
  changeWith,
  channelTo,
  issueWith,
  messageWith,
  sendOptions,
  startMailServer,
  startReceiver,
} from '../../../testing/receivers.ts'
import { sendMessage } from './send.ts'

const TICKET = 'https://tickets.example/shop/issues/214?a=1&b=(2)'
/** Where parentheses end an address. */
const ENCODED = 'https://tickets.example/shop/issues/214?a=1&b=%282%29'
const LONG = `https://tickets.example/shop/issues/214?q=${'x'.repeat(1_900)}`

const messageOf = (ticket: string | null, count: number) => {
  const change = changeWith({ ticket, issue: issueWith({ ticket }) })
  return messageWith({ changes: Array.from({ length: count }, () => change) })
}

const LINKS = {
  slack: `{"type":"plain_text","text":"Ticket #214","emoji":false},"url":"${ENCODED}"}`,
  mattermost: `[Ticket \`#214\`](${ENCODED})`,
  discord: `[Ticket \`#214\`](${ENCODED})`,
  teams: `"text":"Ticket #214","selectAction":{"type":"Action.OpenUrl","url":"${ENCODED}"}`,
  googlechat: `{"text":"Ticket #214","onClick":{"openLink":{"url":"${ENCODED}"}}}`,
  telegram: `<a href=\\"${ENCODED.replaceAll('&', '&amp;')}\\">Ticket #214</a>`,
  ntfy: `Ticket #214: ${ENCODED}`,
  pagerduty: `{"href":"${ENCODED}","text":"Ticket #214"}`,
  webhook: `"ticket":"${TICKET}"`,
} as const

const KINDS = Object.keys(LINKS) as (keyof typeof LINKS)[]

test.each(KINDS)('%s links the ticket, also of one of several issues', async (kind) => {
  for (const count of [1, 2]) {
    const { url, received } = await startReceiver()
    await sendMessage(channelTo(kind, url), messageOf(TICKET, count), sendOptions())
    expect(
      received
        .map(({ body }) => body)
        .join('\n')
        .split(LINKS[kind]),
    ).toHaveLength(count + 1)
  }
})

test.each(KINDS)(
  '%s names a ticket whose address is too long; without one there is no text',
  async (kind) => {
    const { url, received } = await startReceiver()
    await sendMessage(channelTo(kind, url), messageOf(LONG, 2), sendOptions())
    const [body = ''] = received.map((request) => request.body)
    expect(body).toMatch(/Ticket (?:`|<code>)?#214|"ticket":/)
    expect(body.includes('xxx')).toBe(kind === 'webhook' || kind === 'pagerduty')
    received.length = 0
    await sendMessage(channelTo(kind, url), messageOf(null, 2), sendOptions())
    expect(received.map((request) => request.body).join()).not.toContain('Ticket')
  },
)

test.each([1, 2])('a mail about %i issues links the ticket, as HTML and as text', async (count) => {
  const { url, received } = await startMailServer()
  const channel = channelTo('email', 'ann@shop.example')
  await sendMessage(channel, messageOf(TICKET, count), sendOptions({ smtp: url }))
  const [mail] = received
  const links = [...String(mail!.html).matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*#214)<\/a>/g)]
  const link = [ENCODED.replaceAll('&', '&amp;'), count === 1 ? '#214' : 'Ticket #214']
  expect(links.map(([, address, text]) => [address, text])).toEqual(Array.from({ length: count }, () => link))
  expect(mail!.text!.split(`\nTicket: #214 ${ENCODED}\n`)).toHaveLength(count + 1)
})
