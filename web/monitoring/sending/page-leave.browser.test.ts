// Requests in flight while a page closes. Listeners of the application may run before ours.

import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'

test.for<[name: string, listen: () => void]>([
  ['no listener of the application', () => {}],
  ['a listener of the application, added first', () => addEventListener('pagehide', () => {})],
  ['a listener of the application in the capture phase', () => addEventListener('pagehide', () => {}, true)],
])('requests in flight when a page closes arrive once: %s', async ([, listen]) => {
  const page = await openPage({ path: 'mounted', answer: 'late' })
  await page.run(
    async (listen, url) => {
      await sdk.flush()
      await sdk.shutdown()
      listen()
      sdk.init({ service: 'test-app', url, tracesSampleRate: 0 })
      sdk.captureException(new Error('in flight'))
    },
    listen,
    page.url,
  )
  await expect.poll(() => page.messages()).toEqual(['in flight'])
  await page.run(() => void sdk.captureException(new Error('queued')))
  await page.leave()
  await expect.poll(() => page.messages()).toContain('queued')
  // Whatever else was sent as the page went is received before the responses of these.
  for (let n = 0; n < 3; n++) await page.exceptions()
  expect((await page.messages()).toSorted()).toEqual(['in flight', 'queued'])
})
