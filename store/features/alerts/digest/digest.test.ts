import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openTestEngine } from '../../../testing/engine.ts'
import { sendException } from '../../../testing/issues.ts'
import { owner, person } from '../../../testing/people.ts'
import { startReceiver } from '../../../testing/receivers.ts'
import { makeFolder, startStore } from '../../../testing/store.ts'
import { DEFAULT_LIMITS } from '../messages/schedule.ts'
import type { DigestSetting } from './digest-settings.ts'
import { lastWeekEnd } from './due-digests.ts'

const HOUR_MS = 3_600_000
const WEEKLY: DigestSetting = {
  channels: ['hook'],
  weekday: 1,
  hour: 9,
  zone: 'UTC',
  weekly: true,
  releases: false,
}

const zones = constantFrom('UTC', 'Europe/Vienna', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland')

test('a week ends at the hour of its weekday in its zone, less than eight days ago', () => {
  assert(
    property(
      integer({ min: 0, max: 5_000 }),
      integer({ min: 1, max: 7 }),
      integer({ min: 4, max: 23 }),
      zones,
      (hours, weekday, hour, zone) => {
        const now = Date.UTC(2026, 0, 1) + hours * HOUR_MS + 1_234_567
        const end = Number(
          lastWeekEnd({ ...WEEKLY, weekday, hour, zone }, BigInt(now) * 1_000_000n) / 1_000_000n,
        )
        expect(now - end).toBeGreaterThanOrEqual(0)
        expect(now - end).toBeLessThanOrEqual((7 * 24 + 1) * HOUR_MS)
        const text = new Date(end).toLocaleString('en', {
          timeZone: zone,
          weekday: 'narrow',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        })
        expect(text).toBe(`${'MTWTFSS'[weekday - 1]} ${String(hour).padStart(2, '0')}:00`)
      },
    ),
  )
})

/** A folder whose settings are two days old: a webhook, and a digest that it receives. */
async function folderWith(url: string, digest: DigestSetting): Promise<string> {
  const folder = makeFolder()
  const engine = await openTestEngine(folder, 30)
  const hook = {
    ...DEFAULT_LIMITS,
    name: 'hook',
    kind: 'webhook',
    target: url,
    secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    previousSecret: null,
    resumedAt: 0,
    heartbeatMinutes: 0,
  }
  const At = (Date.now() / 1000 - 2 * 86_400).toFixed(9)
  const rows = [
    { Kind: 'channel', Id: 'hook', At, Value: JSON.stringify(hook) },
    { Kind: 'digest', Id: 'digest', At, Value: JSON.stringify(digest) },
  ]
  await engine.insert('settings', rows.map((row) => JSON.stringify(row)).join('\n'), 'settings')
  await engine.close()
  return folder
}

type Body = { type: string; data: { text: string } }

test('the digest of a week is sent once, also by a store that was down at its hour', async () => {
  const receiver = await startReceiver()
  // The hour that has just begun is the end of the week.
  const now = new Date()
  const weekday = now.getUTCDay() || 7
  const folder = await folderWith(receiver.url, { ...WEEKLY, weekday, hour: now.getUTCHours() })
  const store = await startStore({ folder, env: { ALERT_TARGETS: '127.0.0.1' } })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 })
  const { type, data } = JSON.parse(receiver.received[0]!.body) as Body
  expect([type, data.text]).toEqual(['summary', expect.stringContaining('week')])
  await store.restart()
  const { body } = await store.post('/api/channels/hook/test', {})
  expect(body).toMatchObject({ delivered: true })
  expect(receiver.received.map((request) => (JSON.parse(request.body) as Body).type)).toEqual([
    'summary',
    'test',
  ])
  await store.stop()
})

test('people who chose a channel of the digest have their open issues in it', async () => {
  const receiver = await startReceiver()
  const folder = await folderWith(receiver.url, { ...WEEKLY, weekly: false })
  const store = await startStore({ folder, env: { ALERT_TARGETS: '127.0.0.1' } })
  const admin = owner(store)
  const [ada, sam] = [person(store, { name: 'Ada' }), person(store, { name: 'Sam', services: ['shop'] })]
  const issues: string[] = []
  for (const [service, type] of [
    ['shop', 'CartError'],
    ['shop', 'SolvedError'],
    ['admin', 'LoginError'],
    ['shop', 'ShelfError'],
  ] as const)
    issues.push(await sendException(store, { service, type, at: Date.now() - 2 * HOUR_MS }))
  await ada.patch('/api/issues', { ids: issues.slice(0, 3), assignee: 'me' })
  await admin.patch('/api/issues', { ids: issues.slice(2), assignee: 'sam' })
  await admin.patch('/api/issues', { ids: [issues[1]], status: 'resolved' })
  const rule = { name: 'shop', when: 'users', service: ['shop'], channels: ['hook'] }
  await admin.post('/api/rules', rule)
  for (const sender of [ada, sam])
    expect((await sender.patch('/api/me/channel', { channel: 'hook' })).status).toBe(200)
  // It was set yesterday, for the hour that has just begun.
  await store.end()
  const engine = await openTestEngine(folder, 30)
  const now = new Date()
  const digest = { ...WEEKLY, weekday: now.getUTCDay() || 7, hour: now.getUTCHours() }
  const At = (Date.now() / 1000 - 86_400).toFixed(9)
  const row = { Kind: 'digest', Id: 'digest', At, Value: JSON.stringify(digest) }
  await engine.insert('settings', JSON.stringify(row), 'digest')
  await engine.close()
  await store.start()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 })
  const { text } = (JSON.parse(receiver.received[0]!.body) as Body).data
  const [, ofAda, ofSam] = text.split(/^Assigned to /m).map((part) => part.split('\n\n'))
  expect([ofAda!.slice(0, 1), ofSam!.slice(0, 1)]).toEqual([['Ada (1 of 1 open)'], ['Sam (1 of 1 open)']])
  expect(ofAda![1]).toMatch(/^CartError: .*, shop: 1 event$/)
  expect(ofSam![1]).toMatch(/^ShelfError: .*, shop: 1 event$/)
  await store.stop()
})

test('a release of production that is a day old has a digest, no other one', async () => {
  const receiver = await startReceiver()
  const folder = await folderWith(receiver.url, { ...WEEKLY, weekly: false, releases: true })
  const store = await startStore({ folder, env: { ALERT_TARGETS: '127.0.0.1' } })
  const at = Date.now() - 25 * HOUR_MS
  for (const [release, environment, time] of [
    ['1.0-staging', 'staging', at],
    ['2.0-young', 'production', at + 2 * HOUR_MS],
    ['3.0', 'production', at],
  ] as const)
    await sendException(store, { service: 'shop', release, environment, at: time })
  // A round looks for digests at once after a change.
  await store.patch('/api/channels/hook', { name: 'all' })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 })
  await store.post('/api/channels/hook/test', {})
  const texts = receiver.received.map(({ body }) => (JSON.parse(body) as Body).data.text)
  expect(texts).toEqual([expect.stringMatching(/^The first day of 3\.0 of shop/), expect.any(String)])
  await store.stop()
})
