// Thousands of issues at once: ClickHouse limits the length of a query, and each issue is named in several.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedChannel, DeliveriesAnswer, RulesAnswer } from '../../../contract/alerts.ts'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { startReceiver, type Receiver } from './testing/receiver.ts'

/** A service may add 1,000 in a minute. */
const SERVICES = 5
const PER_SERVICE = 1_000
const TOTAL = SERVICES * PER_SERVICE

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

test('thousands of issues are reported when new, not again after a restart, and when back', async () => {
  const limits = { gatherSeconds: 0, pauseSeconds: 0, messagesPerHour: 3_600 }
  const channel = { name: 'hook', kind: 'webhook', target: receiver.url, ...limits }
  expect((await store.post<CreatedChannel>('/api/channels', channel)).status).toBe(201)
  // The first evaluation looks at all issues, later ones at those that have changed.
  await expect.poll(async () => (await rules())[0]!.last?.reason).toBe('no new issue')
  await sendAll()
  await expect.poll(reported, { timeout: 30_000 }).toBe(TOTAL)

  const { status } = await store.patch('/api/issues', {
    filter: { range: '1h' },
    status: 'resolved',
  })
  expect(status).toBe(200)
  await store.restart()
  await expect.poll(async () => (await rules())[0]!.last?.reason).toBe(`${TOTAL} new`)
  await expect.poll(async () => (await rules())[1]!.last?.numbers).toEqual({ resolved: TOTAL, back: 0 })
  await sendAll()
  await expect.poll(reported, { timeout: 30_000 }).toBe(2 * TOTAL)
})

async function sendAll(): Promise<void> {
  for (let service = 0; service < SERVICES; service++) {
    const records = Array.from({ length: PER_SERVICE }, (_, index) =>
      exceptionRecord({ type: `Error${index}` }),
    )
    await store.send('logs', logs(records, { service: `shop-${service}` }))
  }
}

async function rules(): Promise<RulesAnswer['rules']> {
  return (await store.read<RulesAnswer>('/api/rules')).rules
}

/** Changes that messages count: `5000 new issues`. */
async function reported(): Promise<number> {
  const pages = await store.readPages<DeliveriesAnswer>('/api/deliveries?status=sent&limit=100')
  const titles = pages.flatMap(({ deliveries }) => deliveries.map(({ title }) => title))
  return titles.reduce((sum, title) => sum + (Number.parseInt(title) || 1), 0)
}
