// The language of an SDK: one name stands for the pages and the server of a framework.
import { expect, test } from 'vitest'
import { eventually, startTestRelay } from '../../testing/relay-fixture.ts'

const relay = await startTestRelay()

test.each([
  ['sentry.javascript.nextjs', 'javascript', 'webjs'],
  ['sentry.javascript.nextjs', 'node', 'nodejs'],
  ['sentry.javascript.node', 'node', 'nodejs'],
  ['sentry.python.flask', 'python', 'python'],
])('%s on %s is %s', async (name, platform, language) => {
  relay.collector.clear()
  const now = Date.now() / 1000
  const trace = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) }
  const sdk = { name, version: '11.0.0' }
  const times = { start_timestamp: now - 1, timestamp: now }
  const transaction = { platform, sdk, transaction: 'GET /orders', contexts: { trace }, ...times }
  const body = ['{}', '{"type":"transaction"}', JSON.stringify(transaction)].join('\n')
  const answer = await fetch(`${relay.url}/api/42/envelope/?sentry_key=abc`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  await eventually(() =>
    expect(relay.collector.resources.map(({ resource }) => resource?.attributes)).toEqual([
      expect.arrayContaining([{ key: 'telemetry.sdk.language', value: { stringValue: language } }]),
    ]),
  )
})
