import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type {
  Channel,
  ChannelsAnswer,
  ChannelTest,
  DeliveriesAnswer,
  RulesAnswer,
} from '../../../contract/alerts.ts'
import type { Problem } from '../../../contract/problem.ts'
import { changeIssue, sendException } from '../../testing/issues.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { exception, exceptionRecord, logs } from '../../testing/otlp.ts'
import { newName } from '../../testing/suite.ts'
import { addWebhook, startWebhook, type WebhookRequest, type Webhook } from './testing/webhook.ts'

let store: TestStore
let webhook: Webhook

beforeAll(async () => {
  webhook = await startWebhook()
  store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
})
afterAll(async () => {
  webhook.close()
  await store.stop()
})

/** However busy the machine is. */
function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 60_000, interval: 100 })
}

const STACK = 'TypeError: x\n    at pay (https://orders.example/assets/cart.js:1:20)'

test('a new store has five rules, which are on and send to the first channel', async () => {
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  expect(rules.map(({ when, enabled, channels }) => [when, enabled, channels])).toEqual([
    ['new', true, []],
    ['regressed', true, []],
    ['louder', true, []],
    ['crashFree', true, []],
    ['silence', true, []],
  ])
  const channel = await addWebhook(store, webhook)
  const after = await store.read<RulesAnswer>('/api/rules')
  expect(after.rules.map(({ channels }) => channels)).toEqual(rules.map(() => [channel.id]))
})

test('a rule names only channels that exist', async () => {
  const { status, body } = await store.patch<Problem>('/api/rules/new', { channels: ['nobody'] })
  expect([status, body.detail]).toEqual([400, 'channels: no channel has the id nobody.'])
})

test('a new issue is reported once, and again when it is back after it was resolved', async () => {
  const count = webhook.requests.length
  const options = { service: 'shop', message: 'the cart is empty', stacktrace: STACK }
  const id = await sendException(store, options)
  const requests = await webhook.received(count + 1)
  const { message } = requests.at(-1)!
  expect(message.type).toBe('issue.new')
  expect(message.data.issues.map((issue) => issue.id)).toEqual([id])

  await sendException(store, options)
  await changeIssue(store, id, { status: 'resolved' })
  await changeIssue(store, id, { ticket: 'https://tickets.example/shop/issues/214' })
  await sendException(store, options)
  const { message: back } = (await webhook.received(count + 2)).at(-1)!
  expect(back.type).toBe('issue.regressed')
  expect(back.data.issues.map((issue) => issue.id)).toEqual([id])
  expect(back.data.text).toContain('\nTicket #214: https://tickets.example/shop/issues/214')
  await eventually(async () => {
    const { deliveries } = await store.read<DeliveriesAnswer>('/api/deliveries')
    expect(deliveries.map(({ status, issueIds }) => [status, issueIds])).toEqual([
      ['sent', [id]],
      ['sent', [id]],
    ])
  })
})

test('a webhook that was down gets what it missed in one message', async () => {
  const count = webhook.requests.length
  webhook.status = 503
  const first = await newIssue()
  await webhook.received(count + 1)
  const others = [await newIssue(), await newIssue()]
  const waiting = await eventually(async () => {
    const { deliveries } = await store.read<DeliveriesAnswer>('/api/deliveries?status=waiting')
    // The others are gathered, without an attempt.
    const tried = deliveries.filter(({ attempts }) => attempts > 0)
    expect(tried.map(({ issueIds, detail }) => [issueIds, detail.slice(0, 3)])).toEqual([[[first], '503']])
    return tried[0]!
  })
  webhook.status = 200
  const { status } = await store.post(`/api/deliveries/${waiting.id}/retry`, {})
  expect(status).toBe(200)
  const requests = (await webhook.received(count + 3)).slice(count)
  expect(requests.map(({ headers }) => headers['webhook-id'])[1]).toBe(requests[0]!.headers['webhook-id'])
  expect(idsOf(requests.at(-1)!).toSorted()).toEqual(others.toSorted())
})

test('a channel that refuses a message is failing until it accepts one, then gets all', async () => {
  const count = webhook.requests.length
  webhook.status = 404
  const first = await newIssue()
  await webhook.received(count + 1)
  await expectState('failing')
  webhook.status = 200
  const second = await newIssue()
  const requests = await webhook.received(count + 2)
  expect(idsOf(requests.at(-1)!).toSorted()).toEqual([first, second].toSorted())
  await expectState('ok')
})

test('the answer 410 switches a channel off until a person switches it on', async () => {
  const count = webhook.requests.length
  webhook.status = 410
  const first = await newIssue()
  await webhook.received(count + 1)
  webhook.status = 200
  const { id } = await expectState('off')
  const second = await newIssue()
  const { body } = await store.patch<Channel>(`/api/channels/${id}`, { state: 'ok' })
  expect(body.state).toBe('ok')
  // In one message, or in two: the second issue may be evaluated when the channel is on.
  await vi.waitFor(() => {
    const ids = webhook.requests.slice(count + 1).flatMap(idsOf)
    expect(ids.toSorted()).toEqual([first, second].toSorted())
  }, 30_000)
})

