// Narrowing issues by looking: facets, suggestions of the search box, unknown keys. Each is in the URL: a
// reload shows the same.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { facetLink, facetText, hasQuery, searchBox } from '../../../testing/narrow-page.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const { data } = await playRecording('day')
const { issue } = data as { issue: string }

const count = (text: string) => shown(page.getByText(text))
const button = (name: string) => page.getByRole('button', { name })
const box = () => searchBox().element() as HTMLInputElement

async function search(text: string): Promise<void> {
  await userEvent.fill(searchBox(), text)
  await press('{Enter}')
}

test('a facet narrows the list of issues, shows the baseline of its values, and goes back', async () => {
  const screen = await openScreen('/')
  await count('8 of 8')
  expect(facetText('release')).toBeUndefined()
  await button('Filters').click()
  ;(await facetLink('service', 'admin')).click()
  await hasQuery(screen, 'service', 'admin')
  await count('3 of 3')
  ;(await facetLink('type', 'RangeError')).click()
  await hasQuery(screen, 'q', 'type:RangeError')
  await expect.poll(() => facetText('type')).toMatch(/usually \d+ %/)
  await count('1 of 1')
  await screen.reload()
  await shown(button('Remove type:RangeError'))
  await count('1 of 1')
  screen.back()
  await count('3 of 3')
  screen.back()
  await count('8 of 8')
})

test('a click on a value that is set removes it, and the sign beside it excludes it', async () => {
  const screen = await openScreen('/?q=type:RangeError', { width: 1700 })
  const value = await facetLink('type', 'RangeError')
  expect(value.getAttribute('aria-current')).toBe('true')
  value.click()
  await hasQuery(screen, 'q', null)
  const allBut = await facetLink('type', 'All but RangeError')
  allBut.focus()
  allBut.click()
  await hasQuery(screen, 'q', '-type:RangeError')
  await expect.poll(() => facetText('type')).not.toContain('RangeError')
  await select('aside a:focus')
  await count('7 of 7')
  await button('Remove -type:RangeError').click()
  await count('8 of 8')
})

test('values are sorted by lift where a filter is set', async () => {
  await openScreen('/?q=type:QuoteError', { width: 1700 })
  await expect.poll(() => facetText('route')).toBeDefined()
  const section = all('section').findLast((element) => element.textContent.startsWith('route '))
  const shares = all('li', section).map(({ textContent }) => textContent.match(/[\d.]+(?= %)/g)?.map(Number))
  const lifts = shares.map((numbers) => ((numbers?.[0] ?? 0) + 1) / ((numbers?.[1] ?? 0) + 1))
  expect(lifts).toEqual(lifts.toSorted((a, b) => b - a))
  expect(shares[0]?.length).toBe(2)
})

test('the search box completes keys and values by keyboard', async () => {
  const screen = await openScreen('/')
  await count('8 of 8')
  await press('/', 'amount brow')
  await shown(page.getByRole('option', { name: /^browser:Safari 26/ }))
  expect(box().getAttribute('aria-expanded')).toBe('true')
  await press('{ArrowDown}')
  const active = document.getElementById(box().getAttribute('aria-activedescendant') ?? '')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  expect(active?.textContent).toContain('browser:')
  await press('{Tab}')
  expect(box().value).toBe('amount browser:')
  await press('saf', '{Tab}')
  expect(box().value).toBe('amount browser:"Safari 26" ')
  await press('{Enter}')
  await hasQuery(screen, 'q', 'amount browser:"Safari 26"')
  await expect.poll(() => box().value).toBe('amount')
  expect(document.activeElement).toBe(box())
  await shown(button('Remove browser:Safari 26'))
  // A value is sent at once.
  await press(' release:')
  await shown(page.getByRole('option', { name: /^release:2026/ }))
  await press('{ArrowDown}', '{Enter}')
  await expect.poll(() => screen.query('release')).toMatch(/^2026/)
  await screen.reload()
  await shown(button('Remove browser:Safari 26'))
  expect(box().value).toBe('amount')
})

