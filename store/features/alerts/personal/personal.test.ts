// Mentions and assignments: who is told, by which channel, once; and who is not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type {
  ChannelsAnswer,
  CreatedChannel,
  DeliveriesAnswer,
  MyChannel,
} from '../../../../contract/alerts.ts'
import type { AuditAnswer, PersonNamesAnswer } from '../../../../contract/people.ts'
import { sendException } from '../../../testing/issues.ts'
import { owner, person, type Sender } from '../../../testing/people.ts'
import { startMailServer } from '../../../testing/receivers.ts'
import { startStore, type TestStore } from '../../../testing/store.ts'
import { addWebhook, startWebhook, type Webhook } from '../testing/webhook.ts'

const PUBLIC_URL = 'https://errata.shop.example'
/** However busy the machine is. */
const WAIT = { timeout: 60_000 }
const env = { ALERT_TARGETS: '127.0.0.1', PUBLIC_URL }

let store: TestStore
let webhook: Webhook
let hook: CreatedChannel
let admin: Sender
let ada: Sender
let bob: Sender
let shopper: Sender
const issues: Record<'cart' | 'shelf' | 'login', string> = { cart: '', shelf: '', login: '' }

beforeAll(async () => {
  webhook = await startWebhook()
  store = await startStore({ env })
  hook = await addWebhook(store, webhook, { rules: [] })
  admin = owner(store)
  ada = person(store, { name: 'Ada Lovelace' })
  bob = person(store, { name: 'Bob', role: 'admin' })
  shopper = person(store, { name: 'Sam', services: ['shop-*'], role: 'read' })
  issues.cart = await sendException(store, {
    service: 'shop-web',
    type: 'CartError',
    message: 'no @Bob price',
  })
  issues.shelf = await sendException(store, { service: 'shop-web', type: 'ShelfError' })
  issues.login = await sendException(store, { service: 'admin-web', type: 'LoginError' })
  for (const sender of [ada, bob]) expect((await choose(sender, hook.id)).status).toBe(200)
  await shopper.get('/api/me')
})
afterAll(async () => {
  webhook.close()
  await store.stop()
})

let earlier = 0
beforeEach(() => {
  earlier = webhook.requests.length
})

function choose(sender: Sender, channel: string | null) {
  return sender.patch<MyChannel>('/api/me/channel', { channel })
}

/** The messages of this test. A test at the end of the channel shows that no other one waits. */
async function messages(count: number) {
  const { message } = (await webhook.received(earlier + count)).at(-1)!
  await admin.post(`/api/channels/${hook.id}/test`, {})
  const requests = webhook.requests.slice(earlier)
  expect(requests.map((request) => request.message.type).slice(count)).toEqual(['test'])
  return { message, all: requests.slice(0, count).map((request) => request.message) }
}

const note = (sender: Sender, issue: string, body: string) =>
  sender.post(`/api/issues/${issue}/notes`, { body })

test('a mention is one message with the title, the note and a link', async () => {
  await note(bob, issues.cart, 'Line one, @ada lovelace\n@Sam, @Nobody')
  const { message } = await messages(1)
  expect(message).toMatchObject({
    type: 'issue.mention',
    data: { url: `${PUBLIC_URL}/issues/${issues.cart}`, issues: [{ id: issues.cart, service: 'shop-web' }] },
  })
  expect(message.data.text).toBe(
    'Bob mentioned Ada Lovelace in CartError: no @Bob price\n\n' +
      'Line one, @ada lovelace\n@Sam, @Nobody\n\n' +
      `shop-web\n\n${PUBLIC_URL}/issues/${issues.cart}`,
  )
  const { deliveries } = await admin.get<DeliveriesAnswer>('/api/deliveries')
  const delivery = deliveries.find(({ title }) => title.startsWith('Bob mentioned'))
  expect(delivery).toMatchObject({ status: 'sent', attempts: 1, channel: hook.id, issueIds: [issues.cart] })
})

