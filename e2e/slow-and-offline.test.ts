// What the console reports when a query takes too long, when the store hangs, and without a network.
import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { openScreen } from './testing/browser-session.ts'
import { sendIncident } from './testing/incident.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()
const header = (page: Page) => page.getByRole('banner').locator('a[href="/status"].health')

test('a query that takes too long is reported as slow, by the screen and by the header', async () => {
  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  await page.route(/\/api\/(vitals|issues)\b/, () => undefined)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByText('This took longer than 10 s').waitFor()
  await header(page).getByText('the store is slow').waitFor()
  expect(await page.getByText('The store does not answer').count()).toBe(0)
  // The request is repeated, and the message stays.
  await page.waitForRequest(/\/api\/vitals\b/)
  expect(await page.getByText('This took longer than 10 s').count()).toBe(1)
  await page.unroute(/\/api\/(vitals|issues)\b/)
  await page.getByText('This took longer than 10 s').waitFor({ state: 'detached' })
  await header(page).getByText('the store is slow').waitFor({ state: 'detached' })
  await close()
})

test('a browser without a network is reported as offline, with the age of what is shown', async () => {
  await sendIncident(stack.url, 'OfflineError')
  const { page, close } = await openScreen(browser, stack.url)
  await page.getByRole('row').nth(1).waitFor()
  await page.context().setOffline(true)
  await header(page)
    .getByText(/^offline, data of .* ago$/)
    .waitFor()
  await page.getByText('You are offline').first().waitFor()
  const notice = await page.getByRole('alert').filter({ hasText: 'You are offline' }).first().textContent()
  expect(notice).toMatch(/The data shown is \d+ (s|min) old/)
  expect(notice).not.toMatch(/relay|store/)
  await page.context().setOffline(false)
  await page.getByText('You are offline').first().waitFor({ state: 'detached' })
  await header(page).getByText('ago').waitFor()
  await close()
})

test('an action without a network names the reason', async () => {
  const { issueId } = await sendIncident(stack.url, 'OfflineActionError')
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${issueId}`)
  await page.context().setOffline(true)
  await page.keyboard.press('e')
  await page
    .getByText(/You are offline/)
    .first()
    .waitFor()
  expect(await page.getByText('The relay does not answer').count()).toBe(0)
  await close()
})
