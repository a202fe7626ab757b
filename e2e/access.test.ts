// With a password the console asks for it and leads back to where one wanted to go; pages report all the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openHouse, until, type House } from './house.ts'
import { openBrowser, type Visitor } from './page.ts'
import { exceptionLog, post } from './telemetry.ts'

let house: House
let browser: Visitor
beforeAll(async () => {
  house = await openHouse({ PASSWORD: 'open sesame', API_TOKENS: 'a-token' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

test('a digest leads to the login, and the right password to the occurrence', async () => {
  const { digest, body } = exceptionLog({ message: 'behind the door' })
  expect((await post(`${house.url}/monitoring`, body)).status).toBe(200)
  const withToken = { headers: { authorization: 'Bearer a-token' } }
  await until('stored', async () => (await fetch(`${house.url}/api/events/${digest}`, withToken)).ok)
  await expect(ask(`${house.url}/api/events/${digest}`)).rejects.toThrow('401')

  const { page, leave } = await browser.visit(`${house.url}/d/${digest}`)
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel(/password/i).fill('open says me')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong password').waitFor()
  await page.getByLabel(/password/i).fill('open sesame')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/issues/.*event=${digest}`))
  await page.getByText('behind the door').first().waitFor()
  await leave()
})
