// Mails of alerts, as a mail server receives them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  changeWith,
  channelTo,
  messageWith,
  sendOptions,
  startMailServer,
} from '../../../testing/receivers.ts'
import { sendMessage } from './send.ts'
import type { Message } from '../messages/message.ts'

async function mailOf(message: Message, target = 'ann@shop.example') {
  const { url, received } = await startMailServer()
  const attempt = await sendMessage(channelTo('email', target), message, sendOptions({ smtp: url }))
  expect(attempt).toEqual({
    outcome: 'sent',
    detail: expect.stringMatching(/^250 .* in \d+ ms$/),
    afterMs: null,
  })
  return received
}

const mailWith = (more: Partial<Message>) => mailOf(messageWith(more))

const idsOf = async (target: string) =>
  (await mailOf(messageWith(), target)).map(({ messageId }) => messageId)

test('a mail has text and HTML, says who sent it and why, and asks for no answer', async () => {
  const [mail] = await mailOf(messageWith())
  expect(mail!.from!.text).toBe('"Errata" <errata@shop.example>')
  expect(mail!.subject).toBe('[shop] TypeError: x is undefined')
  const header = (name: string) => mail!.headers.get(name)
  expect([header('auto-submitted'), header('x-auto-response-suppress')]).toEqual(['auto-generated', 'All'])
  for (const text of [mail!.text!, String(mail!.html)]) {
    expect(text).toContain('New: TypeError')
    expect(text).toContain('x is undefined')
    expect(text).toContain('src/cart.ts:42 pay')
    expect(text).toContain('1,284 events and 312 users since 11:40')
    expect(text).toContain('Because of the rule “New issues”: first seen at 11:40, in our own code.')
    expect(text).toContain('https://errata.shop.example/issues/b3f2')
  }
  expect(mail!.html).not.toMatch(/<(?:img|link|script|iframe)|url\(|src=/)
  expect(mail!.html).toContain('<meta name="color-scheme" content="light dark">')
})

test('one click unsubscribes: a link of each address alone, and the header for POST', async () => {
  const mails = await mailOf(messageWith(), 'ann@shop.example, bob@shop.example')
  expect(mails.map(({ recipients }) => recipients)).toEqual([['ann@shop.example'], ['bob@shop.example']])
  for (const { source, recipients, to } of mails) {
    expect(to).toMatchObject({ text: recipients[0] })
    const headers = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
    const address = encodeURIComponent(recipients[0]!)
    const link = `https://errata.shop.example/api/channels/c1/unsubscribe?address=${address}&key=k`
    expect(headers).toContain(`List-Unsubscribe: <${link}>\r\n`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  }
})

test('mails about one issue are a thread with one subject; a mail about several begins another', async () => {
  const back = changeWith({ when: 'regressed', heading: 'Back in 2026.11.4' })
  const other = changeWith({ subject: 'issue:c4' })
  const [[first], [second], [third], [many]] = [
    await mailWith({ id: 'm1' }),
    await mailWith({ id: 'm2', changes: [back] }),
    await mailWith({ id: 'm3', changes: [other] }),
    await mailWith({
      id: 'm4',
      title: '2 new issues',
      changes: [back, other],
      others: '9 more: 7 new, 2 back',
    }),
  ]
  expect(first!.inReplyTo).toMatch(/^<[\w.-]+@errata\.shop\.example>$/)
  expect([second!.inReplyTo, second!.references, second!.subject]).toEqual([
    first!.inReplyTo,
    first!.inReplyTo,
    first!.subject,
  ])
  expect(third!.inReplyTo).not.toBe(first!.inReplyTo)
  expect([many!.inReplyTo, many!.subject]).toEqual([undefined, '2 new issues'])
  expect(many!.text).toContain('9 more: 7 new, 2 back')
  expect(new Set([first, second, third, many].map((mail) => mail!.messageId)).size).toBe(4)
})

test('a message has the same Message-ID in all attempts, and another one for another address', async () => {
  const [ann, bob] = await idsOf('ann@shop.example,bob@shop.example')
  expect(await idsOf('bob@shop.example,ann@shop.example')).toEqual([bob, ann])
  expect(ann).not.toBe(bob)
})

test('an address that a server took gets no second mail when another one is tried again', async () => {
  let isBusy = true
  const { url, received } = await startMailServer({
    onRcptTo({ address }, _, done) {
      const error = Object.assign(new Error('Try again later'), { responseCode: 451 })
      done(isBusy && address.startsWith('bob') ? error : undefined)
    },
  })
  const channel = channelTo('email', 'ann@shop.example,bob@shop.example')
  const options = sendOptions({ smtp: url })
  const first = await sendMessage(channel, messageWith(), options)
  expect(first).toMatchObject({ outcome: 'retry', detail: expect.stringContaining('bob@shop.example: ') })
  isBusy = false
  expect(await sendMessage(channel, messageWith(), options)).toMatchObject({ outcome: 'sent' })
  expect(received.map(({ recipients }) => recipients[0])).toEqual(['ann@shop.example', 'bob@shop.example'])
  expect(options.mail.accepted.size).toBe(0)
})

test.each([
  [421, 'retry'],
  [451, 'retry'],
  [550, 'refused'],
  [552, 'refused'],
])('the answer %i is %s', async (responseCode, outcome) => {
  const { url } = await startMailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('No such mailbox'), { responseCode })),
  })
  const attempt = await sendMessage(
    channelTo('email', 'ann@shop.example'),
    messageWith(),
    sendOptions({ smtp: url }),
  )
  expect(attempt.outcome).toBe(outcome)
  expect(attempt.detail).toContain(`ann@shop.example: `)
  expect(attempt.detail).toContain(`${responseCode} No such mailbox`)
})

