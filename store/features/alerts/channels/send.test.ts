// What answers of receivers mean.
import { createServer, type AddressInfo } from 'node:net'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { ChannelKind } from '../../../../contract/alerts.ts'
import { changeWith, channelTo, messageWith, sendOptions, startReceiver } from '../../../testing/receivers.ts'
import type { ChannelTarget } from './attempt.ts'
import { sendMessage } from './send.ts'

const NOW = Date.parse('2026-11-20T14:31:00Z')
const MINUTE = 60_000

type Reply = { status: number; headers?: Record<string, string>; body?: string }

async function answerOf(kind: ChannelKind, { status, headers = {}, body = '' }: Reply) {
  const { url } = await startReceiver((response) => void response.writeHead(status, headers).end(body))
  return await sendMessage(channelTo(kind, url), messageWith(), sendOptions({ now: () => NOW }))
}

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [202, 'sent'],
  [204, 'sent'],
  [301, 'refused'],
  [304, 'refused'],
  [307, 'refused'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [405, 'refused'],
  [408, 'retry'],
  [410, 'gone'],
  [413, 'refused'],
  [422, 'refused'],
  [425, 'retry'],
  [429, 'retry'],
  [500, 'retry'],
  [502, 'retry'],
  [503, 'retry'],
  [504, 'retry'],
])('%i is %s, for every kind', async (status, outcome) => {
  for (const kind of ['webhook', 'slack', 'teams', 'telegram', 'pagerduty'] as const) {
    const attempt = await answerOf(kind, { status })
    expect([kind, attempt.outcome, attempt.afterMs]).toEqual([kind, outcome, null])
    expect(attempt.detail).toMatch(new RegExp(`^${status}( redirects are not followed)? in \\d+ ms$`))
  }
})

test('the detail has what the receiver wrote, on one line', async () => {
  expect((await answerOf('slack', { status: 404, body: 'no_service' })).detail).toMatch(
    /^404 no_service in \d+ ms$/,
  )
  const { detail } = await answerOf('webhook', { status: 500, body: 'a\r\nb\u0000\u202ec<script>\u001b[31m' })
  expect(detail).toMatch(/^500 a b c<script> \[31m in \d+ ms$/)
})

test('secrets that a receiver writes back are not in the detail', async () => {
  const { url } = await startReceiver((response, { path, headers, body }) => {
    response.writeHead(404).end(`Cannot POST ${path} ${headers.authorization} ${body}`)
  })
  const parts: [ChannelKind, Partial<ChannelTarget>][] = [
    ['slack', { target: `${url}/services/T024BE7LD/B01ABC/hunter2hunter2` }],
    ['mattermost', { target: `${url}/hooks/hunter2hunter2` }],
    ['webhook', { target: `${url}/?key=hunter2hunter2` }],
    ['telegram', { secret: '110201543:hunter2hunter2' }],
    ['ntfy', { secret: 'tk_hunter2hunter2' }],
    ['pagerduty', { secret: 'hunter2hunter2' }],
  ]
  for (const [kind, part] of parts) {
    const { detail } = await sendMessage(channelTo(kind, url, part), messageWith(), sendOptions())
    expect(detail).toMatch(/^404 Cannot POST .*…/)
    expect(detail).not.toContain('hunter2')
  }
})

test('of a long answer 16 KB are read and 2,000 characters shown; an endless one is cut', async () => {
  const { url } = await startReceiver((response) => {
    response.writeHead(500)
    writeForever(response)
  })
  const { outcome, detail } = await sendMessage(channelTo('webhook', url), messageWith(), sendOptions())
  expect([outcome, Array.from(detail).length]).toEqual(['retry', expect.any(Number)])
  expect(Array.from(detail.replace(/ in \d+ ms$/, '')).length).toBe(3 + 2_000)
})

function writeForever(response: ServerResponse): void {
  if (response.destroyed) return
  response.write('😀'.repeat(4_096), () => writeForever(response))
}

test.each([
  ['seconds', { headers: { 'Retry-After': '90' } }, 90_000],
  ['a date', { headers: { 'Retry-After': new Date(NOW + 5 * MINUTE).toUTCString() } }, 5 * MINUTE],
  ['a date that has passed', { headers: { 'Retry-After': new Date(NOW - MINUTE).toUTCString() } }, null],
  ['more than a day', { headers: { 'Retry-After': '9999999999' } }, 24 * 60 * MINUTE],
  ['no number', { headers: { 'Retry-After': 'soon' } }, null],
  ['zero', { headers: { 'Retry-After': '0' } }, null],
  ['negative', { headers: { 'Retry-After': '-5' } }, null],
  ['Discord', { body: '{"message":"rate limited","retry_after":0.5,"global":true}' }, 500],
  ['Telegram', { body: '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}' }, 35_000],
  ['both', { headers: { 'Retry-After': '1' }, body: '{"retry_after":1.337}' }, 1_337],
  ['null in the body', { body: '{"retry_after":null,"parameters":null}' }, null],
  ['a list as the body', { body: '[1]' }, null],
])('the pause that 429 and 503 ask for: %s', async (_, reply, afterMs) => {
  for (const status of [429, 503])
    expect(await answerOf('webhook', { status, ...reply })).toMatchObject({ outcome: 'retry', afterMs })
  expect(await answerOf('webhook', { status: 400, ...reply })).toMatchObject({ afterMs: null })
})

test.each([
  ['teams', '1', 'sent'],
  ['teams', '', 'sent'],
  [
    'teams',
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
    'retry',
  ],
  [
    'teams',
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 403',
    'refused',
  ],
  ['teams', 'Webhook Bad Request - Error: something', 'retry'],
  ['telegram', '{"ok":true,"result":{}}', 'sent'],
  ['telegram', '{"ok":false,"description":"no"}', 'retry'],
  ['webhook', 'Error: failed', 'sent'],
] as const)('%s: 200 %s is %s', async (kind, body, outcome) => {
  expect((await answerOf(kind, { status: 200, body })).outcome).toBe(outcome)
})

test('a server that hangs is no answer: before, within and after the headers', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const target = channelTo('webhook', `http://127.0.0.1:${port}`)
  const attempt = await sendMessage(target, messageWith(), sendOptions({ totalMs: 50 }))
  expect(attempt).toEqual({ outcome: 'retry', detail: 'no answer within 0.05 s', afterMs: null })
  // The status decides where it arrived.
  const { url } = await startReceiver((response) => void response.writeHead(404).write('half'))
  const half = await sendMessage(channelTo('webhook', url), messageWith(), sendOptions({ totalMs: 50 }))
  expect(half).toEqual({
    outcome: 'refused',
    detail: expect.stringMatching(/^404 half in \d+ ms$/),
    afterMs: null,
  })
})

