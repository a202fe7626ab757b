// Saved searches: in the menu of a list, and in the palette.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedSearch } from '../../../../contract/search.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { requests, replace } = await playRecording('day')

const RANGE_ERRORS = '/?q=type:RangeError'
const LONG_NAME = 'Errors of the checkout on phones '.repeat(7).slice(0, 200)

let searches: SavedSearch[] = []

const search = (name: string, query: string, list: SavedSearch['list'] = 'issues'): SavedSearch => ({
  id: name,
  name,
  list,
  search: query,
})
const menu = () => page.getByRole('dialog', { name: 'Saved searches' })
const saved = () => all('a', menu().element()).map(({ textContent }) => textContent)
const sent = () => requests.filter((request) => /^(POST|DELETE) /.test(request))

beforeEach(() => {
  searches = [
    search('Range errors', 'q=type%3ARangeError'),
    search('Slow', 'minDurationNs=1000000000', 'traces'),
  ]
  replace(/^\/api\/searches$/, () => Response.json({ searches }))
})

test('S opens the menu with the searches of this list; one opens with the time of the list', async () => {
  const screen = await openScreen('/?range=24h')
  await shown(page.getByRole('button', { name: 'Saved' }))
  await press('S')
  await expect.poll(() => document.activeElement?.textContent).toBe('Range errorstype:RangeError')
  expect(saved()).toHaveLength(1)
  await shown(menu().getByText('Filter the list to save a search.'))
  await press('{Enter}')
  await expect.poll(() => screen.query('q')).toBe('type:RangeError')
  expect([screen.query('range'), menu().elements().length]).toEqual(['24h', 0])
  await press('S')
  await shown(menu().getByRole('link'))
  expect(all('a[aria-current]', menu().element())).toHaveLength(1)
})

test('the search of the list is saved under a name, by keyboard; the same name replaces', async () => {
  replace(/^POST \/api\/searches$/, () => {
    searches = [...searches, search('My range errors', 'q=type%3ARangeError')]
    return Response.json(searches.at(-1), { status: 201 })
  })
  await openScreen(RANGE_ERRORS)
  await shown(page.getByRole('table'))
  await press('S')
  const name = menu().getByRole('textbox', { name: 'Save this search' })
  await shown(name)
  await userEvent.fill(name, 'Range errors')
  await shown(menu().getByRole('button', { name: 'Replace' }))
  await userEvent.fill(name, 'My range errors')
  await press('{Enter}')
  await shown(page.getByText('Saved as “My range errors”'))
  await gone(menu())
  expect(document.activeElement?.textContent).toBe('Saved')
  await press('S')
  await expect.poll(saved).toHaveLength(2)
  expect(sent()).toEqual(['POST /api/searches'])
})

test('what the store refuses is shown beside the name', async () => {
  const detail = 'q has "typ:RangeError", whose key does not exist in a search of issues.'
  replace(/^POST \/api\/searches$/, () => Response.json({ detail }, { status: 400 }))
  await openScreen(RANGE_ERRORS)
  await page.getByRole('button', { name: 'Saved' }).click()
  await userEvent.fill(menu().getByRole('textbox'), 'Typo')
  await press('{Enter}')
  await shown(menu().getByText(`The search was not saved: ${detail}`))
})

test('a search is deleted and restored', async () => {
  const [first] = searches
  replace(/^DELETE \/api\/searches\/Range%20errors$/, () => {
    searches = searches.filter(({ list }) => list === 'traces')
    return new Response(null, { status: 204 })
  })
  replace(/^POST \/api\/searches$/, () => {
    searches = [first!, ...searches]
    return Response.json(first, { status: 201 })
  })
  await openScreen('/')
  await page.getByRole('button', { name: 'Saved' }).click()
  await menu().getByRole('button', { name: 'Delete Range errors' }).click()
  await shown(menu().getByText(/^No saved searches of issues yet/))
  await page.getByRole('button', { name: 'Undo' }).click()
  await gone(menu())
  await page.getByRole('button', { name: 'Saved' }).click()
  await shown(menu().getByRole('link', { name: /Range errors/ }))
})

test('the palette opens a search by its name', async () => {
  replace(/^\/api\/issues\?.*limit=5$/, () => Response.json({ issues: [] }))
  const screen = await openScreen('/traces')
  await shown(page.getByRole('table'))
  await press('{Control>}k{/Control}')
  await shown(page.getByRole('combobox', { name: /Go to/ }))
  await press('range')
  const option = page.getByRole('option', { name: 'Range errors saved search of issues' })
  await shown(option)
  await press('{Enter}')
  await expect.poll(() => [screen.url().pathname, screen.query('q')]).toEqual(['/', 'type:RangeError'])
})

test.each([390, 1440])('a long name and no search are accessible at %d pixels', async (width) => {
  searches = [search(LONG_NAME, 'q=type%3ARangeError'), search('Slow', 'errors=true', 'traces')]
  await openScreen(RANGE_ERRORS, { width })
  await page.getByRole('button', { name: 'Saved' }).click()
  await shown(menu().getByRole('link'))
  await expectAccessible()
  const box = menu().element().getBoundingClientRect()
  expect([box.left >= 0, box.right <= width, box.height < 400]).toEqual([true, true, true])
  searches = []
  await openScreen('/', { width, theme: 'dark' })
  await page.getByRole('button', { name: 'Saved' }).click()
  await shown(menu().getByText(/^No saved searches of issues yet/))
  await expectAccessible()
})

test('a store that is down is reported in the menu', async () => {
  replace(/^\/api\/searches$/, () => Response.json({ detail: 'The store is starting.' }, { status: 503 }))
  replace(/^\/health/, async (recorded) => {
    const health = (await (await recorded()).json()) as object
    return Response.json({ ...health, status: 'degraded', store: 'down' })
  })
  await openScreen('/')
  await page.getByRole('button', { name: 'Saved' }).click()
  await shown(menu().getByText('The store does not answer'))
  await shown(menu().getByRole('button', { name: 'Try again' }))
})
