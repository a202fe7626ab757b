// Measures one trace in the console: its first paint, keys, the filter, scrolling, memory.
import { describeInput, describeScroll, median, openMeasuredPage } from './page-measures.ts'

const LOADS = 3
const KEYS = 8
const HELD = 30
const FILTERS = 4
const TREE = '[role=tree]'
const ROW = '[role=treeitem]'

/** The value of each row of the table, by its label. */
export async function measureTrace(
  url: string,
  traceId: string,
  throttling: number,
): Promise<Map<string, string>> {
  const measured = await openMeasuredPage(url, { throttling, row: ROW })
  const { page } = measured
  try {
    const loads = []
    for (let load = 0; load < LOADS; load++)
      loads.push(await measured.open(`/traces/${traceId}`, `/api/traces/${traceId}`))
    const keys = (key: string) => measured.press(Array(KEYS).fill(key))
    const next = await keys('j')
    const error = await keys('e')
    const repeated = await measured.hold('j', HELD)
    const scroll = await measured.scroll(TREE)
    await page.keyboard.press('/')
    const filters = []
    for (let time = 0; time < FILTERS; time++) {
      filters.push(await measured.press(['s']))
      await page.keyboard.press('Backspace')
    }
    return new Map([
      ['first byte of the answer → painted, ms', median(loads.map(({ fromHead }) => fromHead))],
      ['last byte of the answer → painted, ms', median(loads.map(({ fromEnd }) => fromEnd))],
      ['`e`: event p50, worst; processor, ms', describeInput(error)],
      ['`j`: event p50, worst; processor, ms', describeInput(next)],
      [`\`j\` held, ${HELD} times: event p50, worst; processor, ms`, describeInput(repeated)],
      ['first letter of the filter: event p50, worst; processor, ms', describeInput(...filters)],
      ['a frame of scrolling: processor; p50, p95, ms', describeScroll(scroll)],
      ['JS heap after a collection, MB', (await measured.heap()).toFixed(0)],
      ['rows in the document', `${await page.locator(ROW).count()}`],
    ])
  } finally {
    await measured.close()
  }
}
