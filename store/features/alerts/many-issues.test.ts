// Thousands of issues at once: ClickHouse limits the length of a query, and each issue is named in several.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveriesAnswer, RuleEvaluation, RulesAnswer } from '../../../contract/alerts.ts'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { addWebhook, startWebhook, type Webhook } from './testing/webhook.ts'

/** A service may add 1,000 in a minute. */
const PER_SERVICE = 1_000
const SERVICES = ['shop', 'stock', 'search', 'support']
const TOTAL = SERVICES.length * PER_SERVICE

/** A store takes both cores while it opens. */
const POLL = { timeout: 60_000 }

let store: TestStore
let webhook: Webhook

beforeAll(async () => {
  webhook = await startWebhook()
  store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
})
afterAll(async () => {
  webhook.close()
  await store.stop()
})

test('thousands of issues are reported when new, not again after a restart, and when back', async () => {
  await addWebhook(store, webhook)
  // The first evaluation looks at all issues, later ones at those that have changed.
  await expect.poll(() => lastOf('new'), POLL).toMatchObject({ reason: 'no new issue' })
  for (const service of SERVICES) await sendAll(service)
  await expect.poll(reported, POLL).toBe(TOTAL)

  const change = { filter: { range: '1h' }, status: 'resolved' }
  expect((await store.patch('/api/issues', change)).status).toBe(200)
  await store.restart()
  await expect.poll(() => lastOf('new'), POLL).toMatchObject({ numbers: { issues: TOTAL } })
  const numbers = { resolved: TOTAL, back: 0 }
  await expect.poll(() => lastOf('regressed'), POLL).toMatchObject({ numbers })
  await sendAll('shop')
  await expect.poll(reported, POLL).toBe(TOTAL + PER_SERVICE)
})

async function sendAll(service: string): Promise<void> {
  const records = Array.from({ length: PER_SERVICE }, (_, index) =>
    exceptionRecord({ type: `Error${index}` }),
  )
  await store.send('logs', logs(records, { service }))
}

async function lastOf(id: string): Promise<RuleEvaluation | null | undefined> {
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  return rules.find((rule) => rule.id === id)?.last
}

/** Changes that messages count: `5000 new issues`. */
async function reported(): Promise<number> {
  const pages = await store.readPages<DeliveriesAnswer>('/api/deliveries?status=sent&limit=100')
  const titles = pages.flatMap(({ deliveries }) => deliveries.map(({ title }) => title))
  return titles.reduce((sum, title) => sum + (Number.parseInt(title) || 1), 0)
}
