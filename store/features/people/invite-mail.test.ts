// An invite by mail, with a real mail server and without one.
import { expect, test } from 'vitest'
import type { AuditAnswer, InviteLink, PeopleAnswer } from '../../../contract/people.ts'
import { startMailServer } from '../../testing/receivers.ts'
import { storeOfTest } from '../../testing/suite.ts'

const RIGHTS = { role: 'write', services: ['shop-*', 'pay'] }
const MAIL_FROM = 'Errata <errata@shop.example>'

test('an invite is sent to one address, with the link that works', async () => {
  const { url: SMTP_URL, received } = await startMailServer()
  const PUBLIC_URL = 'https://errata.example'
  const store = await storeOfTest({ env: { SMTP_URL, MAIL_FROM, PUBLIC_URL } })
  const invite = (email: unknown) => store.post<InviteLink>('/api/invites', { ...RIGHTS, email })
  const { status, body } = await invite('ines@shop.example')
  expect([status, body.mailProblem]).toEqual([201, null])
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({
    recipients: ['ines@shop.example'],
    subject: 'The owner of this installation invites you to Errata',
    html: false,
  })
  expect(mail!.text).toContain(`${PUBLIC_URL}${body.url}`)
  expect(mail!.text).toContain('shop-*, pay, resolve and assign their issues')
  const secret = body.url.slice(body.url.indexOf('#') + 1)
  expect((await store.post('/access/invites', { invite: secret })).status).toBe(200)
  const { invites, canMail } = await store.read<PeopleAnswer>('/api/people')
  expect([canMail, invites.map(({ email }) => email)]).toEqual([true, ['ines@shop.example']])
  const { entries } = await store.read<AuditAnswer>('/api/audit?act=invite')
  expect(entries[0]!.after).toEqual({ rights: ['write: shop-*, pay'], email: 'ines@shop.example' })
  expect(JSON.stringify([invites, entries])).not.toContain(secret)
  for (const email of ['a@b.example, c@d.example', 'ines', 'a@b.example\r\nBcc: c@d.example', 7])
    expect((await invite(email)).status).toBe(400)
  expect(received).toHaveLength(1)
})

test('a mail that is refused leaves the link to be copied; without a server it is a 400', async () => {
  const { url: SMTP_URL } = await startMailServer({
    onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')),
  })
  const store = await storeOfTest({ env: { SMTP_URL, MAIL_FROM } })
  const email = 'nobody@shop.example'
  const { body } = await store.post<InviteLink>('/api/invites', { ...RIGHTS, email })
  expect(body).toMatchObject({ url: expect.stringMatching(/^\/invite#/), mailProblem: expect.any(String) })
  expect(body.mailProblem).toMatch(/no such mailbox/)
  const other = await storeOfTest()
  const refused = await other.post<{ detail: string }>('/api/invites', { ...RIGHTS, email })
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/set SMTP_URL/)])
  expect((await other.read<PeopleAnswer>('/api/people')).canMail).toBe(false)
})
