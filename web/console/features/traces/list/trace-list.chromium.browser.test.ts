// The list of traces: its pages, its filters, and the way to the span that failed.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hasQuery, heatmap } from '../../../testing/narrow-page.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { all, boxOf, press, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const { replace } = await playRecording('day', /\/spans\//)

const rows = () => all('tbody tr').length

test('traces have more pages, a filter for errors and one for operations', async () => {
  const screen = await openScreen('/traces')
  await expect.poll(rows).toBe(25)
  await page.getByRole('button', { name: /Show more/ }).click()
  await expect.poll(rows).toBeGreaterThan(25)
  await page.getByLabelText(/Errors only/).click()
  await hasQuery(screen, 'errors', 'true')
  await expect.poll(rows).toBeLessThanOrEqual(25)
  expect(rows()).toBeGreaterThan(0)
  await userEvent.selectOptions(page.getByLabelText(/Operation/), 'GET /api/quote')
  await hasQuery(screen, 'operation', 'GET /api/quote')
})

test('a page that a busy store refuses is requested again without a second click', async () => {
  let refusals = 1
  replace(/^\/api\/traces\?.*cursor=/, (recorded) =>
    refusals-- > 0 ? Response.json({ detail: 'The store is busy.' }, { status: 503 }) : recorded(),
  )
  await openScreen('/traces')
  await expect.poll(rows).toBe(25)
  await page.getByRole('button', { name: /Show more/ }).click()
  await expect.poll(rows).toBeGreaterThan(25)
})

test('a service has one colour in the list and in its trace', async () => {
  await openScreen('/traces?errors=true&service=shop')
  await shown(page.getByRole('table').getByRole('link'))
  const lookOf = (names: HTMLElement[]) =>
    getComputedStyle(
      names.find(({ textContent }) => textContent === 'shop')!,
      '::before',
    ).background
  const listed = lookOf(all('tbody .service'))
  await page.getByRole('table').getByRole('link').first().click()
  await shown(page.getByRole('treeitem'))
  expect(lookOf(all('[role=treeitem] .service'))).toBe(listed)
})

test('e selects the failed span of a trace, and the filter keeps its ancestors', async () => {
  await openScreen('/traces?errors=true&service=shop')
  await page.getByRole('table').getByRole('link').first().click()
  await shown(page.getByText(/error 1 of 1/))
  await press('k')
  await shown(page.getByRole('treeitem', { name: /GET \/api\/books/, selected: true }))
  await press('e')
  await shown(page.getByRole('treeitem', { name: /GET \/api\/quote/, selected: true }))
  await userEvent.fill(page.getByLabelText(/Filter spans/), 'quote')
  await expect.poll(() => all('[role=treeitem]').length).toBe(2)
})

/** Holds the answers to a request until the function that it returns is called. */
function hold(request: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  replace(request, (recorded) => promise.then(recorded))
  return resolve
}

test.each([1440, 1024, 390])('at %i px the list does not move when the heatmap arrives', async (width) => {
  const answer = hold(/heatmap/)
  const screen = await openScreen('/traces', { width })
  await expect.poll(rows).toBe(25)
  const status = page.getByRole('status').filter({ hasText: /^25 of … traces/ })
  await shown(status)
  const before = boxOf(page.getByRole('table')).top
  answer()
  await shown(heatmap())
  await shown(page.getByText(/^25 of [1-9]\d+/))
  await screen.settled()
  expect(Math.abs(boxOf(page.getByRole('table')).top - before)).toBeLessThan(1)
})

test('a trace of the list shows its title, facts and layout before its spans are loaded', async () => {
  const answer = hold(/^\/api\/traces\/[0-9a-f]{32}$/)
  await openScreen('/traces?errors=true&service=shop')
  await page.getByRole('table').getByRole('link').first().click()
  const title = page.getByRole('heading', { level: 1 })
  await shown(title.getByText('page.load'))
  expect(document.title).toMatch(/^Trace [0-9a-f]{8}: page\.load/)
  await shown(page.getByText(/^\d+ spans$/))
  const loading = await shown(page.getByRole('list', { name: 'Loading the trace' }))
  const rowsBefore = loading.getBoundingClientRect().top
  const titleBefore = boxOf(title)
  answer()
  await shown(page.getByRole('treeitem'))
  expect(boxOf(title).top).toBe(titleBefore.top)
  expect(Math.abs(boxOf(page.getByRole('tree')).top - rowsBefore)).toBeLessThan(2)
  expect(document.title).toMatch(/^Trace [0-9a-f]{8}: page\.load/)
})
