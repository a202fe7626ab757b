// The monitored application while the relay is down: it works, and its user sees the fallback screen.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type BrowserSession } from './testing/browser-session.ts'
import { fallbackSentence, readFallback } from './testing/fallback-screen.ts'
import { startStack, type Stack } from './testing/stack.ts'

let stack: Stack
let browser: BrowserSession
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('with the relay down the shop works, and an error shows the same fallback screen', async () => {
  const shop = await browser.open(`${stack.url}/demo`)
  const basket = shop.page.getByText(/basket: /)
  await basket.waitFor()
  await stack.close()

  const text = await basket.innerText()
  await shop.page
    .getByRole('button', { name: /add|buy|basket/i })
    .first()
    .click()
  await expect.poll(() => basket.innerText()).not.toBe(text)

  await shop.page.getByRole('button', { name: 'Throw in a click handler' }).click()
  await expect.poll(() => shop.consoleText()).toContain('uncaught: ')
  const uncaught = shop.consoleLines().filter((line) => line.startsWith('uncaught: '))
  expect(uncaught).toHaveLength(1)

  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(stack.url).host))
  expect(digest).toHaveLength(8)
  // The browser prints a line for each request that fails; a relay that stays down must not fill the console.
  const refused = shop.consoleLines().filter((line) => line.includes('ERR_CONNECTION_REFUSED'))
  expect(refused.length).toBeLessThan(10)
  await shop.close()
})
