// Kills the store while it reports new issues. ALERT_KILLS: how often, and with how many issues.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertDelivery, DeliveriesAnswer } from '../../../contract/alerts.ts'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { addWebhook, startWebhook, type Webhook } from './testing/webhook.ts'

const KILLS = Number(process.env['ALERT_KILLS'] ?? 5)
const ISSUES_PER_KILL = 50

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

test('after kills while new issues are reported, each was reported once', async () => {
  await addWebhook(store, webhook)
  for (let kill = 0; kill < KILLS; kill++) {
    await sendIssues(kill)
    // From before the first evaluation until after the message.
    await pause((kill * 2_000) / KILLS)
    await store.restart()
  }
  const total = KILLS * ISSUES_PER_KILL
  await expect.poll(reportedIssues, { timeout: 30_000, interval: 500 }).toHaveLength(total)
  const issueIds = await reportedIssues()
  expect(new Set(issueIds).size).toBe(total)
  // A message that was sent just before a kill is repeated with the same id, as a webhook expects.
  const sent = await sentMessages()
  expect(new Set(webhook.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(sent.map(({ id }) => id)),
  )
})

async function sendIssues(kill: number): Promise<void> {
  const records = Array.from({ length: ISSUES_PER_KILL }, (_, index) =>
    exceptionRecord({ type: `Error${kill}of${index}` }),
  )
  await store.send('logs', logs(records, { service: `shop-${kill}` }))
}

async function reportedIssues(): Promise<string[]> {
  return (await sentMessages()).flatMap(({ issueIds }) => issueIds)
}

async function sentMessages(): Promise<AlertDelivery[]> {
  const pages = await store.readPages<DeliveriesAnswer>('/api/deliveries?status=sent&limit=100')
  return pages.flatMap(({ deliveries }) => deliveries)
}
