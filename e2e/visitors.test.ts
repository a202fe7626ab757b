// The page of a user: opened from an event, by the search of the issue list, and by the palette.
import { expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { sendVisitorData } from './testing/visitors.ts'

const { stack, browser } = shareStackWithBrowser()

test('errors, traces and vitals of a user are one list, which event, search and palette open', async () => {
  const user = `o'hara/${Date.now()}`
  const sessions = [`${user} a`, `${user} b`]
  // The newest event of a service that other files use is one of theirs.
  const issueId = await sendVisitorData(stack.url, { user, sessions, service: 'visitors' })
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${issueId}`)
  await page.getByRole('link', { name: user, exact: true }).click()
  await page.waitForURL('**/visitors?*')
  const rows = page.getByRole('table', { name: 'Latest of this user' }).locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.locator('td:nth-child(2)').allTextContents()).toEqual([
    'Error',
    'Vital',
    'Trace',
    'Error',
    'Vital',
    'Trace',
  ])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/traces/*')
  await page.goBack()
  await rows
    .getByRole('link', { name: `${user} b` })
    .first()
    .click()
  await page.getByRole('heading', { name: `Session ${user} b` }).waitFor()
  await expect.poll(() => rows.count()).toBe(0)
  const ofSession = page.getByRole('table', { name: 'Latest of this session' }).locator('tbody tr')
  await expect.poll(() => ofSession.count()).toBe(3)
  await page.goto(`${stack.url}/?q=${encodeURIComponent(`user:${user}`)}`)
  await page.getByRole('link', { name: `Everything of user ${user}` }).click()
  await page.getByRole('heading', { name: `User ${user}` }).waitFor()
  await page.goto(`${stack.url}/status`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill(`session:"${user} a"`)
  await page.getByRole('option', { name: `Session ${user} a` }).click()
  await page.getByRole('heading', { name: `Session ${user} a` }).waitFor()
  await close()
})
