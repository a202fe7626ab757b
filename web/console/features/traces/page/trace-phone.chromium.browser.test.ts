// A trace in small windows: on a phone, on a tablet, and at a zoom of 400 %.
import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { openScreen, type View } from '../../../testing/open-screen.tsx'
import { boxOf, expectAccessible, press, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

type Trace = { traceId: string; spanIds: Record<string, string> }

const { data } = await playRecording('waterfall', /\/spans\//)
const { large } = data as Record<'large', Trace>

const panel = () => page.getByRole('complementary', { name: /Selected span/ })
const details = () => panel().getByRole('button', { name: 'Span details' })
const isBetween = (row: DOMRect, top: number, bottom: number) =>
  row.top >= top - 1 && row.bottom <= bottom + 1

async function openTrace(view: View) {
  await openScreen(`/traces/${large.traceId}`, view)
  return select('[role=treeitem][aria-selected=true]')
}

/** Waits until the selected row is above the sheet and below the header. */
async function rowIsInSight(): Promise<void> {
  const isInSight = () => {
    const row = document.querySelector('[role=treeitem][aria-selected=true]')?.getBoundingClientRect()
    const header = document.querySelector('#root > header')!.getBoundingClientRect()
    return row !== undefined && isBetween(row, header.bottom, boxOf(panel()).top)
  }
  await expect.poll(isInSight).toBe(true)
}

test('on a phone the selected row is visible, and stays visible above the open sheet', async () => {
  const row = await openTrace({ width: 390, height: 844 })
  await rowIsInSight()
  expect(boxOf(panel()).height).toBeLessThan(60)
  expect(isBetween(page.getByRole('heading', { level: 1 }).element().getBoundingClientRect(), 44, 844)).toBe(
    true,
  )
  await details().click()
  await shown(panel().getByText(/Self time/))
  await rowIsInSight()
  expect(row.isConnected).toBe(true)
  await press('e')
  await shown(page.getByRole('treeitem', { name: /query-40/, selected: true }))
  await rowIsInSight()
})

test.each([600, 768])('at 1024 × %i px the selected row is above the sheet', async (height) => {
  await openTrace({ width: 1024, height })
  await shown(panel().getByText(/Self time/))
  await rowIsInSight()
})

test('at a zoom of 400 % nothing covers the trace', async () => {
  await openTrace({ width: 320, height: 256 })
  await expectAccessible()
  expect(boxOf(page.getByRole('heading', { level: 1 })).bottom).toBeLessThan(256)
  await details().click()
  await shown(panel().getByText(/Self time/))
  expect(boxOf(panel()).top).toBeGreaterThan(boxOf(page.getByRole('tree')).bottom)
  window.scrollTo(0, document.documentElement.scrollHeight)
  expect(boxOf(page.getByRole('banner')).bottom).toBeLessThan(0)
})

test('a touch screen shows no keys', async () => {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  try {
    await openTrace({ width: 390, height: 844 })
    expect(matchMedia('(hover: none)').matches).toBe(true)
    const keys = [...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility())
    expect(keys.map(({ textContent }) => textContent)).toEqual([])
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })
  }
})
