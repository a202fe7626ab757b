// What an unsampled page sends, before and after an error. Only Chromium: `tracing.browser.test.ts` tests
// requests and spans in all engines.

import { expect, test } from 'vitest'
import { openPage, type Page } from '../testing/page.ts'

/** Small enough for no page of a test run to be sampled. */
const neverSampled = () => ({ tracesSampleRate: 1e-9 })

/** The header `traceparent` of a request to the page's own origin. */
function requestHeader(page: Page): Promise<string | undefined> {
  return page.run(async () => {
    const headers = (await (await fetch('/answer/200')).json()) as Record<string, string>
    return headers['traceparent']
  })
}

async function throwInTask(page: Page): Promise<void> {
  await page.run(async () => {
    sdk.failInTask(new RangeError('no such page'))
    await sdk.wait(100)
    await sdk.flush()
  })
}

test('after an uncaught error an unsampled page sends spans, with the latest before it', async () => {
  const page = await openPage({ path: 'mounted', init: neverSampled })
  expect(await requestHeader(page)).toBeUndefined()
  await throwInTask(page)
  const [exception] = await page.exceptions()
  expect(await requestHeader(page)).toMatch(new RegExp(`^00-${exception?.traceId}-[\\da-f]{16}-01$`))
  const names = async () => (await page.spans()).map(({ name }) => String(name)).toSorted()
  await expect.poll(names).toEqual(['GET /answer/{id}', 'GET /answer/{id}', 'page load'])
  const traces = (await page.spans()).map(({ traceId }) => traceId)
  expect(new Set(traces)).toEqual(new Set([exception?.traceId]))
})

test('an error that the application handled changes nothing', async () => {
  const page = await openPage({ path: 'mounted', init: neverSampled })
  await page.run(async () => {
    sdk.captureException(new Error('handled'))
    await sdk.flush()
  })
  expect(await requestHeader(page)).toBeUndefined()
})

test('with the rate 0 nothing is recorded, even after an error', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 0 }) })
  await throwInTask(page)
  expect(await page.exceptions()).toHaveLength(1)
  expect(await requestHeader(page)).toBeUndefined()
  expect(await page.spans()).toEqual([])
})
