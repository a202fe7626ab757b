// The list of issues: menus, chart, keys, rows while filters change, narrow windows, a store that is slow.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hasQuery, searchBox } from '../../../testing/narrow-page.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { all, focusedText, gone, press, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const { requests, replace } = await playRecording('day', /^\/api\/(issues|events)\//)

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const button = (name: string) => page.getByRole('button', { name: new RegExp(name) })
const menu = (name: string) => page.getByLabelText(name)
const currentRow = () => document.querySelector('tr[aria-current]')
const changes = () => requests.filter((request) => request.startsWith('PATCH'))
const never = () => new Promise<Response>(() => {})

async function openList(search = '') {
  const screen = await openScreen(`/${search}`)
  await shown(row('QuoteError'))
  return screen
}

test('the menus offer what was received; a filter is in the URL, and back removes it', async () => {
  const screen = await openList()
  await userEvent.selectOptions(menu('Service'), 'shop')
  await hasQuery(screen, 'service', 'shop')
  await gone(row('RangeError'))
  await screen.reload()
  await shown(row('QuoteError'))
  expect(row('RangeError').elements().length).toBe(0)
  screen.back()
  await shown(row('RangeError'))
  await userEvent.selectOptions(menu('Environment'), 'production')
  await hasQuery(screen, 'environment', 'production')
})

test('a release in the search box becomes a filter that can be removed', async () => {
  const screen = await openList()
  await userEvent.fill(searchBox(), 'amount release:2026.11.3')
  await press('{Enter}')
  await hasQuery(screen, 'release', '2026.11.3')
  await hasQuery(screen, 'q', 'amount')
  await button('Remove release:2026.11.3').click()
  await hasQuery(screen, 'release', null)
  await hasQuery(screen, 'q', 'amount')
})

test('filters that match nothing can be removed', async () => {
  await openScreen('/?q=no-such-text')
  await shown(page.getByText(/No issues match/))
  await button('Remove the filters').click()
  await shown(row('QuoteError'))
})

test('a bar of the chart becomes the time filter', async () => {
  const screen = await openList()
  ;(await shown(page.getByRole('slider'))).focus()
  await press('{Enter}')
  await expect.poll(() => screen.url().search).toMatch(/from=.*&to=/)
  await expect.poll(() => page.getByLabelText(/Time range/).element().textContent).toContain(' to ')
})

test('rows of the previous filter are marked, and actions are disabled', async () => {
  await openList('?service=shop')
  await press('j')
  replace(/status=ongoing/, never)
  await page
    .getByRole('navigation', { name: /Status/ })
    .getByRole('link', { name: /Ongoing/ })
    .click()
  const table = await select('table[aria-busy="true"]')
  expect(table.querySelector('input')!.disabled).toBe(true)
  await expect.poll(() => getComputedStyle(all('tbody', table).at(-1)!).opacity).toBe('0.5')
  await press('e')
  expect(changes()).toEqual([])
})

test('of several services, only the newest release of each has a line and a name in the chart', async () => {
  await openList('?range=7d')
  await shown(page.getByRole('figure', { name: /Events over time/ }).getByRole('button'))
  const older = all('figure [title^="2026.11.2 "]')
  expect(older.map(({ title }) => title)).toEqual(['2026.11.2 shop', '2026.11.2 admin'])
  expect(older.map((mark) => getComputedStyle(mark).borderInlineStartWidth)).toEqual(['0px', '0px'])
  const names = all('figure button').map(({ textContent }) => textContent)
  expect(new Set(names.map((name) => name.split(' ')[0]))).toEqual(new Set(['2026.11.3']))
})

test('a key that is held moves on, and resolves one issue only', async () => {
  await openList('?range=7d')
  replace(/^PATCH/, never)
  while (!(Number(currentRow()?.getAttribute('data-row')) > 2)) await press('{j>}')
  await press('{/j}')
  await press('{e>6/}')
  await expect.poll(changes).toHaveLength(1)
})