test('people who share a channel get one message, and nobody is told of their own note', async () => {
  await note(bob, issues.cart, '@Bob and @Ada Lovelace, again @Ada Lovelace')
  await note(ada, issues.cart, 'for me: @Ada Lovelace')
  await note(admin, issues.cart, 'both: @Bob, @Ada Lovelace')
  const { all } = await messages(2)
  expect(all.map(({ data }) => data.text.split('\n')[0])).toEqual([
    'Bob mentioned Ada Lovelace in CartError: no @Bob price',
    'Ada Lovelace and Bob: mentioned in CartError: no @Bob price',
  ])
})

test('an assignment is one message for a change, and none to whoever has the issue already', async () => {
  await bob.patch(`/api/issues/${issues.cart}`, { assignee: 'ada lovelace' })
  await messages(1)
  await bob.patch(`/api/issues/${issues.cart}`, { assignee: 'Ada Lovelace' })
  await ada.patch(`/api/issues/${issues.cart}`, { assignee: 'me' })
  await ada.patch(`/api/issues/${issues.cart}`, { assignee: 'The team' })
  await bob.patch('/api/issues', { ids: Object.values(issues), assignee: 'Ada Lovelace' })
  const { all } = await messages(3)
  expect(all.map(({ type }) => type)).toEqual(['issue.assigned', 'test', 'issue.assigned'])
  expect(all[0]!.data.text.split('\n')[0]).toBe('Bob assigned CartError: no @Bob price to Ada Lovelace')
  const [title, named] = all[2]!.data.text.split('\n\n')
  expect([title, named!.split('\n').toSorted()]).toEqual([
    'Bob assigned 3 issues to Ada Lovelace',
    [expect.stringMatching(/^Cart/), expect.stringMatching(/^Login.*, admin-web$/), expect.any(String)],
  ])
  expect(all[2]!.data.url).toBe(`${PUBLIC_URL}/?q=assignee%3A%22Ada%20Lovelace%22`)
})

