// A thrown value that is no error: the SDK attaches the stack of its own handler, which groups nothing.
import { expect, test } from 'vitest'
import { eventually, post, startTestRelay } from '../../testing/relay-fixture.ts'

const relay = await startTestRelay()
const FILE = 'https://shop.example/app.js'

test.each([
  ['auto.browser.browserapierrors.setTimeout', true],
  ['instrument', true],
  // The position that the browser tells.
  ['auto.browser.global_handlers.onerror', false],
])('caught by %s, its stack is marked: %s', async (type, isMarked) => {
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
    expect(JSON.stringify(record)).toContain(FILE)
    const isOfHandler = record!.attributes!.some(({ key }) => key === 'errata.stack_of_handler')
    expect(isOfHandler).toBe(isMarked)
  })
})
