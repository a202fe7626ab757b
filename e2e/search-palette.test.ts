// The keys that go from screen to screen, the palette (Ctrl K), and pasting anywhere.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { loadDeploy, NEW_ERROR, NEW_RELEASE } from './testing/deploy-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { stacktrace } from './testing/telemetry.ts'

const RELEASE_PATH = `/releases/shop/${NEW_RELEASE}`

const { stack, browser } = startStackWithBrowser()
let ids: Awaited<ReturnType<typeof loadDeploy>>
beforeAll(async () => {
  ids = await loadDeploy(stack.url)
})

test.each([
  ['i', '/'],
  ['t', '/traces'],
  ['r', '/releases'],
  ['v', '/vitals'],
  ['o', '/operations'],
  ['s', '/status'],
  ['m', '/maps'],
  ['c', '/connect'],
])('g %s goes to %s, which the header marks', async (key, path) => {
  const { page, close } = await open(path === '/' ? '/traces' : '/')
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await page.waitForURL(`${stack.url}${path}`)
  await page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current=page]:visible').waitFor()
  await close()
})

test('the key / opens the palette on a screen without a search box', async () => {
  const { page, close } = await open('/status')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Go to' }).waitFor()
  await page.keyboard.type('vitals')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/vitals')
  await close()
})

test('a narrow header has a menu with the other screens, which takes the name of the screen', async () => {
  const { page, close } = await browser.open(`${stack.url}/`, { width: 360, height: 780 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: /^Status/ }).click()
  await page.waitForURL('**/status')
  await page.getByRole('button', { name: 'Status' }).and(page.locator('[aria-current]')).waitFor()
  expect(await page.locator('[popover]:popover-open').count()).toBe(0)
  await close()
})

const SENTENCE = 'Application error: an exception has occurred while loading shop.example (see the console)'

test.each<[string, () => string, () => string]>([
  [
    'the sentence of an error screen',
    () => `${SENTENCE}\nDigest: ${ids.digest}`,
    () => `event=${ids.digest}`,
  ],
  ['a traceparent', () => `traceparent: 00-${ids.traceId}-${ids.spanId}-01`, () => `/traces/${ids.traceId}`],
  ['a trace id', () => ids.traceId, () => `/traces/${ids.traceId}`],
  ['an issue id', () => ids.issueId, () => `/issues/${ids.issueId}`],
  ['an address of the console', () => `https://errata.example${RELEASE_PATH}`, () => RELEASE_PATH],
  [
    'a stack of another build',
    () =>
      `Uncaught ${stacktrace(NEW_ERROR.type, NEW_ERROR.message, NEW_ERROR.frames)}`.replaceAll(
        'a1b2c3d4',
        'ffff0000',
      ),
    () => `/issues/${ids.issueId}`,
  ],
])('pasting %s anywhere opens it', async (_what, text, target) => {
  const { page, close } = await open('/status')
  await paste(page, text())
  await page.waitForURL((url) => url.href.includes(target()))
  await close()
})

test('pasted words are searched in the palette, and a stack without an issue shows a message', async () => {
  const { page, close } = await open('/status')
  await paste(page, 'Error: other\n    at nowhere (https://other.example/x.js:1:1)')
  await page.getByText('No issue matches this Error stack.').waitFor()
  await paste(page, 'LouderError')
  const field = page.getByRole('combobox', { name: 'Go to' })
  expect(await field.inputValue()).toBe('LouderError')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?q=LouderError/)
  await close()
})

test('a text field keeps what is pasted into it, except a complete stack', async () => {
  const { page, close } = await open('/')
  const field = page.getByRole('combobox', { name: 'Search issues' })
  await field.focus()
  await paste(page, ids.traceId)
  expect(page.url()).not.toContain('/traces/')
  await paste(page, stacktrace(NEW_ERROR.type, NEW_ERROR.message, NEW_ERROR.frames))
  await page.waitForURL(`**/issues/${ids.issueId}*`)
  await close()
})

test('the palette takes all keys and clicks, and gives the focus back', async () => {
  const { page, close } = await open('/')
  const field = page.getByRole('combobox', { name: 'Go to' })
  const link = page.getByRole('table').getByRole('link').first()
  await link.focus()
  const box = (await link.boundingBox())!
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(box.x + 5, box.y + box.height / 2),
  ]) {
    await page.keyboard.press('Control+k')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+k')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await leave()
    await field.waitFor({ state: 'detached' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/')
  }
  await close()
})

test('Ctrl K has the acts of the screen with their keys, every screen, and recent pages', async () => {
  const { page, close } = await open(`/issues/${ids.issueId}`)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'TypeError' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('table', { name: /Traces/ }).waitFor()
  await page.keyboard.press('Control+k')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await option(/^Errors only/).waitFor()
  expect(await option(/^Errors only/).textContent()).toContain('e')
  expect(await option(/^Source maps/).count()).toBe(1)
  expect(await option(/TypeError.* ago$/).count()).toBe(1)
  await page.keyboard.type('errors')
  await page.keyboard.press('Enter')
  await page.waitForURL(/errors=true/)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/vitals')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/issues/${ids.issueId}*`)
  await close()
})

const open = (path: string) => openScreen(browser, stack.url + path)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }, text)
}
