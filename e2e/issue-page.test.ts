// The page of one issue: clocks of devices that are wrong, long values, and a note that a key saves.
import { expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { send } from './testing/http.ts'
import { sendError } from './testing/issues.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog, nanoseconds } from './testing/telemetry.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const { stack, browser } = shareStackWithBrowser()

/** Opens the page of an event that a device sent whose clock differs by so much. */
async function openEventOfClock(name: string, differenceMs: number) {
  const at = Date.now() + differenceMs
  const frames = [`${name} (https://shop.example/assets/${name}.js:1:2)`]
  const { digest, body } = exceptionLog({ service: 'clocks', message: name, frames })
  body.resourceLogs[0]!.scopeLogs[0]!.logRecords[0]!.timeUnixNano = nanoseconds(at)
  await send(stack.url, body)
  await eventOf(stack, digest)
  return { at, ...(await openScreen(browser, `${stack.url}/d/${digest}`)) }
}

test.each([
  ['twoDays', 2 * DAY_MS, '2 d ahead'],
  ['threeHours', 3 * HOUR_MS, '3 h ahead'],
  ['fiveYears', -5 * 366 * DAY_MS, '5 y behind'],
])('an event of a clock that differs (%s) has the difference and when it was received', async (...row) => {
  const [name, difference, text] = row
  const { page, at, close } = await openEventOfClock(name, difference)
  const bar = page.getByRole('region', { name: 'Event', exact: true })
  const clock = bar.getByText(/^clock of the device is/)
  expect(await clock.textContent()).toMatch(text)
  expect(await clock.textContent()).toMatch(/; received \d\d:\d\d$/)
  expect(await bar.textContent()).not.toContain(' ago')
  const isMoved = Math.abs(difference) > DAY_MS
  if (isMoved) await page.getByText(new Date(at).toISOString()).waitFor()
  await page.getByText(/^1 event, /).waitFor()
  await close()
})

test('an event of a clock that is right has its age', async () => {
  const { page, close } = await openEventOfClock('rightClock', -60_000)
  const bar = page.getByRole('region', { name: 'Event', exact: true })
  expect(await bar.textContent()).toMatch(/1 min ago, latest/)
  expect(await bar.textContent()).not.toContain('clock')
  await close()
})

test('a long release does not widen the table of events', async () => {
  const release = `2026.11.3-${'feature-'.repeat(40)}`
  const id = await sendError(stack.url, 'LongReleaseError', { release })
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  const cell = page.getByRole('table', { name: 'Events' }).getByTitle(release)
  const { width, height } = (await cell.boundingBox())!
  expect(width).toBeLessThan(250)
  expect(height).toBeLessThan(40)
  const sidebar = (await page.getByRole('complementary').boundingBox())!
  const table = (await page.getByRole('table', { name: 'Events' }).boundingBox())!
  expect(table.x + table.width).toBeLessThanOrEqual(sidebar.x)
  await close()
})

test('the page of an issue begins with what the list has of it', async () => {
  const id = await sendError(stack.url, 'LoadingError', { service: 'loading', message: 'not loaded yet' })
  const { page, close } = await openScreen(browser, `${stack.url}/?service=loading`)
  await page.route(new RegExp(`/api/issues/${id}`), () => undefined)
  await page.getByRole('link', { name: /LoadingError/ }).click()
  await page.getByRole('heading', { level: 1, name: 'LoadingError not loaded yet' }).waitFor()
  await page.getByLabel('Loading the issue').waitFor()
  await expect.poll(() => page.title()).toBe('LoadingError not loaded yet · Errata')
  await close()
})

test('a search without a match has neither an axis nor marks of releases', async () => {
  await sendError(stack.url, 'ChartError', { service: 'charts' })
  const { page, close } = await openScreen(browser, `${stack.url}/?service=charts`)
  await page.getByRole('slider').waitFor()
  await page.goto(`${stack.url}/?service=charts&q=nothing-like-this`)
  await page.getByText(/^0 events/).waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
  await close()
})

test('facets of which all events have one value are one line', async () => {
  const service = 'alike'
  await sendError(stack.url, 'OtherError', { service, release: '1.0.0' })
  const attributes = { 'deployment.environment.name': 'production', 'http.route': '/cart' }
  const id = await sendError(stack.url, 'AlikeError', { service, release: '2.0.0', attributes })
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  const line = page.getByRole('complementary').getByText(/^All in/)
  expect(await line.textContent()).toMatch(/^All in 2\.0\.0 \(usually 50 %\) · \/cart/)
  expect(
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: /^route/ })
      .count(),
  ).toBe(0)
  await close()
})

test.each(['Control+Enter', 'Meta+Enter'])('%s saves a note', async (keys) => {
  const id = await sendError(stack.url, 'NoteError')
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  await page.getByLabel('Note', { exact: true }).fill(`saved with ${keys}`)
  await page.keyboard.press(keys)
  await page.getByText(`“saved with ${keys}”`).waitFor()
  expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('')
  await close()
})
