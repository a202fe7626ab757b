import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AlertDelivery, DeliveriesAnswer } from '../../../contract/alerts.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { addWebhook, startWebhook, type Webhook } from './testing/webhook.ts'

const ISSUES = 20

let server: ClickhouseStandIn
let webhook: Webhook
let stores: TestStore[]

beforeAll(async () => {
  server = await startClickhouseStandIn()
  webhook = await startWebhook()
  const env = { CLICKHOUSE_URL: server.url, ALERT_TARGETS: '127.0.0.1' }
  stores = [
    await startStore({ env }),
    await startStore({ env }),
    await startStore({ env: { ...env, ALERTS: 'false' } }),
  ]
  await addWebhook(stores[0]!, webhook)
})
afterAll(async () => {
  for (const store of stores) await store.stop()
  webhook.close()
  await server.stop()
})

test('two stores of one server that both evaluate rules report each issue once', async () => {
  for (let issue = 0; issue < ISSUES; issue++)
    // Also what is received by the store that does not evaluate.
    await stores[issue % 3]!.send('logs', logs([exceptionRecord({ type: `Error${issue}` })], {}))
  await vi.waitFor(async () => expect(new Set(await reportedIssues()).size).toBe(ISSUES), {
    timeout: 60_000,
    interval: 500,
  })
  expect(await reportedIssues()).toHaveLength(ISSUES)
  const sent = await sentMessages()
  expect(new Set(webhook.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(sent.map(({ id }) => id)),
  )
})

async function reportedIssues(): Promise<string[]> {
  return (await sentMessages()).flatMap(({ issueIds }) => issueIds)
}

async function sentMessages(): Promise<AlertDelivery[]> {
  const path = '/api/deliveries?status=sent&limit=100'
  return (await stores[2]!.read<DeliveriesAnswer>(path)).deliveries
}
