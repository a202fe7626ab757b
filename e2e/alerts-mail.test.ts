// Alerts by mail, as a real SMTP server gets them.
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer, type ReceivedMail } from '../store/testing/receivers.ts'
import { addChannel, addRule, attemptsTo } from './testing/alerts.ts'
import { patchIssue, sendError } from './testing/issues.ts'
import { startStack } from './testing/stack.ts'

test('changes of an issue are one thread of mails, with one-click unsubscribe', async () => {
  const { url: smtpUrl, received } = await startMailServer()
  const mail = { SMTP_URL: smtpUrl, MAIL_FROM: 'Errata <errata@shop.example>' }
  const stack = await startStack({ ...mail, PUBLIC_URL: 'https://errata.shop.example' })
  onTestFinished(async () => void (await stack.close()))
  const { url } = stack
  const service = 'mail-shop'
  const { id } = await addChannel(url, { kind: 'email', target: 'ada@shop.example, bob@shop.example' })
  for (const when of ['new', 'regressed'] as const) await addRule(url, service, { when, channels: [id] })

  const issue = await sendError(url, 'CartError', { service, message: 'no <b>price</b>' })
  await expect.poll(() => received.length).toBe(2)
  await patchIssue(url, issue, { status: 'resolved' })
  await sendError(url, 'CartError', { service, message: 'no <b>price</b>' })
  await expect.poll(() => received.length).toBe(4)
  await sendError(url, 'ShelfError', { service })
  await expect.poll(() => received.length).toBe(6)

  expect(received.map(({ recipients }) => recipients)).toEqual(
    [1, 2, 3].flatMap(() => [['ada@shop.example'], ['bob@shop.example']]),
  )
  const [first, back, other] = received.filter(({ recipients }) => recipients[0] === 'ada@shop.example')
  expect(first).toMatchObject({
    from: { text: '"Errata" <errata@shop.example>' },
    subject: `[${service}] CartError: no <b>price</b>`,
    text: expect.stringContaining(`https://errata.shop.example/issues/${issue}`) as string,
    html: expect.stringContaining('no &lt;b&gt;price&lt;/b&gt;') as string,
  })
  expect(back!.text).toContain('Back in 2026.11.3')
  expect(back!.subject).toBe(first!.subject)
  expect(threadOf(back!)).toEqual(threadOf(first!))
  expect(threadOf(other!)).not.toEqual(threadOf(first!))
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(6)

  const links = received.map((each) => unsubscribeUrl(each))
  for (const { origin, pathname } of links)
    expect(origin + pathname).toBe(`https://errata.shop.example/api/channels/${id}/unsubscribe`)
  // Each address has its own key.
  expect(new Set(links.map(({ search }) => search)).size).toBe(2)
  await expect.poll(() => attemptsTo(url, id)).toEqual([1, 2, 3].map(() => ['sent', 1]))
})

function threadOf({ inReplyTo, references }: ReceivedMail) {
  expect(inReplyTo).toMatch(/^<thread\..+@errata\.shop\.example>$/)
  return { inReplyTo, references }
}

/** As mail programs read it: RFC 8058. */
function unsubscribeUrl({ headerLines }: ReceivedMail): URL {
  const header = (name: string) => headerLines.find(({ key }) => key === name)?.line.replace(/^[^:]+:\s*/, '')
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, url = ''] = /^<([^>]+)>$/.exec(header('list-unsubscribe')!.replaceAll(/\s/g, '')) ?? []
  return new URL(url)
}