test('a handshake that hangs is no connection', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const target = channelTo('webhook', `https://127.0.0.1:${port}`)
  const attempt = await sendMessage(target, messageWith(), sendOptions({ connectMs: 50 }))
  expect(attempt).toEqual({ outcome: 'retry', detail: 'no connection within 0.05 s', afterMs: null })
})

test('a name server that hangs is no connection', async () => {
  const target = channelTo('webhook', 'http://hook.example')
  const options = sendOptions({ connectMs: 50, resolve: () => {} })
  expect((await sendMessage(target, messageWith(), options)).detail).toBe('no connection within 0.05 s')
})

test('a closed port, a connection that is cut and an unknown name are tried again', async () => {
  const { url } = await startReceiver((response) => void response.destroy())
  const cut = await sendMessage(channelTo('webhook', url), messageWith(), sendOptions())
  expect(cut).toEqual({ outcome: 'retry', detail: 'socket hang up', afterMs: null })
  const closed = await sendMessage(channelTo('webhook', 'http://127.0.0.1:1'), messageWith(), sendOptions())
  expect(closed).toMatchObject({ outcome: 'retry', detail: expect.stringContaining('ECONNREFUSED') })
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND hook.example'), { code: 'ENOTFOUND' })
  const options = sendOptions({ resolve: (_, __, done) => done(error, []) })
  const unknown = await sendMessage(channelTo('webhook', 'http://hook.example'), messageWith(), options)
  expect(unknown).toEqual({ outcome: 'retry', detail: error.message, afterMs: null })
})

test('what is over reaches pagers only; a message with nothing else is sent, and says why', async () => {
  const { url, received } = await startReceiver()
  const over = changeWith({ isOver: true, title: 'Over' })
  const only = messageWith({ changes: [over] })
  const attempt = await sendMessage(channelTo('slack', url), only, sendOptions())
  expect([attempt.outcome, attempt.detail, received.length]).toEqual([
    'sent',
    'Nothing to send: only pagers are told what is over',
    0,
  ])
  await sendMessage(channelTo('slack', url), messageWith({ changes: [over, changeWith()] }), sendOptions())
  expect(received[0]!.body).not.toContain('Over')
  await sendMessage(
    channelTo('pagerduty', url),
    messageWith({ changes: [changeWith(), over] }),
    sendOptions(),
  )
  const events = received.slice(1).map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(events).toEqual([
    expect.objectContaining({ event_action: 'trigger', dedup_key: 'errata:issue:b3f2' }),
    { event_action: 'resolve', dedup_key: 'errata:issue:b3f2', routing_key: 'R'.repeat(32) },
  ])
})

test('PagerDuty: a change that is refused stops the message; it can be sent again', async () => {
  let count = 0
  const { url, received } = await startReceiver((response) => {
    response.writeHead(++count === 2 ? 429 : 202).end()
  })
  const changes = ['a', 'b', 'c'].map((id) => changeWith({ subject: `issue:${id}` }))
  const channel = channelTo('pagerduty', url)
  expect((await sendMessage(channel, messageWith({ changes }), sendOptions())).outcome).toBe('retry')
  expect((await sendMessage(channel, messageWith({ changes }), sendOptions())).outcome).toBe('sent')
  const keys = received.map(({ body }) => (JSON.parse(body) as { dedup_key: string }).dedup_key)
  expect(keys.map((key) => key.at(-1))).toEqual(['a', 'b', 'a', 'b', 'c'])
})

test('a test of PagerDuty opens an incident and closes it', async () => {
  const { url, received } = await startReceiver((response) => void response.writeHead(202).end())
  const message = messageWith({ type: 'test', title: 'Test of ops', changes: [] })
  await sendMessage(channelTo('pagerduty', url), message, sendOptions())
  const events = received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(events.map((event) => [event.event_action, event.dedup_key])).toEqual([
    ['trigger', 'errata:test:m1'],
    ['resolve', 'errata:test:m1'],
  ])
})
