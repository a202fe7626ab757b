// Operations and their baseline: the list, its order and services; one operation, its issues and breakdown.
import { beforeAll, expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { sendSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { sendTrace } from './testing/traces.ts'

const QUOTE = 'GET /api/quote'
const QUOTE_PATH = `/operations/shop-api?operation=${encodeURIComponent(QUOTE)}`

const { stack, browser } = startStackWithBrowser()

beforeAll(async () => {
  await sendSampleDay(stack.url, Date.now(), { servers: true })
})

test('the operations with the largest share of time come first; another order is in the URL', async () => {
  const { page, close } = await open('/operations')
  const table = page.getByRole('table', { name: 'Operations' })
  const names = () => table.locator('tbody code').allTextContents()
  expect((await names())[0]).toBe('page.load')
  await table.getByRole('columnheader', { name: 'Share of time' }).and(page.locator('[aria-sort]')).waitFor()
  const row = table.getByRole('row').filter({ hasText: QUOTE }).filter({ hasText: 'shop-api' })
  await row.getByText(/^×\d+\.\d$/).waitFor()
  expect(await row.textContent()).toMatch(/1\.92 s×\d+\.\d\d+\.\d %/)
  const histogram = row.getByRole('img', { name: /^half within .* 95 % within 1\.92 s/ })
  expect(await histogram.locator('rect').count()).toBeGreaterThan(1)
  await table.getByRole('button', { name: 'p95 against 7 d' }).click()
  await page.waitForURL(/by=change/)
  await page.reload()
  await table.locator('tbody tr').first().filter({ hasText: QUOTE }).getByText(/^×\d/).waitFor()
  await page.keyboard.press('s')
  await page.waitForURL((url) => !url.searchParams.has('by'))
  await close()
})

test('a service has a tab with the number of its operations, its figures and a chart', async () => {
  const { page, close } = await open('/operations')
  const tabs = page.getByRole('navigation', { name: 'Service' })
  await tabs.getByRole('link', { name: 'All 5' }).waitFor()
  await tabs.getByRole('link', { name: 'prices 1' }).click()
  await page.waitForURL(/service=prices/)
  for (const look of [() => Promise.resolve(null), () => page.reload()]) {
    await look()
    const figures = page.getByRole('region', { name: 'All operations' })
    await figures.getByText(/^usually 0$/).waitFor()
    await page.getByRole('img', { name: /^p95 over time, at most 1\.54 s/ }).waitFor()
    await tabs.getByText('1 of 1 operations').waitFor()
    await page.getByText('100 % of time').waitFor({ state: 'attached' })
    expect(await page.getByRole('table', { name: 'Operations' }).locator('tbody tr').count()).toBe(1)
  }
  await close()
})

test('one operation has its baseline, its issues and the parts of its time', async () => {
  const { page, close } = await open(QUOTE_PATH)
  const figures = page.getByRole('region', { name: 'Metrics', exact: true })
  await figures
    .getByText(/^usually \d+ ms, ×\d+\.\d$/)
    .first()
    .waitFor()
  await figures.getByText(/^of shop-api, usually 100 %$/).waitFor()
  const parts = page.getByRole('table', { name: /Where its time goes/ })
  expect(await parts.getByRole('row', { name: /POST \/prices/ }).textContent()).toMatch(/prices80\.0 %$/)
  expect(await parts.getByRole('row', { name: /the operation itself/ }).textContent()).toMatch(/20\.0 %$/)
  const issues = page.getByRole('region', { name: /^Issues in traces/ })
  await issues.getByText('7 here').waitFor()
  await issues.getByRole('link', { name: /QuoteError/ }).click()
  await page.waitForURL(/\/issues\/[0-9a-f]+/)
  await close()
})

test('an area of the calls opens its traces, and what differs in them', async () => {
  const { page, close } = await open(QUOTE_PATH)
  const cells = page.getByRole('slider', { name: /Traces by start and duration/ })
  const { x, y, width, height } = (await cells.boundingBox())!
  await page.mouse.move(x + width - 1, y + 1)
  await page.mouse.down()
  await page.mouse.move(x + 1, y + height * 0.3, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/\/traces\?.*operation=GET.*minDurationNs=\d/)
  await page.getByRole('heading', { name: 'What differs in the selection' }).waitFor()
  const rows = page.getByRole('table', { name: /^Traces/ }).locator('tbody tr')
  await rows.nth(6).waitFor()
  expect(await rows.count()).toBe(7)
  await page.goBack()
  // By keyboard: the newest cell of the longest calls.
  await cells.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/traces\?.*started=/)
  await close()
})

test('a long name makes no list wider than a phone', async () => {
  const { page, close } = await browser.open(`${stack.url}/operations`, { width: 390, height: 844 })
  await page
    .getByText(/% of time/)
    .first()
    .waitFor()
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
  expect(await width()).toBe(390)
  await page.evaluate(`document.querySelector('tbody code').textContent = '/part'.repeat(40)`)
  expect(await width()).toBe(390)
  await close()
})

const open = (path: string) => openScreen(browser, stack.url + path)

test('the baseline has gaps for hours without calls', async () => {
  const hour = 3_600_000
  const call = { name: 'GET /rare', service: 'sparse', start: 0, milliseconds: 50 }
  // The calls of the previous day are the baseline.
  for (const hours of [20, 3, 2, 44, 27, 26]) await sendTrace(stack.url, [call], Date.now() - hours * hour)
  const { page, close } = await open('/operations?service=sparse')
  // The marks of releases are pictures, too.
  const chart = page.locator('[role=img] svg').filter({ has: page.locator('polygon') })
  await expect.poll(() => chart.locator('polygon').count()).toBe(2)
  await close()
})
