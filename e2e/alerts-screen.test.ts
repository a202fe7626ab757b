// Alerts in the console: a channel is added, an exception is told and seen as sent, a rule is changed, and a
// receiver that refuses turns its channel red.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RulesAnswer } from '../contract/alerts.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, send } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts'

const { stack, browser } = startStackWithBrowser({ ALERT_TARGETS: '127.0.0.1' })
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())

const open = (search = '') => openScreen(browser, `${stack.url}/alerts${search}`)
const channelOf = (page: Page) => page.getByRole('complementary').getByRole('listitem')

test('all rules send to the first channel, its key is shown once, and a test shows the answer', async () => {
  const { page, close } = await open()
  const rules = page.getByRole('table', { name: 'Rules' })
  await rules.getByText('nobody').nth(4).waitFor()
  const form = page.getByRole('form', { name: 'New channel' })
  await form.getByLabel('Kind').selectOption('webhook')
  await form.getByLabel('Name').fill('ops hook')
  await form.getByLabel('URL').fill('http://192.168.7.7/hook?token=s3cret')
  await form.getByText('How often').click()
  await form.getByLabel('Gather, seconds').fill('0')
  await form.getByLabel('Pause, seconds').fill('0')
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByRole('button', { name: 'Add channel' }).click()
  const secret = await page.getByRole('region', { name: 'Key of the signature' }).locator('code').innerText()
  expect(secret).toMatch(/^whsec_/)
  await rules.getByText('ops hook').nth(4).waitFor()

  await page.getByRole('button', { name: 'Test ops hook' }).click()
  await channelOf(page)
    .getByText(/^Sent 200 in \d+ ms$/)
    .waitFor()
  expect(receiver.messages.map(({ type }) => type)).toEqual(['test'])
  expect(receiver.messages[0]?.isSignedWith(secret)).toBe(true)
  await page.reload()
  await channelOf(page).getByText('ops hook').waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  await close()
})

test('a new issue is a message that was sent, and opens its issue', async () => {
  await send(stack.url, exceptionLog({ message: 'cart is undefined' }).body)
  await waitFor('the message', () => receiver.messages.some(({ type }) => type === 'issue.new'))
  const { page, close } = await open()
  const row = page.getByRole('table', { name: /Deliveries/ }).getByRole('row', { name: /cart is undefined/ })
  await row.getByText(/Sent 200 in/).waitFor()
  expect(await row.innerText()).toContain('New issue in our own code')
  await page.getByRole('row', { name: /New issue in our own code.*1 message/ }).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /cart is undefined/ }).waitFor()
  await close()
})

test('a rule is changed by keys, saved, and changed back', async () => {
  const { page, close } = await open()
  const rule = page.getByRole('form', { name: 'Rule' })
  await page.getByRole('link', { name: 'New issue in our own code' }).focus()
  await page.keyboard.press('Enter')
  await rule.getByText(/It sent 1 message in the last 7 days/).waitFor()
  await rule.getByLabel('Origin').selectOption('anywhere')
  await rule.getByLabel('Wait after a deploy').selectOption('10')
  await page.getByRole('link', { name: 'New issue in our own code' }).focus()
  await page.keyboard.press('s')
  await page.getByText('The rule is saved').waitFor()
  expect(await newIssueRule()).toMatchObject({ quietAfterDeployMinutes: 10, environment: ['production'] })
  expect((await newIssueRule())?.origin).toBe(undefined)
  await page.keyboard.press('z')
  await expect.poll(newIssueRule).toMatchObject({ origin: ['own', 'dependency', 'inline', 'unknown'] })
  await page.keyboard.press('x')
  await expect.poll(newIssueRule).toMatchObject({ enabled: false })
  await page.keyboard.press('x')
  await expect.poll(newIssueRule).toMatchObject({ enabled: true })
  await close()
})

test('a receiver that refuses turns the channel red, also on the status, until it accepts', async () => {
  receiver.status = 404
  const frames = ['pay (https://shop.example/assets/pay-a1b2c3d4.js:7:9)']
  await send(stack.url, exceptionLog({ message: 'pay is undefined', frames }).body)
  const { page, close } = await open('?deliveries=failed')
  const deliveries = page.getByRole('table', { name: /Deliveries/ })
  const row = deliveries.getByRole('row', { name: /pay is undefined/ })
  await row
    .getByText(/Failed 404 no such hook/)
    .first()
    .waitFor()
  await channelOf(page)
    .getByText(/^Failing 404 no such hook/)
    .waitFor()
  await page.goto(`${stack.url}/status`)
  await page.getByText(/The channel ops hook cannot send: 404 no such hook/).waitFor()
  await page.getByRole('link', { name: 'ops hook' }).click()

  receiver.status = 200
  await page.getByRole('form', { name: 'Channel' }).waitFor()
  await row.getByRole('button', { name: 'Send now' }).click()
  await row.getByText(/Sent 200 in/).waitFor()
  await channelOf(page)
    .getByText(/^Sent 200 in/)
    .first()
    .waitFor()
  await close()
})

test('a channel that is deleted names the rules that lose it', async () => {
  const { page, close } = await open()
  await page.getByRole('link', { name: 'ops hook' }).click()
  await page.getByRole('button', { name: 'Delete channel' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.innerText()).toMatch(
    /5 rules lose it: New issue in our own code, .*A service is silent/,
  )
  await dialog.getByRole('button', { name: 'Delete channel' }).click()
  await page.getByRole('heading', { name: 'The first channel' }).waitFor()
  await page.getByRole('row', { name: /pay is undefined.*deleted channel/ }).waitFor()
  await close()
})

async function newIssueRule() {
  const { rules } = await getJson<RulesAnswer>(`${stack.url}/api/rules`)
  return rules.find(({ id }) => id === 'new')
}