test('an action that fails is reverted on the screen, with the reason', async () => {
  await openScreen('/?service=admin')
  const detail = { title: 'Unavailable', status: 503, detail: 'gone' }
  replace(/^PATCH/, () => Response.json(detail, { status: 503 }))
  await page.getByLabelText(/^Select RangeError/).click()
  await press('e')
  await shown(page.getByRole('alert').filter({ hasText: 'The change was not saved: gone' }))
  await shown(row('RangeError'))
  await row('RangeError').getByRole('link').click()
  await button('Assign').first().click()
  await userEvent.fill(page.getByLabelText(/Assign to/), 'Nobody saved')
  await press('{Enter}')
  await shown(page.getByRole('alert').filter({ hasText: 'The change was not saved' }))
  await gone(button('Nobody saved'))
})

test('Esc and "Issues" lead back to the list with its filters and its row', async () => {
  const search = '?service=shop&range=7d&q=the'
  const screen = await openList(search)
  while (!currentRow()?.textContent.includes('QuoteError')) await press('j')
  const leave = [
    () => press('{Escape}'),
    () =>
      page
        .getByRole('main')
        .getByRole('link', { name: /Issues/ })
        .click(),
  ]
  for (const back of leave) {
    await press('{Enter}')
    await shown(page.getByRole('heading', { level: 1, name: /QuoteError/ }))
    // The event is in the URL: the list is one step behind all the same.
    await expect.poll(() => screen.query('event')).not.toBeNull()
    await back()
    await expect.poll(() => screen.url().search).toBe(search)
    await expect.poll(focusedText).toContain('QuoteError')
  }
})

test('Escape in the search box gives the focus back to the row', async () => {
  await openList()
  await press('j', 'j')
  const name = focusedText()
  await press('/', '{Escape}')
  expect(focusedText()).toBe(name)
})

test('what has the focus is requested before it is opened', async () => {
  const screen = await openList()
  await press('j')
  const id = currentRow()!.querySelector('a')!.getAttribute('href')!
  await expect.poll(() => requests.some((request) => request.startsWith(`/api${id}?`))).toBe(true)
  expect(screen.url().pathname).toBe('/')
})

test('a narrow window has checkboxes, the order and live', async () => {
  const screen = await openScreen('/', { width: 360, height: 780 })
  await page.getByLabelText(/^Select QuoteError/).click()
  await shown(page.getByRole('toolbar').getByRole('button', { name: /Resolve/ }))
  await button('Live').click()
  await userEvent.selectOptions(page.getByLabelText(/Sort/), 'count')
  await hasQuery(screen, 'sort', 'count')
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('a store that is slow once is no alarm, and one that hangs is not blamed on the relay', async () => {
  const screen = await openList()
  const health = { status: 'degraded', collector: 'ok', store: 'down', spool: { envelopes: 0 } }
  replace(/^\/health/, () => Response.json(health))
  await screen.reload()
  await shown(page.getByText(/the store is slow/))
  expect(page.getByText(/the store does not answer/).elements().length).toBe(0)
  replace(/^\/api\//, () => Promise.reject(new TypeError('Failed to fetch')))
  await screen.reload()
  await shown(page.getByText(/the store does not answer/))
  await shown(page.getByText(/The relay answers, the store does not\./))
  expect(page.getByText(/restart the relay/).elements().length).toBe(0)
})

test('the header follows a screen that failed, without a second answer of the relay', async () => {
  const screen = await openList()
  const health = { status: 'degraded', collector: 'ok', store: 'down', spool: { envelopes: 0 } }
  const answers = [Response.json(health)]
  replace(/^\/health/, () => answers.shift() ?? new Promise(() => {}))
  replace(/^\/api\/(?!status)/, () => Promise.reject(new TypeError('Failed to fetch')))
  await screen.reload()
  await shown(page.getByText(/the store does not answer/))
})

test('single-key shortcuts can be disabled', async () => {
  const screen = await openList()
  await press('?')
  await page.getByLabelText(/Single-key shortcuts/).click()
  await button('Close').click()
  await press('g', 't')
  await shown(searchBox())
  expect(screen.url().pathname).toBe('/')
})
