// A thrown value that is no error: the SDK attaches the stack of its own handler.
import { expect, test } from 'vitest'
import { eventually, post, startTestRelay } from '../../testing/relay-fixture.ts'

const relay = await startTestRelay()
const FILE = 'https://shop.example/app.js'

test.each([
  ['auto.browser.browserapierrors.setTimeout', false],
  ['instrument', false],
  // The position that the browser tells.
  ['auto.browser.global_handlers.onerror', true],
])('caught by %s, its stack is stored: %s', async (type, isStored) => {
  const value = `payment declined, caught by ${type}`
  const frames = [{ function: '?', filename: FILE, lineno: 1, colno: 5 }]
  const mechanism = { type, handled: false, synthetic: true }
  const exception = { values: [{ type: 'Error', value, stacktrace: { frames }, mechanism }] }
  const event = { timestamp: Date.now() / 1000, platform: 'javascript', exception }
  expect((await post(`${relay.url}/api/42/store/?sentry_key=abc`, event)).status).toBe(200)
  await eventually(() => {
    const record = relay.collector.logRecords.find(({ attributes = [] }) =>
      attributes.some((attribute) => attribute.value?.stringValue === value),
    )
    expect(record).toBeDefined()
    expect(JSON.stringify(record).includes(FILE)).toBe(isStored)
  })
})
