import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventually, openScene, post, traceOf } from './scene.ts'

const SLOW_SENDERS = 200

test('several relays listen on one port, each with a spool of its own', async () => {
  const first = await openScene({ RELAYS: '2' })
  const { port } = new URL(first.url)
  const second = await openScene({ RELAYS: '2', PORT: port, RELAY_NUMBER: '2', DATA_DIR: first.folder })
  for (let index = 0; index < 40; index++)
    expect((await post(`${first.url}/monitoring`, traceOf({}), { connection: 'close' })).status).toBe(200)
  expect(first.collector.spans.length + second.collector.spans.length).toBe(40)
  await first.close()
  expect((await post(`${second.url}/monitoring`, traceOf({}))).status).toBe(200)
  await second.close()
})

test('who is on a connection gets its answer while the relay stops, and the connection ends with it', async () => {
  const scene = await openScene()
  const { port } = new URL(scene.url)
  const body = JSON.stringify(traceOf({}))
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise((resolve) => void socket.once('close', resolve))
  socket.write(
    `POST /monitoring HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  await fetch(`${scene.url}/health`)
  const closed = scene.close()
  socket.write(body.slice(20))
  await ended
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text.toLowerCase()).toContain('connection: close')
  await closed
})

test('slow senders are told so with 408, and neighbours go on', async () => {
  const scene = await openScene({}, undefined, {
    headersTimeout: 1_500,
    requestTimeout: 3_000,
    connectionsCheckingInterval: 50,
    keepAliveTimeout: 65_000,
  })
  const head = 'POST /monitoring HTTP/1.1\r\nHost: a\r\n'
  const slow = [head, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`]
  const senders = Array.from({ length: SLOW_SENDERS }, (_, index) =>
    talk(Number(new URL(scene.url).port), slow[index % slow.length]!),
  )
  await Promise.all(senders.map(({ connected }) => connected))
  expect((await post(`${scene.url}/monitoring`, traceOf({}))).status).toBe(200)
  await eventually(() =>
    expect(senders.map(({ text }) => text().slice(0, 12))).toEqual(senders.map(() => 'HTTP/1.1 408')),
  )
  await Promise.all(senders.map(({ ended }) => ended))
  expect((await post(`${scene.url}/monitoring`, traceOf({}))).status).toBe(200)
  expect(scene.collector.spans).toHaveLength(2)
  await scene.close()
})

function talk(port: number, words: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(words))
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => {})
  return {
    text: () => text,
    connected: new Promise((resolve) => void socket.once('connect', resolve)),
    ended: new Promise((resolve) => void socket.once('close', resolve)),
  }
}
