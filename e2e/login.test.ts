// With a password, a digest link leads to the login and then to the occurrence; Ctrl K has "Log out". Pages
// report without it.
import { expect, test } from 'vitest'
import { getJson, post } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser({ PASSWORD: 'open sesame', API_TOKENS: 'a-token' })

test('a digest leads to the login, and the right password to the occurrence', async () => {
  const { digest, body } = exceptionLog({ message: 'behind the login' })
  expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
  const withToken = { headers: { authorization: 'Bearer a-token' } }
  await waitFor('stored', async () => (await fetch(`${stack.url}/api/events/${digest}`, withToken)).ok)
  await expect(getJson(`${stack.url}/api/events/${digest}`)).rejects.toThrow('401')

  const { page, close } = await browser.open(`${stack.url}/d/${digest}`)
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel(/password/i).fill('open says me')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong password').waitFor()
  await page.getByLabel(/password/i).fill('open sesame')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/issues/.*event=${digest}`))
  await page.getByText('behind the login').first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('log out')
  await page.getByRole('option', { name: 'Log out', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/login$/)
  await page.goBack()
  await page.waitForURL(/\/login\?next=/)
  expect(await page.getByText('behind the login').count()).toBe(0)
  await close()
})

test('the login page reports that a session has ended, and only then', async () => {
  const { page, close } = await browser.open(`${stack.url}/status`)
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel(/password/i).fill('open sesame')
  expect(await page.getByText('Your session has ended').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Log in' }).waitFor()
  await page.context().clearCookies()
  await page.reload()
  await page.waitForURL(/\/login\?next=/)
  await page.getByText('Your session has ended').waitFor()
  await close()
})