test('a wrong password is refused, and stands in no detail', async () => {
  let logins = 0
  const { url } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(_, __, done) {
      logins++
      done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
  })
  const smtp = url.replace('smtp://', 'smtp://ann:hunter2@')
  const channel = channelTo('email', 'ann@shop.example,bob@shop.example')
  const attempt = await sendMessage(channel, messageWith(), sendOptions({ smtp }))
  expect(attempt).toMatchObject({ outcome: 'refused', detail: expect.stringContaining('535') })
  expect(attempt.detail).not.toContain('hunter2')
  // One attempt: more of them lock accounts.
  expect(logins).toBe(1)
})

test('a server that does not answer is tried again; without SMTP_URL the reason is that', async () => {
  const channel = channelTo('email', 'ann@shop.example,bob@shop.example')
  const closed = await sendMessage(channel, messageWith(), sendOptions({ smtp: 'smtp://127.0.0.1:1' }))
  expect(closed).toMatchObject({ outcome: 'retry', detail: expect.stringContaining('ECONNREFUSED') })
  const none = await sendMessage(channel, messageWith(), sendOptions())
  expect(none).toEqual({ outcome: 'refused', detail: 'Mail needs SMTP_URL, which is not set', afterMs: null })
})

test('on the loopback a server may have any certificate', async () => {
  // With STARTTLS and the certificate of the library.
  const { url, received } = await startMailServer({ disabledCommands: [] })
  const channel = channelTo('email', 'ann@shop.example')
  const attempt = await sendMessage(channel, messageWith(), sendOptions({ smtp: url }))
  expect([attempt.outcome, received[0]?.recipients]).toEqual(['sent', ['ann@shop.example']])
  // An address that reaches this machine, and is not of the loopback.
  const other = sendOptions({ smtp: url.replace('127.0.0.1', '0.0.0.0') })
  expect((await sendMessage(channel, messageWith(), other)).detail).toMatch(/certificate/)
})

test('beyond the loopback a server must offer TLS, unless its URL says otherwise', async () => {
  const { url, received } = await startMailServer()
  // An address that reaches this machine, and is not of the loopback.
  const smtp = url.replace('127.0.0.1', '0.0.0.0')
  const channel = channelTo('email', 'ann@shop.example')
  const refused = await sendMessage(channel, messageWith(), sendOptions({ smtp }))
  expect(refused).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/STARTTLS/) })
  const allowed = await sendMessage(channel, messageWith(), sendOptions({ smtp: `${smtp}?requireTLS=false` }))
  expect([allowed.outcome, received.length]).toEqual(['sent', 1])
})

test('a server that hangs is tried again after the time-out', async () => {
  const { url } = await startMailServer({ onRcptTo: () => {} })
  const options = sendOptions({ smtp: url, totalMs: 100 })
  const attempt = await sendMessage(channelTo('email', 'ann@shop.example'), messageWith(), options)
  expect(attempt.outcome).toBe('retry')
})

test('a test message has its text', async () => {
  const [mail] = await mailOf(
    messageWith({ type: 'test', title: 'Test of ops', text: 'It works.', changes: [] }),
  )
  expect(mail!.subject).toBe('Test of ops')
  expect(mail!.text).toContain('It works.')
  expect(mail!.html).toContain('It works.')
})

test('the library of mail is loaded with the first mail, not with the store', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const names = []
    registerHooks({ resolve: (name, context, next) => (names.push(name), next(name, context)) })
    await import('./send.ts')
    console.log(names.includes('node:dns'), names.includes('nodemailer'))
    await import('./mail/send-mail.ts')
    console.log(names.includes('nodemailer'))`
  const command = ['--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: import.meta.dirname })
  expect(stdout).toBe('true false\ntrue\n')
})