test('whoever may not view a service is not told of its issues', async () => {
  const names = await admin.get<PersonNamesAnswer>('/api/people/names?service=admin-web')
  expect(names.people.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob'])
  // Only channels of rules about their services: the name of another one may be a secret.
  expect(await shopper.get('/api/me/channel')).toEqual({ channel: null, choices: [] })
  expect((await choose(shopper, hook.id)).status).toBe(400)
  const rule = { name: 'shop', when: 'users', service: ['shop-web'], channels: [hook.id] }
  await admin.post('/api/rules', rule)
  expect((await choose(shopper, hook.id)).body).toEqual({
    channel: hook.id,
    choices: [{ id: hook.id, name: 'hook', kind: 'webhook' }],
  })
  await note(bob, issues.login, '@Sam')
  await bob.patch(`/api/issues/${issues.login}`, { assignee: 'Sam' })
  await note(bob, issues.cart, '@sam')
  const { all } = await messages(1)
  expect(all[0]!.data.text).toMatch(/^Bob mentioned Sam in CartError/)
})

test('a person without a channel is not told, and not later either', async () => {
  await choose(ada, null)
  await note(bob, issues.cart, '@Ada Lovelace')
  await choose(ada, hook.id)
  await note(bob, issues.shelf, 'now @Ada Lovelace')
  const { all } = await messages(1)
  expect(all[0]!.data.text).toContain('now @Ada Lovelace')
  const { entries } = await admin.get<AuditAnswer>('/api/audit')
  expect(entries[0]).toMatchObject({ act: 'person.channel', by: 'Ada Lovelace', after: { channel: 'hook' } })
})

test('a person is told once, also across kills, and by a webhook that was down', async () => {
  webhook.status = 503
  await note(bob, issues.shelf, '@Ada Lovelace, before the kill')
  await store.restart()
  await webhook.received(earlier + 1)
  await store.restart()
  webhook.status = 200
  const waiting = await admin.get<DeliveriesAnswer>('/api/deliveries?status=waiting')
  for (const { id } of waiting.deliveries) await admin.post(`/api/deliveries/${id}/retry`, {})
  await expect
    .poll(() => admin.get<DeliveriesAnswer>('/api/deliveries?status=waiting'), WAIT)
    .toMatchObject({ deliveries: [] })
  const requests = webhook.requests.slice(earlier)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await store.restart()
  await note(bob, issues.shelf, '@Ada Lovelace, after it')
  const { message } = (await webhook.received(earlier + requests.length + 1)).at(-1)!
  expect(message.data.text).toContain('after it')
})

test('a channel that is off gets the rest when it is on again, without what was undone', async () => {
  const channelState = async () => (await admin.get<ChannelsAnswer>('/api/channels')).channels[0]!.state
  webhook.status = 410
  await note(bob, issues.shelf, '@Ada Lovelace, gone')
  await expect.poll(channelState, WAIT).toBe('off')
  webhook.status = 200
  const change = { ids: [issues.shelf], assignee: 'Ada Lovelace' }
  await bob.patch('/api/issues', { ...change, assignee: null })
  const { body } = await bob.patch<{ change: string }>('/api/issues', change)
  await bob.post(`/api/changes/${body.change}/undo`, {})
  await note(bob, issues.shelf, '@Ada Lovelace, later')
  await admin.patch(`/api/channels/${hook.id}`, { state: 'ok' })
  const { all } = await messages(2)
  expect(all.map(({ data }) => data.text.split('\n')[2])).toEqual([
    '@Ada Lovelace, gone',
    '@Ada Lovelace, later',
  ])
})

test.each([[{ channel: 'nobody' }], [{}], [{ channel: 5 }], [{ channel: null, name: 'x' }]])(
  'a channel is not chosen by %j',
  async (body) => {
    expect((await ada.patch('/api/me/channel', body)).status).toBe(400)
  },
)

test('a pager is no choice, and the channel of a removed person is forgotten', async () => {
  const pager = { name: 'pager', kind: 'pagerduty', secret: 'R'.repeat(32), rules: [] }
  const { body } = await admin.post<CreatedChannel>('/api/channels', pager)
  expect((await choose(ada, body.id)).status).toBe(400)
  const guest = person(store, { name: 'Guest', role: 'read' })
  await choose(guest, hook.id)
  const { people } = await admin.get<{ people: { id: string; name: string }[] }>('/api/people')
  await admin.delete(`/api/people/${people.find(({ name }) => name === 'Guest')!.id}`)
  expect(await guest.get('/api/me/channel')).toMatchObject({ channel: null })
})

test('a mail has the lines of the note and is in the thread of the issue', async () => {
  const { url, received } = await startMailServer()
  const mails = await startStore({
    env: { ...env, SMTP_URL: url, MAIL_FROM: 'Errata <errata@shop.example>' },
  })
  const reader = person(mails, { name: 'Ada' })
  const channel = { name: 'ada', kind: 'email', target: 'ada@shop.example', rules: [] }
  const { body } = await owner(mails).post<CreatedChannel>('/api/channels', channel)
  await choose(reader, body.id)
  const issue = await sendException(mails, {
    service: 'shop',
    type: 'MailError',
    message: '<b>x</b> =?utf-8?q?y?=',
  })
  await note(owner(mails), issue, 'first <i>line</i>\nsecond for @Ada')
  await expect.poll(() => received.length, WAIT).toBe(1)
  const [mail] = received
  expect(mail!.subject).toMatch(/^Ada: mentioned in MailError: <b>x<\/b> =.\?utf-8/)
  expect(mail!.text).toContain('first <i>line</i>\nsecond for @Ada')
  expect(mail!.html).toContain('first &lt;i&gt;line&lt;/i&gt;</p>')
  expect(mail!.html).toContain(`${PUBLIC_URL}/settings?section=account`)
  expect(mail!.inReplyTo).toMatch(/^<thread\./)
  await mails.stop()
})
