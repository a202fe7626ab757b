// Operations and their baseline: the list, its order and services; one operation, its issues and breakdown.
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { heatmap } from '../../testing/narrow-page.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, boxOf, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const QUOTE = 'GET /api/quote'
const QUOTE_PATH = `/operations/shop-api?operation=${encodeURIComponent(QUOTE)}`

await playRecording('servers')

const table = () => page.getByRole('table', { name: /Operations/ })
const tableRows = () => all('tbody tr', table().element())

async function openList(search = '', view = {}) {
  const screen = await openScreen(`/operations${search}`, view)
  await shown(table())
  return screen
}

test('the operations with the largest share of time come first; another order is in the URL', async () => {
  const screen = await openList()
  const sorted = () => document.querySelector('[aria-sort]')?.textContent
  expect(all('tbody code', table().element())[0]?.textContent).toBe('page.load')
  expect(sorted()).toContain('Share of time')
  const row = table().getByRole('row').filter({ hasText: QUOTE }).filter({ hasText: 'shop-api' })
  await shown(row.getByText(/^×\d+\.\d$/))
  expect(row.element().textContent).toMatch(/1\.92 s×\d+\.\d\d+\.\d %/)
  const histogram = await shown(row.getByRole('img', { name: /^half within .* 95 % within 1\.92 s/ }))
  expect(all('rect', histogram).length).toBeGreaterThan(1)
  await table()
    .getByRole('button', { name: /p95 against 7 d/ })
    .click()
  await expect.poll(() => screen.query('by')).toBe('change')
  await screen.reload()
  await shown(table())
  await expect.poll(() => tableRows()[0]?.textContent).toMatch(/GET \/api\/quote.*×\d/)
  await press('s')
  await expect.poll(() => screen.query('by')).toBeNull()
  await table().getByRole('button', { name: 'p95' }).click()
  await expect.poll(() => screen.query('by')).toBe('p95')
  await expect.poll(sorted).toContain('p95')
  await table().getByRole('link', { name: QUOTE }).first().click()
  await shown(page.getByRole('heading', { name: QUOTE }))
  await page
    .getByRole('table', { name: /Slow calls/ })
    .getByRole('link')
    .first()
    .click()
  await expect.poll(() => screen.url().pathname).toMatch(/^\/traces\/[0-9a-f]{32}/)
  screen.back()
  await shown(page.getByRole('table', { name: /Calls with errors/ }).getByRole('row'))
  await press('t')
  await expect.poll(() => screen.query('operation')).toBe(QUOTE)
  expect(screen.url().pathname).toBe('/traces')
})

test('a service has a tab with the number of its operations, its figures and a chart', async () => {
  const screen = await openList()
  const tabs = page.getByRole('navigation', { name: /Service/ })
  await shown(tabs.getByRole('link', { name: /All 6/ }))
  await tabs.getByRole('link', { name: /prices 1/ }).click()
  await expect.poll(() => screen.query('service')).toBe('prices')
  await screen.reload()
  await shown(page.getByRole('region', { name: /All operations/ }).getByText(/^usually 0$/))
  await shown(page.getByRole('img', { name: /^p95 over time, at most 1\.54 s/ }))
  await shown(tabs.getByText(/1 of 1 operation$/))
  await shown(page.getByText(/100 % of time/))
  expect(tableRows().length).toBe(1)
})

test('one operation has its baseline, its issues and the parts of its time', async () => {
  const screen = await openScreen(QUOTE_PATH)
  const figures = page.getByRole('region', { name: 'Metrics' })
  await shown(figures.getByText(/^usually \d+ ms, ×\d+\.\d$/))
  await shown(figures.getByText(/^of shop-api, usually 100 %$/))
  const parts = page.getByRole('table', { name: /Where its time goes/ })
  const part = (name: RegExp) => parts.getByRole('row', { name }).element().textContent
  await shown(parts)
  expect(part(/POST \/prices/)).toMatch(/prices80\.0 %$/)
  expect(part(/the operation itself/)).toMatch(/20\.0 %$/)
  const issues = page.getByRole('region', { name: /^Issues in traces/ })
  await shown(issues.getByText(/7 here/))
  await issues.getByRole('link', { name: /QuoteError/ }).click()
  await expect.poll(() => screen.url().pathname).toMatch(/^\/issues\/[0-9a-f]+/)
})

test('an area of the calls lists its calls with their own time and status', async () => {
  const screen = await openScreen(QUOTE_PATH)
  await shown(heatmap())
  const { right, x, y, height } = boxOf(heatmap())
  await commands.mouse([
    { x: right - 1, y: y + 1 },
    { x: x + 1, y: y + height * 0.3 },
  ])
  await expect.poll(() => screen.query('minDurationNs')).toMatch(/^\d/)
  expect(screen.query('operation')).toBe(QUOTE)
  const calls = page.getByRole('table', { name: 'Selected calls' })
  await shown(calls)
  const rows = all('tbody tr', calls.element()).map(({ textContent }) => textContent)
  expect(rows.length).toBe(7)
  expect(rows.filter((text) => !/error.*1\.92 s/.test(text))).toEqual([])
  await shown(page.getByRole('heading', { name: 'Calls with errors 7, latest first' }))
  screen.back()
  // By keyboard: the latest cell of the longest calls.
  ;(await shown(heatmap())).focus()
  await press('{Enter}')
  await expect.poll(() => screen.query('started')).not.toBeNull()
})

test('a long name makes no list wider than a phone', async () => {
  await openList('', { width: 390, height: 844 })
  const code = await select('tbody code')
  expect(document.documentElement.scrollWidth).toBe(390)
  code.textContent = '/part'.repeat(40)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the baseline has gaps for hours without calls', async () => {
  await openList('?service=sparse')
  // The marks of releases are images, too.
  await expect.poll(() => all('[role=img] svg polygon').length).toBe(2)
})

test('the p95 of an operation has gaps for hours without calls', async () => {
  await openList('?service=sparse')
  const line = await shown(page.getByRole('img', { name: 'p95 of GET /rare over time' }))
  expect(all('polyline', line).length).toBe(2)
})
