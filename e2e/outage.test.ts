// Each process is killed under load: what was acknowledged with 200 is stored afterwards, exactly once. While
// the relay is down, the monitored application works, and its user sees the fallback screen.
import { expect, test } from 'vitest'
import { fallbackSentence, readFallback } from './testing/fallback-screen.ts'
import { killUnderLoad } from './testing/kill-under-load.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const KILLS = 3
const TIMEOUT_MS = 240_000

const { stack, browser } = startStackWithBrowser()

test.for(['otelcol', 'store', 'relay'] as const)(
  'nothing acknowledged is lost or counted twice when the %s is killed',
  { timeout: TIMEOUT_MS },
  async (name) => {
    const { lost, stored, total } = await killUnderLoad(stack, name, KILLS)
    expect(lost, stack.output()).toBe(0)
    // A request without a response may have arrived as well, but nothing is stored twice.
    expect(total).toBe(stored)
  },
)

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
