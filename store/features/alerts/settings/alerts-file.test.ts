import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChannelsAnswer, DigestSettings, RulesAnswer } from '../../../../contract/alerts.ts'
import type { Problem } from '../../../../contract/problem.ts'
import { sendException } from '../../../testing/issues.ts'
import { makeFolder, startStore, type TestStore } from '../../../testing/store.ts'
import { AT_ONCE, startWebhook, type Webhook } from '../testing/webhook.ts'

const folder = makeFolder()
let store: TestStore
let webhook: Webhook

beforeAll(async () => {
  webhook = await startWebhook()
  write({
    channels: { hook: { kind: 'webhook', target: '${HOOK}', secret: '${HOOK_KEY}', ...AT_ONCE } },
    rules: {
      new: { channels: ['hook'], environment: ['live'] },
      crowd: { name: 'A crowd', when: 'users', channels: ['hook', '@service'] },
    },
    digest: { channels: ['hook'], weekday: 5, zone: 'Europe/Vienna' },
  })
  const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  store = await startStore({
    folder,
    env: { ALERT_TARGETS: '127.0.0.1', HOOK: webhook.url, HOOK_KEY: key },
  })
})
afterAll(async () => {
  webhook.close()
  await store.stop()
})

function write(content: unknown): void {
  writeFileSync(join(folder, 'alerts.json'), typeof content === 'string' ? content : JSON.stringify(content))
}

test('rules and channels of the file are used, shown, and not changed by people', async () => {
  const id = await sendException(store, { environment: 'live' })
  const [request] = await webhook.received(1)
  expect(request!.message.data.issues.map((issue) => issue.id)).toEqual([id])

  const { channels } = await store.read<ChannelsAnswer>('/api/channels')
  expect(channels).toMatchObject([
    { id: 'hook', name: 'hook', kind: 'webhook', fromFile: true, gatherSeconds: 0 },
  ])
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  const fromFile = rules.filter((rule) => rule.fromFile)
  expect(fromFile).toMatchObject([
    { id: 'new', name: 'New issue in our own code', environment: ['live'], channels: ['hook'] },
    { id: 'crowd', name: 'A crowd', when: 'users', channels: ['hook', '@service'] },
  ])
  const { status, body } = await store.patch<Problem>('/api/rules/crowd', { enabled: false })
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { detail: 'The file of alerts sets the rule crowd: change it there.' },
  })
  expect((await store.ask('/api/channels/hook', { method: 'DELETE' })).status).toBe(409)
})

test('the file sets the digest, with the defaults of what it does not have', async () => {
  expect(await store.read<DigestSettings>('/api/digest')).toEqual({
    channels: ['hook'],
    weekday: 5,
    hour: 9,
    zone: 'Europe/Vienna',
    weekly: true,
    releases: true,
    fromFile: true,
  })
  const { status, body } = await store.patch<Problem>('/api/digest', { hour: 8 })
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { detail: 'The file of alerts sets the digest: change it there.' },
  })
})

test('a file that cannot be used changes nothing and is a problem; a better one is read', async () => {
  write({ channels: { hook: { kind: 'pigeon', target: 'x' } } })
  const problem = await vi.waitFor(
    async () => {
      const text = (await store.status()).problems.find((each) => each.includes('alerts.json'))
      expect(text).toBeDefined()
      return text
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(problem).toContain('channels.hook: kind must be one of webhook, slack,')
  expect((await store.read<ChannelsAnswer>('/api/channels')).channels).toHaveLength(1)
  write({ digest: { channels: ['@service'] } })
  await vi.waitFor(
    async () => expect((await store.status()).problems.join()).toContain('no channel has the id @service'),
    { timeout: 20_000, interval: 500 },
  )
  write({ digest: { hour: 24 } })
  await vi.waitFor(
    async () => expect((await store.status()).problems.join()).toContain('digest: hour must be an integer'),
    { timeout: 20_000, interval: 500 },
  )
  write({})
  await vi.waitFor(
    async () => expect((await store.read<ChannelsAnswer>('/api/channels')).channels).toEqual([]),
    { timeout: 20_000, interval: 500 },
  )
  expect((await store.status()).problems).toEqual([])
  const { body } = await store.patch<DigestSettings>('/api/digest', { hour: 8 })
  expect(body).toMatchObject({ hour: 8, weekday: 1, channels: [], fromFile: false })
})
