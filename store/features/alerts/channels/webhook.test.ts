// Webhooks, verified as their receivers do it.
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { channelTo, issueWith, messageWith, sendOptions, startReceiver } from '../../../testing/receivers.ts'
import { sendMessage } from './send.ts'

const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)

/** The payload that a receiver with this secret reads; throws where it refuses the request. */
function verify(secret: string, { body, headers }: { body: string; headers: unknown }): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

test('the body has the rule with its numbers, text, link and issues', async () => {
  const { url, received } = await startReceiver()
  const channel = channelTo('webhook', url)
  await sendMessage(channel, messageWith(), sendOptions())
  expect(received[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'm1' })
  expect(verify(channel.secret, received[0]!)).toEqual({
    type: 'issue.new',
    timestamp: '2026-11-20T14:31:00.000Z',
    data: {
      rule: { id: 'r1', name: 'New issues', numbers: { events: 1_284 } },
      text: 'TypeError: x is undefined in shop 2026.11.3',
      url: 'https://errata.shop.example/issues?status=new',
      issues: [issueWith()],
    },
  })
})

test('all attempts have one id; the time is of the attempt', async () => {
  const { url, received } = await startReceiver()
  const channel = channelTo('webhook', url)
  const now = Date.now()
  for (const at of [now, now + 90_000])
    await sendMessage(channel, messageWith(), sendOptions({ now: () => at }))
  for (const request of received) verify(channel.secret, request)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['m1', 'm1'])
  expect(received.map(({ headers }) => Number(headers['webhook-timestamp']))).toEqual(
    [now, now + 90_000].map((at) => Math.floor(at / 1_000)),
  )
})

test('while a secret is changed both secrets verify, and then only the new one', async () => {
  const { url, received } = await startReceiver()
  const [next = '', old = ''] = SECRETS
  const now = Date.now()
  for (const until of [now + 1_000, now])
    await sendMessage(
      channelTo('webhook', url, { secret: next, previousSecret: { secret: old, until } }),
      messageWith(),
      sendOptions({ now: () => now }),
    )
  const [during, after] = received
  verify(next, during!)
  verify(old, during!)
  verify(next, after!)
  expect(() => verify(old, after!)).toThrow()
})

test('a test message has an empty rule and no issues', async () => {
  const { url, received } = await startReceiver()
  const message = messageWith({ type: 'test', text: '', title: 'Test of ops', changes: [] })
  await sendMessage(channelTo('webhook', url), message, sendOptions())
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    type: 'test',
    data: { rule: { id: '', name: '', numbers: {} }, text: 'Test of ops', issues: [] },
  })
})
