// Every screen, wide and narrow, light and dark: heading, layout, policy, accessibility, keyboard.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './testing/accessibility.ts'
import { getJson } from './testing/http.ts'
import { sendLargeTrace } from './testing/sample-data.ts'
import { loadSampleScreens, SAMPLE_SCREENS } from './testing/sample-screens.ts'
import { startStack } from './testing/stack.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
let fill: (path: string) => string
beforeAll(async () => {
  fill = await loadSampleScreens(stack.url)
})

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** 1280 pixels at 400 %. */
const ZOOMED = { width: 320, height: 640 }
const screens = [...SAMPLE_SCREENS, { name: 'demo', path: '/demo', selector: 'h1' }]
const views = screens.flatMap((screen) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...screen, colorScheme })),
)

test.for(views)(
  '$name, $colorScheme: has its heading, fits three widths, follows its policy and is accessible',
  async ({ path, selector, colorScheme }) => {
    const { page, consoleLines, close } = await browser.open(stack.url + fill(path), { colorScheme })
    await page.locator(selector).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.waitForLoadState('networkidle').catch(() => {})
    const [background, color] = await page.evaluate<[string, string]>(
      '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]',
    )
    expect(brightness(background) > brightness(color)).toBe(colorScheme === 'light')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectWidth(page, size.width)
      // The narrow layout has the colours of the wide one.
      if (size === SIZES[0] || colorScheme === 'light') await expectAccessible(page)
    }
    await page.setViewportSize(ZOOMED)
    await expectWidth(page, ZOOMED.width)
    expect(consoleLines().filter((line) => /content security policy|uncaught|error/i.test(line))).toEqual([])
    await close()
  },
)

test('issues by keyboard: down, open, and back', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/issues\/[0-9a-f]{16}/)
  await page.goBack()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/traces/)
  await close()
})

test('resolve changes the status of an issue, and undo restores it', async () => {
  const { page, close } = await browser.open(`${stack.url}${fill('/issues/ISSUE')}`)
  const id = fill('ISSUE')
  await page
    .getByRole('button', { name: /^resolve/i })
    .first()
    .click()
  await waitFor(
    'resolved',
    async () =>
      (await getJson<{ issue: { status: string } }>(`${stack.url}/api/issues/${id}`)).issue.status ===
      'resolved',
  )
  await page.getByRole('button', { name: /undo/i }).click()
  await waitFor(
    'open again',
    async () =>
      (await getJson<{ issue: { status: string } }>(`${stack.url}/api/issues/${id}`)).issue.status !==
      'resolved',
  )
  await close()
})

test('a trace of ten thousand spans opens at the span of the link, with few spans in the page', async () => {
  const traceId = await sendLargeTrace(stack.url, 10_000)
  await waitFor(
    'stored',
    async () =>
      (await getJson<{ totalSpans: number }>(`${stack.url}/api/traces/${traceId}`)).totalSpans === 10_000,
    { timeoutMs: 30_000 },
  )
  const { spans } = await getJson<{ spans: { spanId: string; status: string }[] }>(
    `${stack.url}/api/traces/${traceId}`,
  )
  const failed = spans.find(({ status }) => status === 'error')?.spanId
  const { page, close } = await browser.open(`${stack.url}/traces/${traceId}?span=${failed}`)
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.waitFor()
  expect(await selected.isVisible()).toBe(true)
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
  await close()
})

test('without data the first screen links to the demo and to the setup', async () => {
  const empty = await startStack()
  const { page, close } = await browser.open(empty.url)
  await page
    .getByRole('link', { name: /demo|shop|break/i })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /connect|watch/i })
    .first()
    .waitFor()
  await close()
  await empty.close()
})

test('while the store is down the console shows an alert, and recovers by itself', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByRole('row').nth(1).waitFor()
  stack.kill('store')
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: /store/i }).first()
  await waitFor('an alert', () => {
    // It is started again, and may run before the page has asked.
    if (stack.pidOf('store')) stack.kill('store')
    return alert.isVisible()
  })
  await alert.waitFor({ state: 'detached' })
  await page.getByRole('row').nth(1).waitFor()
  await close()
})

/** No sideways scroll, once the layout has followed the size of the window. */
function expectWidth(page: Page, width: number): Promise<void> {
  return expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
}

function brightness(color: string): number {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}
