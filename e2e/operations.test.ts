// From the list of operations to one operation, to a slow call of it and its spans.
import { expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { sendTrace } from './testing/traces.ts'

const { stack, browser } = shareStackWithBrowser()

test('an operation leads to its slowest call', async () => {
  const call = (milliseconds: number) =>
    sendTrace(stack.url, [{ name: 'GET /prices', service: 'operations', start: 0, milliseconds }])
  await call(20)
  const { traceId } = await call(900)
  const { page, close } = await openScreen(browser, `${stack.url}/operations?service=operations`)
  const row = page.getByRole('table', { name: 'Operations' }).getByRole('row', { name: /GET \/prices/ })
  expect(await row.textContent()).toContain('2 calls')
  await row.getByRole('link', { name: 'GET /prices', exact: true }).click()
  await page.getByRole('heading', { name: 'GET /prices' }).waitFor()
  await page.getByRole('table', { name: 'Slow calls' }).getByRole('link').first().click()
  await page.waitForURL(`**/traces/${traceId}*`)
  await page.getByRole('treeitem', { name: /GET \/prices/ }).waitFor()
  await close()
})
