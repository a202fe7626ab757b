// Every screen, wide and narrow, light and dark, with a day's data: it says what it is, fits, breaks no policy, and obeys the keyboard.
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openHouse, until, type House } from './house.ts'
import { openBrowser, type Visitor } from './page.ts'
import { liveSampleDay, sendLargeTrace } from './sample.ts'

let house: House
let browser: Visitor
let paths: Record<string, string>
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
  paths = await liveSampleDay(house.url)
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const screens = ['issues', 'issue', 'traces', 'trace', 'lookup', 'connect', 'demo']
const views = screens.flatMap((screen) =>
  sizes.flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ screen, ...size, colorScheme })),
  ),
)

test.for(views)(
  '$screen at $width px, $colorScheme: has its heading, fits, breaks no policy, and can be used by everybody',
  async ({ screen, ...view }) => {
    const { page, lines, leave } = await browser.visit(house.url + paths[screen], view)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    expect(await heading.count()).toBe(1)
    await page.waitForLoadState('networkidle').catch(() => {})
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(view.width)
    expect(lines().filter((line) => /content security policy|uncaught|error/i.test(line))).toEqual([])
    const [paper, ink] = await page.evaluate<[string, string]>(
      '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]',
    )
    expect(brightness(paper) > brightness(ink)).toBe(view.colorScheme === 'light')
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([])
    await leave()
  },
)

test('issues by keyboard: down, open, and back', async () => {
  const { page, leave } = await browser.visit(house.url)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/issues\/[0-9a-f]{16}/)
  await page.goBack()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(/\/traces/)
  await leave()
})

test('resolving takes an issue out of the inbox, and undo puts it back', async () => {
  const { page, leave } = await browser.visit(`${house.url}${paths['issue']}`)
  const id = paths['issue']?.split('/').at(-1)
  await page
    .getByRole('button', { name: /^resolve/i })
    .first()
    .click()
  await until(
    'resolved',
    async () =>
      (await ask<{ issue: { status: string } }>(`${house.url}/api/issues/${id}`)).issue.status === 'resolved',
  )
  await page.getByRole('button', { name: /undo/i }).click()
  await until(
    'open again',
    async () =>
      (await ask<{ issue: { status: string } }>(`${house.url}/api/issues/${id}`)).issue.status !== 'resolved',
  )
  await leave()
})

test('a trace of ten thousand spans opens at the span one came for, with few of them in the page', async () => {
  const traceId = await sendLargeTrace(house.url, 10_000)
  await until(
    'stored',
    async () =>
      (await ask<{ totalSpans: number }>(`${house.url}/api/traces/${traceId}`)).totalSpans === 10_000,
    30_000,
  )
  const { spans } = await ask<{ spans: { spanId: string; status: string }[] }>(
    `${house.url}/api/traces/${traceId}`,
  )
  const failed = spans.find(({ status }) => status === 'error')?.spanId
  const { page, leave } = await browser.visit(`${house.url}/traces/${traceId}?span=${failed}`)
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.waitFor()
  expect(await selected.isVisible()).toBe(true)
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
  await leave()
})

test('with no data at all the first screen leads to the shop and to the four lines', async () => {
  const empty = await openHouse()
  const { page, leave } = await browser.visit(empty.url)
  await page
    .getByRole('link', { name: /demo|shop|break/i })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /connect|watch/i })
    .first()
    .waitFor()
  await leave()
  await empty.close()
})

test('with the store gone the console says so in words, and recovers by itself', async () => {
  const { page, leave } = await browser.visit(house.url)
  await page.getByRole('row').nth(1).waitFor()
  house.kill('store')
  await page.reload()
  await page.getByRole('alert').filter({ hasText: /store/i }).first().waitFor()
  await page.getByRole('row').nth(1).waitFor({ timeout: 30_000 })
  await leave()
})

function brightness(color: string): number {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}
