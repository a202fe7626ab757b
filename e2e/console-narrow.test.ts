// Narrowing by looking: facets, suggestions of the search box, unknown keys. Each is in the URL: a reload shows
// the same.
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './testing/accessibility.ts'
import { differs, facet, press, searchBox, strip, waitForQuery } from './testing/narrow-page.ts'
import { loadSampleDay } from './testing/sample-data.ts'
import { sendCheckouts } from './testing/slow-checkout.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
let paths: Record<string, string>
beforeAll(async () => {
  paths = await loadSampleDay(stack.url)
  await sendCheckouts(stack.url)
})

const open = (path: string, view = {}) => browser.open(stack.url + path, view)

test('a facet narrows the inbox, names the usual share, and goes back', async () => {
  const { page, close } = await open('/')
  await page.getByText('8 of 8', { exact: true }).waitFor()
  expect(await facet(page, 'release').count()).toBe(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await facet(page, 'service').getByRole('link', { name: 'admin', exact: true }).click()
  await waitForQuery(page, 'service', 'admin')
  await page.getByText(/^3 of 3$/).waitFor()
  await facet(page, 'type').getByRole('link', { name: 'RangeError', exact: true }).click()
  await waitForQuery(page, 'q', 'type:RangeError')
  await facet(page, 'type')
    .getByText(/usually \d+ %/)
    .waitFor({ state: 'attached' })
  await page.getByText(/^1 of 1$/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove type:RangeError' }).waitFor()
  await page.getByText(/^1 of 1$/).waitFor()
  await page.goBack()
  await page.getByText(/^3 of 3$/).waitFor()
  await page.goBack()
  await page.getByText(/^8 of 8$/).waitFor()
  await close()
})

test('a value that is set is taken back by a click, and the sign beside it leaves it out', async () => {
  const { page, close } = await open('/?q=type:RangeError', { width: 1700 })
  const value = facet(page, 'type').getByRole('link', { name: 'RangeError', exact: true })
  expect(await value.getAttribute('aria-current')).toBe('true')
  await value.click()
  await waitForQuery(page, 'q', null)
  await facet(page, 'type').getByRole('link', { name: 'All but RangeError' }).click()
  await waitForQuery(page, 'q', '-type:RangeError')
  await page.getByText(/^7 of 7$/).waitFor()
  await page.getByRole('button', { name: 'Remove -type:RangeError' }).click()
  await page.getByText(/^8 of 8$/).waitFor()
  await close()
})

test('values stand by lift where a filter is set', async () => {
  const { page, close } = await open('/?q=type:QuoteError', { width: 1700 })
  const rows = facet(page, 'route').getByRole('listitem')
  await rows.first().waitFor()
  const shares = await rows.evaluateAll((items) =>
    items.map((item) => item.textContent?.match(/[\d.]+(?= %)/g)?.map(Number)),
  )
  const lifts = shares.map((numbers) => ((numbers?.[0] ?? 0) + 1) / ((numbers?.[1] ?? 0) + 1))
  expect(lifts).toEqual(lifts.toSorted((a, b) => b - a))
  expect(shares[0]?.length).toBe(2)
  await close()
})

test('the search box completes keys and values by keyboard', async () => {
  const { page, close } = await open('/')
  await page.getByText('8 of 8', { exact: true }).waitFor()
  await press(page, '/')
  await page.keyboard.type('amount brow')
  const box = searchBox(page)
  await page.getByRole('option', { name: /^browser:Safari 26/ }).waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  await press(page, 'ArrowDown')
  const active = page.locator(`#${await box.getAttribute('aria-activedescendant')}`.replaceAll(':', '\\:'))
  expect(await active.getAttribute('aria-selected')).toBe('true')
  expect(await active.textContent()).toContain('browser:')
  await press(page, 'Tab')
  expect(await box.inputValue()).toBe('amount browser:')
  await page.keyboard.type('saf')
  await press(page, 'Tab')
  expect(await box.inputValue()).toBe('amount browser:"Safari 26" ')
  await press(page, 'Enter')
  await waitForQuery(page, 'q', 'amount browser:"Safari 26"')
  expect(await box.inputValue()).toBe('amount')
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Remove browser:Safari 26' }).waitFor()
  // A value is sent at once.
  await page.keyboard.type(' release:')
  await press(page, 'ArrowDown', 'Enter')
  await page.waitForURL(/release=2026/)
  await page.reload()
  await page.getByRole('button', { name: 'Remove browser:Safari 26' }).waitFor()
  expect(await searchBox(page).inputValue()).toBe('amount')
  await close()
})

test('Escape closes the suggestions and leaves the text; Backspace removes the last chip', async () => {
  const { page, close } = await open('/?q=browser:Safari -os:Linux')
  const box = searchBox(page)
  await box.click()
  await page.keyboard.type('car')
  await press(page, 'Control+a', 'ArrowRight', 'ArrowDown')
  await page.keyboard.type('t r')
  await page
    .getByRole('option', { name: /release:/ })
    .first()
    .waitFor()
  await press(page, 'Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('cart r')
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  await press(page, 'Home', 'Backspace')
  await waitForQuery(page, 'q', 'browser:Safari')
  await press(page, 'Home', 'Backspace')
  await waitForQuery(page, 'q', null)
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
  await close()
})

test('recent searches are suggested, also after a reload', async () => {
  const { page, close } = await open('/')
  await searchBox(page).fill('Hydration')
  await press(page, 'Enter')
  await waitForQuery(page, 'q', 'Hydration')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await waitForQuery(page, 'q', null)
  await page.reload()
  await searchBox(page).click()
  await page.getByRole('option', { name: 'Hydration' }).click()
  await waitForQuery(page, 'q', 'Hydration')
  await page.getByText(/^1 of 1$/).waitFor()
  await close()
})

test('an unknown key is named and left out; the nearest key or the text takes its room', async () => {
  const { page, close } = await open('/')
  await searchBox(page).fill('browserr:Safari amount')
  await press(page, 'Enter')
  const note = page.getByText('browserr: is not a key and is left out.')
  await note.waitFor()
  await page.getByText(/^1 of 1$/).waitFor()
  await page.reload()
  await note.waitFor()
  expect(await page.getByRole('button', { name: 'Remove browserr:Safari' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Use browser:' }).click()
  await waitForQuery(page, 'q', 'amount browser:Safari')
  await note.waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Search for the text “Safari”' }).click()
  await waitForQuery(page, 'q', 'amount "Safari"')
  await close()
})

test('words for the status become the tab, and what messages are searched by is said', async () => {
  const { page, close } = await open('/')
  await searchBox(page).fill('is:new')
  await press(page, 'Enter')
  await waitForQuery(page, 'status', 'new')
  await searchBox(page).fill('message:amount')
  await press(page, 'Enter')
  await page.getByText('Messages are searched as text.').waitFor()
  await page.getByRole('button', { name: 'Search for the text “amount”' }).click()
  await waitForQuery(page, 'q', '"amount"')
  await page.getByText(/^1 of 1$/).waitFor()
  await close()
})

test('where an issue happens narrows its own events, and a second click shows all', async () => {
  const { page, close } = await open(paths['issue']!)
  await page.getByText('event 27 of 27').waitFor()
  const safari = facet(page, 'browser').getByRole('link', { name: 'Safari 26', exact: true })
  await facet(page, 'browser')
    .getByText(/usually \d+ %/)
    .first()
    .waitFor({ state: 'attached' })
  await safari.click()
  await page.getByText('event 9 of 9').waitFor()
  await page.reload()
  await page.getByText('event 9 of 9').waitFor()
  await safari.click()
  await page.getByText('event 27 of 27').waitFor()
  await facet(page, 'browser').getByRole('link', { name: 'All but Safari 26' }).click()
  await page.getByText('event 18 of 18').waitFor()
  await close()
})

const VIEWS = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height: 900, colorScheme })),
)

test.for(VIEWS)(
  'at $width px, $colorScheme: suggestions, facets, strip and differences are accessible',
  async (view) => {
    const inbox = await open('/?q=browserr:x -os:Linux', view)
    await inbox.page.getByRole('button', { name: 'Filters' }).click()
    await facet(inbox.page, 'browser').waitFor()
    await searchBox(inbox.page).click()
    await inbox.page.keyboard.type('re')
    await inbox.page.getByRole('option').first().waitFor()
    await expectAccessible(inbox.page, view.width)
    await inbox.close()
    const traces = await open('/traces?minDurationNs=2000000000&order=duration', view)
    await differs(traces.page).getByRole('row').nth(1).waitFor()
    await strip(traces.page).waitFor()
    await expectAccessible(traces.page, view.width)
    await traces.close()
  },
)
