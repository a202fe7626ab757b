import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventually, startTestRelay, post, traceOf } from './testing/relay-fixture.ts'

const SLOW_SENDERS = 200

test('several relays listen on one port, each with a spool of its own', async () => {
  const first = await startTestRelay({ RELAYS: '2' })
  const { port } = new URL(first.url)
  const second = await startTestRelay({ RELAYS: '2', PORT: port, RELAY_NUMBER: '2', DATA_DIR: first.folder })
  for (let index = 0; index < 40; index++)
    expect((await post(`${first.url}/monitoring`, traceOf({}), { connection: 'close' })).status).toBe(200)
  expect(first.collector.spans.length + second.collector.spans.length).toBe(40)
  await first.close()
  expect((await post(`${second.url}/monitoring`, traceOf({}))).status).toBe(200)
})

test('a request under way is answered while the relay stops, and its connection ends', async () => {
  const relay = await startTestRelay()
  const { port } = new URL(relay.url)
  const body = JSON.stringify(traceOf({}))
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise((resolve) => void socket.once('close', resolve))
  const head = 'POST /monitoring HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`)
  await fetch(`${relay.url}/health`)
  const closed = relay.close()
  socket.write(body.slice(20))
  await ended
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text.toLowerCase()).toContain('connection: close')
  await closed
})

test('slow senders are answered with 408, and others are not disturbed', async () => {
  const timeouts = {
    headersTimeout: 1_500,
    requestTimeout: 3_000,
    connectionsCheckingInterval: 50,
    keepAliveTimeout: 65_000,
  }
  const relay = await startTestRelay({}, { timeouts })
  const head = 'POST /monitoring HTTP/1.1\r\nHost: a\r\n'
  const slow = [head, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`]
  const senders = Array.from({ length: SLOW_SENDERS }, (_, index) =>
    connectAndSend(Number(new URL(relay.url).port), slow[index % slow.length]!),
  )
  await Promise.all(senders.map(({ connected }) => connected))
  expect((await post(`${relay.url}/monitoring`, traceOf({}))).status).toBe(200)
  await eventually(() =>
    expect(senders.map(({ text }) => text().slice(0, 12))).toEqual(senders.map(() => 'HTTP/1.1 408')),
  )
  await Promise.all(senders.map(({ ended }) => ended))
  expect((await post(`${relay.url}/monitoring`, traceOf({}))).status).toBe(200)
  expect(relay.collector.spans).toHaveLength(2)
})

function connectAndSend(port: number, request: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => {})
  return {
    text: () => text,
    connected: new Promise((resolve) => void socket.once('connect', resolve)),
    ended: new Promise((resolve) => void socket.once('close', resolve)),
  }
}
