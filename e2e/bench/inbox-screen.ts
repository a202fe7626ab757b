// Measures the list of issues in the console: its first paint, keys, tabs, scrolling, an idle tab, memory.
import { setTimeout as pause } from 'node:timers/promises'
import { describeKey, describeScroll, median, openMeasuredPage } from './page-measures.ts'

const LOADS = 3
const KEYS = 8
const HELD = 30
const ROW = 'tbody tr a'
const IDLE_MS = 10_000

/** `pages`: after the first one. The value of each row of the table, by its label. */
export async function measureInbox(
  url: string,
  pages: number,
  throttling: number,
): Promise<Map<string, string>> {
  const measured = await openMeasuredPage(url, { throttling, row: ROW })
  const { page } = measured
  try {
    const loads = []
    for (let load = 0; load < LOADS; load++) loads.push(await measured.open('/?range=24h', '/api/issues'))
    for (let number = 0; number < pages; number++) {
      const more = page.getByRole('button', { name: 'Show more' })
      await more.click()
      await page
        .getByText(`${25 + (number + 1) * 100} of`)
        .first()
        .waitFor()
    }
    await page.evaluate('scrollTo(0, 0)')
    const idle = await measured.cost(() => pause(IDLE_MS))
    const keys = (key: string) => measured.press(Array(KEYS).fill(key))
    const next = await keys('j')
    const select = await keys('x')
    const repeated = await measured.hold('j', HELD)
    const all = await measured.click(page.getByLabel('Select all shown'))
    const clear = await measured.press(['Escape'])
    const palette = await measured.press(['Control+k', 'Escape'])
    const scroll = await measured.scroll('html')
    const tab = await measured.click(page.getByRole('link', { name: /^New/ }))
    return new Map([
      ['navigation → first row painted, ms', median(loads.map(({ fromStart }) => fromStart))],
      ['last byte of the answer → painted, ms', median(loads.map(({ fromEnd }) => fromEnd))],
      ['`j`: worst event; processor, ms', describeKey(next)],
      [`\`j\` held, ${HELD} times: worst event; processor, ms`, describeKey(repeated)],
      ['`x`: worst event; processor, ms', describeKey(select)],
      ['select all: event; processor, ms', describeKey(all)],
      ['clear the selection: event; processor, ms', describeKey(clear)],
      ['palette: worst event; processor, ms', describeKey(palette)],
      ['another tab: event; processor, ms', describeKey(tab)],
      ['a frame of scrolling: processor; p50, p95, ms', describeScroll(scroll)],
      ['idle for 10 s: processor, ms', `${Math.round(idle.cpu)}`],
      ['JS heap after a collection, MB', (await measured.heap()).toFixed(0)],
      ['rows in the document', `${await page.locator('tbody tr').count()}`],
    ])
  } finally {
    await measured.close()
  }
}
