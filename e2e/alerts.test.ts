// From an exception of a page to a message at its receiver: sent once, signed, and shown in the API.
import { expect, test } from 'vitest'
import type { ChannelTest, RulesAnswer } from '../contract/alerts.ts'
import { startReceiver, type ReceivedRequest } from '../store/testing/receivers.ts'
import { addChannel, addRule, attemptsTo, channelOf, deliveriesTo, readWebhook } from './testing/alerts.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, post, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStack, shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { attributes, exceptionLog, logsOf, nanoseconds, stacktrace } from './testing/telemetry.ts'
import { waitUntilStored } from './testing/wait-for.ts'

const TARGETS = '127.0.0.1'
const { stack, browser } = shareStackWithBrowser({ ALERT_TARGETS: TARGETS })
const TOKEN = 'a-token'
const closedStack = shareStack({ PASSWORD: 'open sesame', API_TOKENS: TOKEN })

test('an exception is one signed webhook with links to the issue; a second rule sends nothing', async () => {
  const service = 'alerts-once'
  const { url, received } = await startReceiver()
  const { id, secret = '' } = await addChannel(stack.url, { target: `${url}/hook` })
  const rules = await Promise.all(
    ['first', 'second'].map((name) => addRule(stack.url, service, { name, channels: [id] })),
  )
  const first = await sendException(service, 'the cart is empty')
  await expect.poll(() => received.length).toBe(1)
  const webhook = readWebhook(secret, received[0]!)
  const { issueId } = await eventOf(stack, first.digest)
  expect(webhook).toMatchObject({
    type: 'issue.new',
    data: {
      rule: { name: expect.stringMatching(/^(first|second)$/) as string },
      text: expect.stringContaining('TypeError: the cart is empty') as string,
      url: `${stack.url}/issues/${issueId}`,
      issues: [{ id: issueId, service, latestDigest: first.digest }],
    },
  })
  expect(() => readWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, received[0]!)).toThrow()

  const { digest } = first
  for (const address of [webhook.data.url, `${stack.url}/d/${digest}`]) {
    const { page, close } = await openScreen(browser, address)
    await page.waitForURL(new RegExp(`/issues/${issueId}`))
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'the cart is empty' }).waitFor()
    await close()
  }

  // Another occurrence of the same issue is no news; the next issue is.
  await eventOf(stack, (await sendException(service, 'the cart is empty')).digest)
  const next = await sendException(service, 'the shelf is empty', 'shelf')
  await expect.poll(() => received.length).toBe(2)
  const { issues } = readWebhook(secret, received[1]!).data
  expect(issues.map((issue) => issue.id)).toEqual([(await eventOf(stack, next.digest)).issueId])
  await expect
    .poll(async () => {
      const answer = await getJson<RulesAnswer>(`${stack.url}/api/rules`)
      return rules.map((rule) => answer.rules.find((other) => other.id === rule.id)!.last?.reason)
    })
    .toEqual(['1 new', '1 new'])
  await expect
    .poll(() => attemptsTo(stack.url, id))
    .toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
})