test('more than five changes are one message, which names the largest and counts all', async () => {
  const count = webhook.requests.length
  const records = Array.from({ length: 12 }, (_, index) =>
    Array.from({ length: index + 1 }, (_, user) =>
      exceptionRecord({
        message: 'one of many',
        type: `Error${index}`,
        attributes: { 'user.id': `user-${user}` },
      }),
    ),
  )
  await store.send('logs', logs(records.flat(), { service: 'many', release: '7.0.0' }))
  const { message } = (await webhook.received(count + 1)).at(-1)!
  expect(message.type).toBe('summary')
  expect(message.data.text).toContain('12 new issues since 7.0.0')
  expect(message.data.text).toContain('7 more: 7 new issues')
  expect(message.data.issues.map(({ type, users }) => [type, users])).toEqual([
    ['Error11', 12],
    ['Error10', 11],
    ['Error9', 10],
    ['Error8', 9],
    ['Error7', 8],
  ])
})

test('issues of developers, of third parties and from before the channel are not reported', async () => {
  const count = webhook.requests.length
  const service = newName()
  await sendException(store, { service, message: 'a', environment: 'staging-eu' })
  await sendException(store, { service, message: 'b', environment: 'pr-12-preview' })
  await sendException(store, { service, message: 'c', url: 'http://localhost:3000/cart' })
  await sendException(store, {
    service,
    message: 'd',
    stacktrace: 'Error: d\n    at push (https://ads.example/tag.js:1:20)',
  })
  const inProduction = await sendException(store, { service, message: 'a', environment: 'production-eu' })
  const request = (await webhook.received(count + 1)).at(-1)!
  expect(idsOf(request)).toEqual([inProduction])
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  expect(rules[0]!.last).toMatchObject({ numbers: { issues: 1 }, reason: '1 new' })
})

test('a new issue is reported while occurrences arrive without a pause', async () => {
  const count = webhook.requests.length
  const occurrence = { service: newName(), stacktrace: '' }
  const id = await sendException(store, occurrence)
  const sendUntilReported = async (): Promise<void> => {
    while (webhook.requests.length === count) await store.send('logs', exception(occurrence))
  }
  await Promise.all(Array.from({ length: 8 }, sendUntilReported))
  expect(idsOf(webhook.requests[count]!)).toEqual([id])
})

test('an issue is not new again after it was merged into another one', async () => {
  const count = webhook.requests.length
  const service = newName()
  const staged = await sendException(store, { service, message: 'a', environment: 'staging' })
  const reported = await sendException(store, { service, message: 'b' })
  expect(idsOf((await webhook.received(count + 1)).at(-1)!)).toEqual([reported])
  await store.post(`/api/issues/${reported}/merge`, { into: staged })
  // It looks at all issues again.
  await store.restart()
  await sendException(store, { service, message: 'b' })
  const other = await newIssue()
  expect(idsOf((await webhook.received(count + 2)).at(-1)!)).toEqual([other])
})

test('above its messages of an hour a channel pauses, and says how many changes are withheld', async () => {
  const { id } = await expectState('ok')
  const count = webhook.requests.length
  await store.patch(`/api/channels/${id}`, { messagesPerHour: 1 })
  await newIssue()
  const { message } = (await webhook.received(count + 1)).at(-1)!
  expect(message.data.text).toMatch(/^Paused until \d\d:\d\d UTC, 1 withheld: 1 new issue\./)
  await newIssue()
  await eventually(async () => {
    const { deliveries } = await store.read<DeliveriesAnswer>('/api/deliveries?status=withheld')
    expect(deliveries).toMatchObject([{ channel: id, title: '2 new issues', attempts: 0 }])
  })
  await store.patch(`/api/channels/${id}`, { messagesPerHour: 3_600 })
  expect((await webhook.received(count + 2)).at(-1)!.message.data.text).toContain('2 new issues')
})

test('the test of a channel answers what the webhook answered', async () => {
  const { id } = await expectState('ok')
  webhook.status = 418
  const { body } = await store.post<ChannelTest>(`/api/channels/${id}/test`, {})
  expect(body.delivered).toBe(false)
  expect(body.detail).toMatch(/^418 ok in \d+ ms$/)
  webhook.status = 200
  expect((await store.post<ChannelTest>(`/api/channels/${id}/test`, {})).body.delivered).toBe(true)
  expect(webhook.requests.at(-1)!.message.type).toBe('test')
})

test('a webhook with a heartbeat receives one, no other kind has it', async () => {
  const { id } = await expectState('ok')
  await store.patch(`/api/channels/${id}`, { heartbeatMinutes: 5 })
  await eventually(() => expect(webhook.requests.at(-1)!.message.type).toBe('heartbeat'))
  const ntfy = { name: 'n', kind: 'ntfy', target: 'https://ntfy.example/shop', heartbeatMinutes: 5 }
  const { status, body } = await store.post<Problem>('/api/channels', ntfy)
  expect([status, body.detail]).toEqual([400, 'heartbeatMinutes: only a webhook has a heartbeat.'])
})

const idsOf = ({ message }: WebhookRequest): string[] => message.data.issues.map(({ id }) => id)

function newIssue(): Promise<string> {
  return sendException(store, { service: newName() })
}

async function expectState(state: Channel['state']): Promise<Channel> {
  return eventually(async () => {
    const { channels } = await store.read<ChannelsAnswer>('/api/channels')
    expect(channels.map((channel) => channel.state)).toEqual([state])
    return channels[0]!
  })
}
