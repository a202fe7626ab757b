// Web vitals by device: a device narrows the screen, and a reload shows the same.
import { beforeAll, expect, test } from 'vitest'
import { sendSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await sendSampleDay(stack.url, Date.now(), { servers: true })
})

const open = (path: string) => browser.open(stack.url + path)

test('web vitals stand by device, and a device filters the entire screen', async () => {
  const { page, close } = await open('/vitals')
  const devices = page.getByRole('table', { name: 'LCP by device' })
  await devices.waitFor()
  expect(await devices.getByRole('rowheader').allTextContents()).toEqual(
    ['Desktop', 'Mobile', 'Tablet'].map((name) => expect.stringContaining(name)),
  )
  const shares = await devices.getByRole('cell', { name: /^\d+ %$/ }).allTextContents()
  expect(shares.reduce((sum, share) => sum + Number.parseFloat(share), 0)).toBeGreaterThan(98)
  const views = page.getByRole('table', { name: 'Web vitals by route' }).getByRole('row', { name: '/cart' })
  const before = await views.textContent()
  await devices.getByRole('link', { name: 'Mobile' }).click()
  await page.waitForURL(/device=mobile/)
  await expect.poll(() => views.textContent()).not.toBe(before)
  const narrowed = await views.textContent()
  await page.reload()
  await views.waitFor()
  expect(await views.textContent()).toBe(narrowed)
  expect(await page.getByRole('combobox', { name: 'Device' }).inputValue()).toBe('mobile')
  expect(await devices.getByRole('rowheader').count()).toBe(3)
  await page.getByRole('combobox', { name: 'Device' }).selectOption('All devices')
  await page.waitForURL((url) => !url.search.includes('device'))
  await expect.poll(() => views.textContent()).toBe(before)
  await close()
})

test('a vital has its change since the two weeks before, and its rating as shape and word', async () => {
  const { page, close } = await open('/vitals')
  const lcp = page.getByRole('navigation', { name: 'Web vitals' }).getByRole('link', { name: /^LCP/ })
  expect(await lcp.textContent()).toMatch(/needs work \+\d/)
  expect(await lcp.locator('svg path').count()).toBe(1)
  await page.keyboard.press('3')
  await page.getByRole('table', { name: 'CLS by device' }).waitFor()
  await close()
})

test('a device without values shows a message and a link back to all devices', async () => {
  const { page, close } = await open('/vitals?device=tablet&range=1h&service=admin')
  await page.getByText('No web vitals of tablets in the last hour').waitFor()
  await page.getByRole('button', { name: 'Show all devices' }).click()
  await page.waitForURL((url) => !url.search.includes('device'))
  await close()
})
