import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  Channel,
  ChannelsAnswer,
  ChannelTest,
  CreatedChannel,
  DeliveriesAnswer,
  Rule,
  RulesAnswer,
} from '../../../contract/alerts.ts'
import { changeIssue, sendException } from '../../testing/issues.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { startReceiver, type Receiver } from './testing/receiver.ts'

let store: TestStore
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
})
afterAll(async () => {
  await receiver.close()
  await store.stop()
})

/** Without the pauses that people want. */
const AT_ONCE = { gatherSeconds: 0, pauseSeconds: 0, messagesPerHour: 3_600 }

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
  const channel = await addChannel('first')
  const after = await store.read<RulesAnswer>('/api/rules')
  expect(after.rules.map(({ channels }) => channels)).toEqual(rules.map(() => [channel.id]))
})

test('a new issue is reported once, and again when it is back after it was resolved', async () => {
  const count = receiver.requests.length
  const options = { service: 'shop', message: 'the cart is empty', stacktrace: STACK }
  const id = await sendException(store, options)
  const requests = await receiver.received(count + 1)
  const { message } = requests.at(-1)!
  expect(message.type).toBe('issue.new')
  expect(message.data.issues.map((issue) => issue.id)).toEqual([id])

  await sendException(store, options)
  await changeIssue(store, id, { status: 'resolved' })
  await sendException(store, options)
  const { message: back } = (await receiver.received(count + 2)).at(-1)!
  expect(back.type).toBe('issue.regressed')
  expect(back.data.issues.map((issue) => issue.id)).toEqual([id])
  const { deliveries } = await store.read<DeliveriesAnswer>('/api/deliveries')
  expect(deliveries.map(({ status, issueIds }) => [status, issueIds])).toEqual([
    ['sent', [id]],
    ['sent', [id]],
  ])
})

async function addChannel(name: string): Promise<CreatedChannel> {
  const answer = await store.post<CreatedChannel>('/api/channels', {
    name,
    kind: 'webhook',
    target: receiver.url,
    ...AT_ONCE,
  })
  expect(answer.status).toBe(201)
  return answer.body
}

