// The list of traces: its pages, its filters, and the way to the span that failed.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hasQuery } from '../../../testing/narrow-page.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { all, press, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

await playRecording('day', /\/spans\//)

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