test('Escape closes the suggestions and leaves the text; Backspace removes the last chip', async () => {
  const screen = await openScreen('/?q=browser:Safari -os:Linux')
  await searchBox().click()
  await press('car', '{Control>}a{/Control}', '{ArrowRight}', '{ArrowDown}', 't r')
  await shown(page.getByRole('option', { name: /release:/ }))
  await press('{Escape}')
  await gone(page.getByRole('listbox'))
  expect(box().value).toBe('cart r')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  await press('{Home}', '{Backspace}')
  await hasQuery(screen, 'q', 'browser:Safari')
  await press('{Home}', '{Backspace}')
  await hasQuery(screen, 'q', null)
  expect(document.activeElement).toBe(box())
})

test('recent searches are suggested, also after a reload', async () => {
  const screen = await openScreen('/')
  await search('Hydration')
  await hasQuery(screen, 'q', 'Hydration')
  await button('Clear the search').click()
  await hasQuery(screen, 'q', null)
  await screen.reload()
  await searchBox().click()
  await page.getByRole('option', { name: 'Hydration' }).click()
  await hasQuery(screen, 'q', 'Hydration')
  await count('1 of 1')
})

test('an unknown key is named and ignored; the nearest key or the text replaces it', async () => {
  const screen = await openScreen('/')
  await search('browserr:Safari amount')
  const note = page.getByText(/browserr: is not a key and is ignored\./)
  await shown(note)
  await count('1 of 1')
  await screen.reload()
  await shown(note)
  expect(button('Remove browserr:Safari').elements().length).toBe(1)
  await button('Use browser:').click()
  await hasQuery(screen, 'q', 'amount browser:Safari')
  await gone(note)
  screen.back()
  await button('Search for the text “Safari”').click()
  await hasQuery(screen, 'q', 'amount Safari')
})

test('words for the status become the tab, and a key for messages explains how to search them', async () => {
  const screen = await openScreen('/')
  await search('is:new')
  await hasQuery(screen, 'status', 'new')
  await search('message:amount')
  await shown(page.getByText(/Messages are searched as text\./))
  await button('Search for the text “amount”').click()
  await hasQuery(screen, 'q', 'amount')
  await count('1 of 1')
})

test('where an issue happens narrows its own events, and a second click shows all', async () => {
  const screen = await openScreen(issue)
  await count('event 27 of 27')
  await expect.poll(() => facetText('browser')).toMatch(/usually \d+ %/)
  ;(await facetLink('browser', 'Safari 26')).click()
  await count('event 9 of 9')
  await screen.reload()
  await count('event 9 of 9')
  ;(await facetLink('browser', 'Safari 26')).click()
  await count('event 27 of 27')
  ;(await facetLink('browser', 'All but Safari 26')).click()
  await count('event 18 of 18')
})

test('where the events of a release happen leads to its events in the list of issues', async () => {
  const screen = await openScreen('/releases/shop/2026.11.3')
  await button('Where its events happen').click()
  ;(await facetLink('route', '/cart')).click()
  await hasQuery(screen, 'q', 'route:/cart')
  await shown(button('Remove release:2026.11.3'))
  await shown(page.getByRole('row', { name: /reading 'amount'/ }))
  screen.back()
  await shown(page.getByRole('heading', { level: 1, name: /2026\.11\.3/ }))
})

test('f opens the filters with the focus on the first value', async () => {
  await openScreen('/')
  await count('8 of 8')
  await press('f')
  await expect.poll(() => document.activeElement?.closest('section')?.textContent).toMatch(/^browser /)
})

test.for([1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))))(
  'at $width px, $theme: suggestions and facets are accessible',
  async (view) => {
    await openScreen('/?q=browserr:x -os:Linux', view)
    await button('Filters').click()
    await expect.poll(() => facetText('browser')).toBeDefined()
    await userEvent.fill(searchBox(), 're')
    await shown(page.getByRole('option'))
    await expectAccessible()
  },
)
