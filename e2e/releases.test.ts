// Crash-free sessions on the list of releases: a drop after a deploy is visible, also on a phone.
import { beforeAll, expect, test } from 'vitest'
import { sendSampleDay } from './testing/sample-data.ts'
import { PREVIOUS_RELEASE, RELEASE } from './testing/sample-sender.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await sendSampleDay(stack.url, Date.now(), { servers: true })
})

const open = (path: string, view = {}) => browser.open(stack.url + path, view)

test('the drop of crash-free sessions since the deploy is in words, a line and a row', async () => {
  const { page, close } = await open('/releases?service=shop')
  const chart = page.getByRole('figure', { name: 'Crash-free sessions over time, with releases' })
  await chart.waitFor()
  const text = await chart.textContent()
  const [, before, since] = /([\d.]+) % crash-free before shop ?2026\.11\.3([\d.]+) % since/.exec(text!) ?? []
  expect(Number(before)).toBeGreaterThan(96)
  expect(Number(since)).toBeLessThan(Number(before) - 2)
  expect(text).toContain('100 %')
  expect(await chart.locator('g[data-service]').count()).toBe(1)
  // The line falls at its end: y grows downwards. The last step may have just begun.
  const points = await chart.locator('polyline').last().getAttribute('points')
  const heights = points!.split(' ').map((pair) => Number(pair.split(',')[1]))
  expect(Math.max(...heights.slice(-2))).toBeGreaterThan(heights[0]! + 15)
  const row = page.getByRole('row', { name: new RegExp(RELEASE) })
  await row.getByRole('img', { name: `Crash-free sessions 24 hours before and after ${RELEASE}` }).waitFor()
  expect(await row.textContent()).toMatch(/live for 2 h 5\d m|live for 3 h/)
  expect(await row.textContent()).toContain('100 % of now')
  expect(await page.getByRole('row', { name: new RegExp(PREVIOUS_RELEASE) }).textContent()).toContain(
    '0 % of now',
  )
  await close()
})

test('each service has a line in its colour, and a release on the chart opens', async () => {
  const { page, close } = await open('/releases')
  const chart = page.getByRole('figure', { name: 'Crash-free sessions over time, with releases' })
  await chart.waitFor()
  const services = chart.locator('g[data-service]')
  expect(await services.count()).toBe(2)
  const colors = await services
    .locator('polyline')
    .evaluateAll((lines) => [...new Set(lines.map((line) => getComputedStyle(line).stroke))])
  expect(colors).toHaveLength(2)
  await page.getByRole('rowheader', { name: /shop-api.*no sessions \(server\)/ }).waitFor()
  await chart.getByRole('button', { name: `${RELEASE} shop` }).click()
  await page.waitForURL(`**/releases/shop/${RELEASE}`)
  await close()
})

test('services without sessions show their events over time instead', async () => {
  const { page, close } = await open('/releases?service=shop-api')
  await page.getByRole('figure', { name: 'Events over time, with releases' }).waitFor()
  expect(await page.getByRole('row', { name: new RegExp(RELEASE) }).textContent()).toContain('no sessions')
  await close()
})

test('on a phone a release has its sessions, and nothing moves sideways', async () => {
  const { page, close } = await open('/releases?service=shop', { width: 360, height: 800 })
  await page.getByText('sessions', { exact: true }).first().waitFor()
  await page.getByText('100 % of now').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await close()
})
