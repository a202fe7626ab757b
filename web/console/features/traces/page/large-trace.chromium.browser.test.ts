// A trace of many spans: where it lands, rows outside of the window, labels beside bars, matches of a filter.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen, type View } from '../../../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

type Trace = { traceId: string; spanIds: Record<string, string> }

const { data } = await playRecording('waterfall', /\/spans\//)
const { large, failing } = data as Record<'large' | 'failing', Trace>

const row = (name: string | RegExp, options = {}) => page.getByRole('treeitem', { name, ...options })
const BAR = '[class*=span-bar]'
const SELECTED_BAR = `[aria-selected=true] ${BAR}`

function openTrace({ traceId }: Trace, search = '', view: View = {}) {
  return openScreen(`/traces/${traceId}${search}`, view)
}

/** The share of the axis that the bar of the selected span fills. */
const selectedShare = () => {
  const bar = document.querySelector<HTMLElement>(SELECTED_BAR)
  return bar ? bar.getBoundingClientRect().width / bar.parentElement!.clientWidth : 0
}

test('a large trace opens zoomed at its first cause, and 0 shows all of it', async () => {
  await openTrace(large)
  await shown(row(/query-17/, { selected: true }))
  expect(selectedShare()).toBeGreaterThan(0.049)
  await shown(row(/GET \/part\/17/))
  const slider = page.getByRole('slider', { name: /Trace overview/ })
  expect(slider.element().getAttribute('aria-valuetext')).toMatch(/^11\.\d s to 11\.\d s of 30\.0 s$/)
  await press('0')
  await expect.poll(selectedShare).toBeLessThan(0.01)
})

test('the next error comes into sight, wherever it is', async () => {
  await openTrace(large)
  await shown(row(/query-17/, { selected: true }))
  await press('e')
  await shown(row(/query-40/, { selected: true }))
  expect(selectedShare()).toBeGreaterThan(0.049)
})

test('a row outside of the window shows on which side its span is, and how far away', async () => {
  await openTrace(large)
  const before = await shown(row(/query-16/))
  expect(before.textContent).toMatch(/◂ 5\d\d ms before the visible part$/)
  const after = await shown(row(/query-18/))
  expect(after.textContent).toMatch(/5\d\d ms ▸ after the visible part$/)
  expect(all(BAR, before).length + all(BAR, after).length).toBe(0)
})

test('ticks of a short window differ', async () => {
  await openTrace(large)
  await shown(row(/query-17/, { selected: true }))
  await press('z')
  const ticks = () => all('[class*=head] [class*=axis] .axis').map(({ textContent }) => textContent)
  await expect.poll(ticks).toContain('11.182 s')
  expect(new Set(ticks()).size).toBe(ticks().length)
})

test.each([1440, 1024])('at %i px the duration of a span is beside its bar', async (width) => {
  await openTrace(failing, '?zoom=all', { width })
  await select(SELECTED_BAR)
  const bars = all(`[role=treeitem] ${BAR}`)
  expect(bars.length).toBe(7)
  for (const bar of bars) {
    const label = bar.parentElement!.querySelector('.span-text')!.getBoundingClientRect()
    const space = page.getByRole('tree').element().getBoundingClientRect()
    expect(label.left).toBeGreaterThanOrEqual(bar.getBoundingClientRect().right - 3)
    expect(label.right).toBeLessThanOrEqual(space.right)
  }
})

test('matches of a filter are marked, n and N go from one to the next', async () => {
  await openTrace(large)
  await press('/')
  await userEvent.fill(page.getByLabelText(/Filter spans/), 'query-4')
  await shown(page.getByText(/6 of 91 spans match, 13 rows/))
  expect(all('[role=treeitem] mark').map(({ textContent }) => textContent)).toEqual(
    [4, 40, 41, 42, 43, 44].map((query) => `query-${query}`),
  )
  const color = (name: RegExp) => getComputedStyle(row(name).element().querySelector('b')!).color
  expect(color(/GET \/part\/41/)).not.toBe(color(/query-41/))
  await press('{Enter}')
  await shown(row(/query-40/, { selected: true }))
  await press('{Escape}')
  await press('n')
  await shown(row(/query-41/, { selected: true }))
  await shown(page.getByText('3 of 6'))
  expect(selectedShare()).toBeGreaterThan(0.049)
  await press('N', 'N', 'N')
  await shown(row(/query-44/, { selected: true }))
  await page.getByRole('button', { name: 'Next match' }).click()
  await shown(row(/query-4\b/, { selected: true }))
  const keys = page.getByRole('contentinfo', { name: 'Keyboard shortcuts' })
  expect(keys.element().textContent).toMatch(/n next match.*N previous match/)
})

test.each(['light', 'dark'] as const)('%s: axe finds nothing in a filtered trace', async (theme) => {
  await openTrace(large, '?q=query-4', { theme })
  await shown(page.getByText(/6 of 91 spans match, 13 rows/))
  await expectAccessible()
})
