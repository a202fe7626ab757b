// Whether a relay notices a proxy that hides the addresses of a site's users.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSharedAddress } from './shared-address.ts'
import {
  type TestRelay,
  exceptionOf,
  healthOf,
  logOf,
  post,
  startTestRelay,
} from '../testing/relay-fixture.ts'

async function sendSessions(
  relay: TestRelay,
  count: number,
  headers: Record<string, string> = {},
): Promise<void> {
  for (let session = 0; session < count; session++) {
    const id = session.toString(16).padStart(32, '0')
    const body = logOf(exceptionOf('7K3M9QXP', { 'session.id': id }))
    expect((await post(`${relay.url}/monitoring`, body, headers)).status).toBe(200)
  }
}

const warnings = (relay: TestRelay) => relay.log().filter(({ msg }) => String(msg).includes('TRUST_PROXY=1'))

async function hint(relay: TestRelay): Promise<unknown> {
  return ((await healthOf(relay)) as { hint?: string }).hint
}

test('one address with many sessions is one line in the log, and a hint in /health', async () => {
  const relay = await startTestRelay()
  await sendSessions(relay, 40)
  await sendSessions(relay, 40)
  expect([warnings(relay), await hint(relay)]).toEqual([[], undefined])
  await sendSessions(relay, 120)
  expect(warnings(relay)).toMatchObject([{ level: 40, client: '127.0.0.0', sessions: 50 }])
  expect(await hint(relay)).toContain('TRUST_PROXY=1')
})

test('no warning behind a trusted proxy', async () => {
  const relay = await startTestRelay({ TRUST_PROXY: '1' })
  await sendSessions(relay, 60, { 'x-forwarded-for': '203.0.113.7' })
  expect([warnings(relay), await hint(relay)]).toEqual([[], undefined])
})

test('no warning for sessions of a Sentry SDK, of which each view of a page is one', async () => {
  const relay = await startTestRelay()
  for (let session = 0; session < 60; session++) {
    const sid = (session + 1).toString(16).padStart(32, '0')
    const body = `{}\n{"type":"session"}\n${JSON.stringify({ sid, init: true, status: 'ok' })}`
    const answer = await fetch(`${relay.url}/api/42/envelope/?sentry_key=0123`, { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  expect([warnings(relay), await hint(relay)]).toEqual([[], undefined])
})

test('the line is repeated after an hour, and sessions of an hour ago do not count', () => {
  const lines: string[] = []
  let now = 0
  const log = pino({}, { write: (line) => void lines.push(line) })
  const shared = createSharedAddress(log, 0, () => now)
  const observe = (sessions: number) => {
    for (let session = 0; session < sessions; session++)
      shared.observe('a', 'a', recordOf(`${session}-${now}`))
  }
  observe(49)
  now += 3_600_000
  observe(49)
  expect([lines.length, shared.hint()]).toEqual([0, undefined])
  observe(50)
  observe(500)
  expect([lines.length, shared.hint()]).toEqual([1, expect.stringContaining('X-Forwarded-For')])
  now += 3_600_000
  expect(shared.hint()).toBeUndefined()
  observe(50)
  expect(lines.length).toBe(2)
})

test('beyond 500 addresses the oldest is forgotten with its sessions', () => {
  const shared = createSharedAddress(pino({ level: 'silent' }), 0)
  const observe = (address: string, from: number, to: number) => {
    for (let session = from; session < to; session++) shared.observe(address, '', recordOf(String(session)))
  }
  observe('a', 0, 49)
  for (let address = 0; address < 500; address++) observe(String(address), 0, 1)
  observe('a', 49, 98)
  expect(shared.hint()).toBeUndefined()
  observe('a', 98, 99)
  expect(shared.hint()).toBeDefined()
})

/** The attribute as OTLP in protobuf writes it. */
function recordOf(session: string): Buffer {
  const length = String.fromCharCode(session.length)
  const value = String.fromCharCode(session.length + 2)
  return Buffer.from(`\n\u000asession.id\u0012${value}\n${length}${session}`, 'latin1')
}
