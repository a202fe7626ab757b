// Measures the list of issues in the console: its first paint, keys, tabs, scrolling, an idle tab, memory.
import { setTimeout as pause } from 'node:timers/promises'
import { describeInput, describeScroll, type InputCost, median, openMeasuredPage } from './page-measures.ts'

const LOADS = 3
const KEYS = 8
const HELD = 30
/** What is clicked, or opened and closed. */
const TIMES = 4
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
    const idle = await measured.cpu(() => pause(IDLE_MS))
    const keys = (key: string) => measured.press(Array(KEYS).fill(key))
    const next = await keys('j')
    const select = await keys('x')
    const repeated = await measured.hold('j', HELD)
    const all = await times(async () => {
      await page.keyboard.press('Escape')
      return measured.click(page.getByLabel('Select all shown'))
    })
    const palette = await times(() => measured.press(['Control+k', 'Escape']))
    const scroll = await measured.scroll('html')
    const tab = await times(async () => {
      const cost = await measured.click(page.getByRole('link', { name: /^New/ }))
      await page.goBack()
      return cost
    })
    return new Map([
      ['navigation → first row painted, ms', median(loads.map(({ fromStart }) => fromStart))],
      ['last byte of the answer → painted, ms', median(loads.map(({ fromEnd }) => fromEnd))],
      ['`j`: event p50, worst; processor, ms', describeInput(next)],
      [`\`j\` held, ${HELD} times: event p50, worst; processor, ms`, describeInput(repeated)],
      ['`x`: event p50, worst; processor, ms', describeInput(select)],
      ['select all: event p50, worst; processor, ms', all],
      ['palette opened and closed: event p50, worst; processor, ms', palette],
      ['another tab: event p50, worst; processor, ms', tab],
      ['a frame of scrolling: processor; p50, p95, ms', describeScroll(scroll)],
      ['idle for 10 s: processor, ms', `${Math.round(idle)}`],
      ['JS heap after a collection, MB', (await measured.heap()).toFixed(0)],
      ['rows in the document', `${await page.locator('tbody tr').count()}`],
    ])
  } finally {
    await measured.close()
  }
}

async function times(measure: () => Promise<InputCost>): Promise<string> {
  const costs: InputCost[] = []
  for (let time = 0; time < TIMES; time++) costs.push(await measure())
  return describeInput(...costs)
}
