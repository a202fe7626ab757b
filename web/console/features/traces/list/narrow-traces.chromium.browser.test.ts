// Narrowing traces by looking: the latency heatmap, what differs in an area of it, the order, the facets.
// Each is in the URL: a reload shows the same.
import { expect, test } from 'vitest'
import type { TraceCell, TraceHeatmapAnswer } from '../../../../../contract/traces.ts'
import { commands, page } from 'vitest/browser'
import {
  differs,
  durations,
  facetLink,
  facetText,
  hasQuery,
  heatmap,
  totalOf,
} from '../../../testing/narrow-page.ts'
import { openScreen, type Screen } from '../../../testing/open-screen.tsx'
import { all, boxOf, expectAccessible, gone, press, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const { data, requests, replace } = await playRecording('day')
const { slowTraces } = data as { slowTraces: number }

const button = (name: string | RegExp) => page.getByRole('button', { name })
const table = (order: string) => page.getByRole('table', { name: `Traces, ${order}` })
const hasArea = (screen: Screen) => screen.query('started') !== null && screen.query('minDurationNs') !== null

/** Drags over the newest and slowest traces. Resolves to the total before. */
async function selectSlow(screen: Screen): Promise<number> {
  await shown(heatmap())
  await expect.poll(totalOf).toBeGreaterThan(0)
  const all = totalOf()
  const { right, y, width, x } = boxOf(heatmap())
  await commands.mouse([
    { x: x + width * 0.93, y: y + 3 },
    { x: right - 3, y: y + 10 },
  ])
  await expect.poll(() => hasArea(screen)).toBe(true)
  expect(screen.query('maxDurationNs')).toBeNull()
  return all
}

test('a drag over the heatmap selects, shows what differs, and its chips remove the selection', async () => {
  const screen = await openScreen('/traces')
  const all = await selectSlow(screen)
  const row = differs().getByRole('row', { name: /browser Safari 26/ })
  await shown(row)
  await expect.poll(totalOf).toBeLessThan(all / 3)
  await screen.reload()
  await shown(row)
  await expect.poll(totalOf).toBeGreaterThanOrEqual(slowTraces / 2)
  await button(/^Remove duration:/).click()
  await button(/^Remove started:/).click()
  await gone(differs())
  await expect.poll(totalOf).toBe(all)
})

test('cells in which more than a tenth failed have a red edge, and values fill the heatmap', async () => {
  await openScreen('/traces')
  await shown(heatmap())
  const path = requests.find((request) => request.includes('/heatmap'))!
  const answer = (await (await fetch(path)).json()) as TraceHeatmapAnswer
  const few = (cell: TraceCell, index: number) => (index % 2 ? cell : { ...cell, count: cell.errors * 20 })
  const failed = answer.cells.filter(({ errors }) => errors > 0).map(few)
  replace(/heatmap/, () =>
    Response.json({ ...answer, cells: [...answer.cells.filter(({ errors }) => errors === 0), ...failed] }),
  )
  await openScreen('/traces')
  const slider = await shown(heatmap())
  const cells = all('rect', slider)
  const edges = cells.filter((cell) => getComputedStyle(cell).stroke !== 'none')
  expect(failed.length).toBeGreaterThan(9)
  expect(edges.length).toBe(Math.floor(failed.length / 2))
  const boxes = cells.map((cell) => cell.getBoundingClientRect())
  const { top, bottom } = slider.getBoundingClientRect()
  expect(Math.min(...boxes.map((box) => box.top)) - top).toBeLessThan(3)
  expect(bottom - Math.max(...boxes.map((box) => box.bottom))).toBeLessThan(3)
})

test('an area of the heatmap is selected by keyboard, and Escape clears it', async () => {
  const screen = await openScreen('/traces')
  const slider = await shown(heatmap())
  slider.focus()
  await press('{End}', '{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/ to .*: \d+ traces?, \d+ with errors/)
  await press('{Shift>}{ArrowRight}{ArrowDown}{/Shift}', '{Enter}')
  await expect.poll(() => hasArea(screen)).toBe(true)
  await shown(differs())
  expect(document.activeElement).toBe(heatmap().element())
  await press('{Escape}')
  await expect.poll(() => screen.query('started') ?? screen.query('minDurationNs')).toBeNull()
  await gone(differs())
})

test('why is paying slow? Only and all but of what differs narrow the list', async () => {
  const screen = await openScreen('/traces?minDurationNs=2000000000&service=checkout-web')
  const row = differs().getByRole('row', { name: /browser Safari 26/ })
  await shown(row.getByText('100 %'))
  await shown(row.getByText('only here'))
  await shown(differs().getByText(/No difference in .*cart\.currency/))
  await row.getByRole('link', { name: 'Only Safari 26' }).click()
  await hasQuery(screen, 'q', 'browser:"Safari 26"')
  await expect.poll(totalOf).toBe(slowTraces)
  screen.back()
  ;(await shown(row.getByRole('link', { name: 'All but Safari 26' }))).focus()
  await press('{Enter}')
  await hasQuery(screen, 'q', '-browser:"Safari 26"')
  await shown(page.getByText(/No traces match/))
})

test('the list of traces has its total, and an order that a reload keeps', async () => {
  const screen = await openScreen('/traces?service=checkout-web')
  await shown(table('newest first'))
  await expect.poll(totalOf).toBeGreaterThan(200)
  await shown(page.getByRole('status').filter({ hasText: /^25 of \d+ traces · [\d,]+ ms$/ }))
  await page.getByRole('radio', { name: 'Slowest' }).click()
  await hasQuery(screen, 'order', 'duration')
  await screen.reload()
  await shown(table('slowest first'))
  expect(durations()[0]).toBeGreaterThan(4e9)
  expect(durations()).toEqual(durations().toSorted((a, b) => b - a))
  await page.getByRole('radio', { name: 'Most errors' }).click()
  await shown(table('most errors first').getByRole('row').nth(1).getByText('1', { exact: true }))
  await page.getByRole('radio', { name: 'Newest' }).click()
  await hasQuery(screen, 'order', null)
})

test('facets of traces select an operation and exclude a service', async () => {
  const screen = await openScreen('/traces')
  ;(await facetLink('operation', 'click Pay')).click()
  await hasQuery(screen, 'operation', 'click Pay')
  ;(await facetLink('operation', 'click Pay')).click()
  await hasQuery(screen, 'operation', null)
  ;(await facetLink('service', 'All but checkout-web')).click()
  await hasQuery(screen, 'q', '-service.name:checkout-web')
  await shown(page.getByRole('row', { name: /page\.load/ }))
  await gone(page.getByRole('row', { name: /checkout-web/ }))
  expect(facetText('operation')).toBeDefined()
})

test('s changes the order of traces', async () => {
  await openScreen('/traces')
  await shown(table('newest first'))
  await press('s')
  await shown(table('slowest first'))
  await press('s', 's')
  await shown(table('newest first'))
})

test.for([1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))))(
  'at $width px, $theme: heatmap and differences are accessible',
  async (view) => {
    await openScreen('/traces?minDurationNs=2000000000&order=duration', view)
    await shown(differs().getByRole('row').nth(1))
    await shown(heatmap())
    await expectAccessible()
  },
)
