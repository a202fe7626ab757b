// Bodies that are made to harm: each gets a clear refusal, and the relay goes on serving others.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startTestRelay } from '../../testing/relay-fixture.ts'
import { EVENT, SENTRY_KEY, envelope, sendEnvelope } from '../../testing/sentry-envelope.ts'

const MEBIBYTE = 1024 * 1024
const TRICKLING = 20
const MUTATED = 2_000

const relay = await startTestRelay({ ALLOWED_ORIGINS: '*' })
const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  sendEnvelope(relay.url, body, { headers })

const ITEM = '{"type":"hologram"}\n{}\n'
const ATTACHMENT: [object, string] = [
  { type: 'attachment', length: 10 * MEBIBYTE },
  'x'.repeat(10 * MEBIBYTE),
]
const BOMB = Buffer.alloc(200 * MEBIBYTE, ' ')

test.each<[string, () => string | Buffer, Record<string, string>, number, string]>([
  ['a bomb of gzip', () => gzipSync(BOMB), { 'content-encoding': 'gzip' }, 400, 'header'],
  [
    'a bomb of one item',
    () => gzipSync(Buffer.concat([Buffer.from('{}\n{"type":"event"}\n'), BOMB])),
    { 'content-encoding': 'gzip' },
    413,
    'larger than',
  ],
  [
    'a bomb of brotli',
    () => brotliCompressSync(Buffer.concat([Buffer.from('{}\n{"type":"log"}\n'), BOMB])),
    { 'content-encoding': 'br' },
    413,
    'larger than',
  ],
  ['a header without an end', () => `{}\n{"type":"${'x'.repeat(MEBIBYTE)}`, {}, 400, '64 KiB'],
  ['a length below zero', () => '{}\n{"type":"event","length":-1}\n{}', {}, 400, 'number of bytes'],
  ['a length of an exabyte', () => '{}\n{"type":"event","length":1e18}\n{}', {}, 400, 'number of bytes'],
  ['a length that is short', () => '{}\n{"type":"event","length":1}\n{}', {}, 400, 'longer than its length'],
])('%s is refused with a sentence', async (_, body, headers, status, sentence) => {
  const answer = await send(body(), headers)
  expect(answer.status).toBe(status)
  expect(((await answer.json()) as { detail: string }).detail).toContain(sentence)
})

test('of a million items the first thousand are read', async () => {
  const items = ITEM.repeat(900_000)
  expect((await send(`{}\n${items}`)).status).toBe(400)
  expect((await send(`${envelope({}, [{ type: 'event' }, EVENT])}\n${items}`)).status).toBe(200)
})

test('an error beside attachments of ten megabytes is kept, whatever their number', async () => {
  const body = envelope({}, ATTACHMENT, [{ type: 'event' }, EVENT])
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)))
  for (const answer of answers) expect(answer.status).toBe(200)
})

test('connections that trickle take nothing from others', async () => {
  const sockets = await Promise.all(Array.from({ length: TRICKLING }, openTrickling))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  expect((await send(envelope({}, [{ type: 'event' }, EVENT]))).status).toBe(200)
})

/** Announces a long body, of which it sends the start. */
async function openTrickling(): Promise<Socket> {
  const { port, hostname } = new URL(relay.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = `POST /api/42/envelope/?sentry_key=${SENTRY_KEY} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`
  socket.write(`${head}Content-Length: 1000000\r\n\r\n{}\n{"type":"event"}\n{"mess`)
  return socket
}

test(
  'a mutated envelope is accepted or refused, never a failure of the relay',
  { timeout: 120_000 },
  async () => {
    const original = Buffer.from(
      envelope(
        { event_id: EVENT.event_id, sent_at: new Date().toISOString() },
        [{ type: 'event' }, EVENT],
        [
          { type: 'span', item_count: 1 },
          { version: 2, items: [{ name: 'Pageload', attributes: {} }] },
        ],
        [{ type: 'check_in' }, { monitor_slug: 'nightly', status: 'error' }],
      ),
    )
    const position = fc.nat(original.length - 1)
    const mutation = fc.array(
      fc.record({ at: position, bytes: fc.uint8Array({ maxLength: 4 }), cut: fc.nat(6) }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(mutation, async (mutations) => {
        let body = original
        for (const { at, bytes, cut } of mutations)
          body = Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + cut)])
        expect([200, 400]).toContain((await send(body)).status)
      }),
      { numRuns: MUTATED },
    )
    expect(
      relay.log().filter(({ level, msg }) => Number(level) >= 50 && msg !== 'exception received'),
    ).toEqual([])
  },
)
