// The watched application while the house is gone: everything works as before, and its user still sees the screen.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type House } from './house.ts'
import { fallbackSentence, openBrowser, readFallback, type Visitor } from './page.ts'

let house: House
let browser: Visitor
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('with the relay down the shop sells, and breaks in the same words', async () => {
  const shop = await browser.visit(`${house.url}/demo`)
  const basket = shop.page.getByText(/basket: /)
  await basket.waitFor()
  await house.close()

  const before = await basket.innerText()
  await shop.page
    .getByRole('button', { name: /add|buy|basket/i })
    .first()
    .click()
  await expect.poll(() => basket.innerText()).not.toBe(before)

  await shop.page.getByRole('button', { name: 'Throw in a click handler' }).click()
  await expect.poll(() => shop.said()).toContain('uncaught: ')
  const uncaught = shop.lines().filter((line) => line.startsWith('uncaught: '))
  expect(uncaught).toHaveLength(1)

  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(house.url).host))
  expect(digest).toHaveLength(8)
  // The browser prints a line for each request that fails; a relay that stays down must not fill the console.
  expect(shop.lines().filter((line) => line.includes('ERR_CONNECTION_REFUSED')).length).toBeLessThan(10)
  await shop.leave()
})
