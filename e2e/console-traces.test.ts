// One trace in the console: services, the panel of a span, errors, filter, clocks, critical path, zoom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type BrowserSession } from './testing/browser-session.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { sendTrace, type SentTrace, type SpanInput } from './testing/traces.ts'

let stack: Stack
let browser: BrowserSession
let wide: SentTrace
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  // Services of other traces take part in the colours of lists.
  await sendTrace(stack.url, chain(Array.from({ length: 30 }, (_, index) => `other-${index}`)))
  wide = await sendTrace(stack.url, chain(Array.from({ length: 12 }, (_, index) => `team-service-${index}`)))
})
afterAll(async () => {
  await browser?.close()
  await stack?.close()
})

function openTrace({ traceId }: SentTrace, search = '', view = {}) {
  return browser.open(`${stack.url}/traces/${traceId}${search}`, view)
}

/** One span per service, each the parent of the next. */
function chain(services: string[]): SpanInput[] {
  return services.map((service, index) => ({
    name: `step ${index}`,
    ...(index > 0 && { parent: `step ${index - 1}` }),
    service,
    start: index * 10,
    milliseconds: 1_000 - index * 20,
  }))
}

test('twelve services of a trace look different, also where the installation has many', async () => {
  const { page, close } = await openTrace(wide)
  await page.getByRole('treeitem').first().waitFor()
  const backgrounds = await page
    .getByRole('treeitem')
    .locator('[class*=bar]')
    .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).background))
  expect(backgrounds.length).toBe(12)
  expect(new Set(backgrounds).size).toBe(12)
  await close()
})