test('the API shows receivers that fail, hang, redirect or are gone, and sends a message again', async () => {
  const service = 'alerts-refused'
  const inside = await startReceiver()
  let isDown = true
  const failing = await startReceiver((response) => void response.writeHead(isDown ? 503 : 200).end('busy'))
  const hanging = await startReceiver(() => {})
  const redirecting = await startReceiver(
    (response) => void response.writeHead(307, { location: `${inside.url}/inside` }).end(),
  )
  const gone = await startReceiver((response) => void response.writeHead(410).end('no such hook'))
  const receivers = [failing, hanging, redirecting, gone]
  const channels = await Promise.all(receivers.map(({ url }) => addChannel(stack.url, { target: url })))
  await addRule(stack.url, service, { channels: channels.map(({ id }) => id) })
  const { digest } = await sendException(service, 'nobody listens')
  const { issueId } = await eventOf(stack, digest)

  const rows = () => Promise.all(channels.map(({ id }) => rowOf(id)))
  await expect.poll(rows).toMatchObject([
    {
      state: 'ok',
      last: 'waiting',
      status: 'waiting',
      detail: expect.stringMatching(/^503 busy in \d+ ms$/) as string,
    },
    { state: 'ok', last: 'waiting', status: 'waiting', detail: 'no answer within 15 s' },
    {
      state: 'failing',
      last: 'failed',
      status: 'failed',
      detail: expect.stringContaining(`307 redirects are not followed (to ${inside.url})`) as string,
      pending: 'the channel has refused it; sent with the next change',
    },
    {
      state: 'off',
      last: 'failed',
      status: 'failed',
      detail: expect.stringMatching(/^410 no such hook in/) as string,
      pending: 'the channel is off',
    },
  ])
  expect(inside.received).toEqual([])
  expect([redirecting, gone].map(({ received }) => received.length)).toEqual([1, 1])

  const [channel] = channels
  const [waiting] = await deliveriesTo(stack.url, channel!.id)
  expect(waiting).toMatchObject({ issueIds: [issueId], next: expect.any(String) as string })
  isDown = false
  const answer = await post(`${stack.url}/api/deliveries/${waiting!.id}/retry`, {})
  expect(answer.status).toBe(200)
  await expect.poll(() => rowOf(channel!.id)).toMatchObject({ state: 'ok', last: 'sent', status: 'sent' })
  expect(new Set(failing.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([waiting!.id]),
  )
  for (const request of failing.received) readWebhook(channel!.secret!, request)
  expect((await post(`${stack.url}/api/deliveries/${waiting!.id}/retry`, {})).status).toBe(409)
})

test('an address that ALERT_TARGETS does not name is not reached, and the answer names it', async () => {
  const { url, port, received } = await startReceiver()
  for (const [target, refusal] of [
    [
      `http://127.0.0.2:${port}`,
      `127.0.0.2 is a loopback address, which ALERT_TARGETS=${TARGETS} does not allow`,
    ],
    [`http://[::1]:${port}`, `::1 is a loopback address, which ALERT_TARGETS=${TARGETS} does not allow`],
    [
      `http://169.254.169.254/`,
      '169.254.169.254 is a reserved address, which is never allowed (ALERT_TARGETS)',
    ],
  ] as const) {
    const { id } = await addChannel(stack.url, { target })
    expect(await testOf(id)).toEqual({ delivered: false, detail: refusal })
    expect((await channelOf(stack.url, id)).state).toBe('failing')
  }
  expect(received).toEqual([])
  const { id } = await addChannel(stack.url, { target: url })
  expect(await testOf(id)).toMatchObject({ delivered: true })
  expect(received).toHaveLength(1)
})

test('5,000 new issues within a minute are a few messages, which name or count each once', async () => {
  const services = Array.from({ length: 10 }, (_, index) => `alerts-many-${index}`)
  const PER_SERVICE = 500
  const { url, received } = await startReceiver()
  const limits = { gatherSeconds: 2, pauseSeconds: 5 }
  const { id, secret = '' } = await addChannel(stack.url, { target: url, ...limits })
  await addRule(stack.url, '', { service: services, channels: [id] })
  const began = performance.now()
  for (let first = 0; first < PER_SERVICE; first += 250)
    for (const service of services) await sendNewIssues(service, first, 250)
  expect(performance.now() - began).toBeLessThan(60_000)

  const numbers = (): number[] => received.map((request) => numberOf(secret, request))
  await waitUntilStored(stack.url)
  await expect.poll(() => numbers().reduce((sum, number) => sum + number, 0)).toBe(5_000)
  await expect.poll(() => attemptsTo(stack.url, id)).toEqual(received.map(() => ['sent', 1]))
  const deliveries = (await deliveriesTo(stack.url, id)).toReversed()
  expect(deliveries.map(({ title }) => Number.parseInt(title))).toEqual(numbers())
  const times = deliveries.map(({ at }) => Date.parse(at))
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThanOrEqual(5_000)
  expect(received.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 5_000))
  const named = received.flatMap((request) => readWebhook(secret, request).data.issues)
  expect(new Set(named.map((issue) => issue.id)).size).toBe(named.length)
})

test('with a password the paths of alerts need the login or a token', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const document = await fetch(`${closedStack.url}/api/openapi.json`, { headers })
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, object>> }
  const operations = Object.entries(paths)
    // An address is unsubscribed with the key of its mail.
    .filter(([path]) => /^\/api\/(channels|rules|deliveries)\b/.test(path) && !path.endsWith('/unsubscribe'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
  expect(operations.length).toBeGreaterThanOrEqual(12)
  for (const { method, path } of operations) {
    const address = closedStack.url + path.replace('{id}', 'new')
    const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
    const { status } = await fetch(address, { method, ...body })
    expect([method, path, status]).toEqual([method, path, 401])
    if (method === 'GET') expect((await fetch(address, { headers })).status).toBe(200)
  }
})

async function sendException(service: string, message: string, script = 'cart') {
  const frames = [`pay (https://shop.example/assets/${script}.js:10:15)`]
  const exception = exceptionLog({ service, message, frames })
  await send(stack.url, exception.body)
  return exception
}

/** Each with a type and a script of its own. */
async function sendNewIssues(service: string, first: number, count: number): Promise<void> {
  const logRecords = Array.from({ length: count }, (_, offset) => {
    const type = `Case${first + offset}Error`
    const frame = `handle (https://shop.example/assets/cart-${first + offset}.js:1:7)`
    return {
      timeUnixNano: nanoseconds(Date.now()),
      eventName: 'exception',
      severityNumber: 17,
      attributes: attributes({
        'exception.type': type,
        'exception.message': 'many',
        'exception.stacktrace': stacktrace(type, 'many', [frame]),
        'url.full': 'https://shop.example/cart',
      }),
    }
  })
  await send(stack.url, logsOf({ 'service.name': service }, logRecords))
}

/** Changes of a message: those that it names, and those that it counts. */
function numberOf(secret: string, request: ReceivedRequest): number {
  const { text, issues } = readWebhook(secret, request).data
  return issues.length + Number(/^(\d+) more: \1 new issues?$/m.exec(text)?.[1] ?? 0)
}

/** What the API shows of a channel that has one message. `pending`: why its changes wait for another one. */
async function rowOf(channelId: string) {
  const [channel, deliveries] = await Promise.all([
    channelOf(stack.url, channelId),
    deliveriesTo(stack.url, channelId),
  ])
  const pending = deliveries.find(({ id }) => id.startsWith('pending-'))
  const { status = null, detail = '' } = deliveries.find((delivery) => delivery !== pending) ?? {}
  return { state: channel.state, last: channel.last?.status, status, detail, pending: pending?.detail }
}

async function testOf(channelId: string): Promise<ChannelTest> {
  return (await post(`${stack.url}/api/channels/${channelId}/test`, {})).json() as Promise<ChannelTest>
}
