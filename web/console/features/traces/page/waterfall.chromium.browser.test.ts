// The rows of a trace: ancestors in sight, the name column, events, exceptions, the overview.
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { openScreen, type View } from '../../../testing/open-screen.tsx'
import {
  all,
  boxOf,
  drag,
  expectAccessible,
  gone,
  holdKey,
  press,
  select,
  shown,
} from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

type Trace = { traceId: string; spanIds: Record<string, string> }
type Data = Record<'deep' | 'small' | 'repeated', Trace> & { digest: string }

const SELECTED = '[role=treeitem][aria-selected=true]'
const { data, requests } = await playRecording('waterfall', /\/spans\//)
const { deep, small, repeated, digest } = data as Data

function openTrace({ traceId }: Trace, span?: string, view: View = {}) {
  return openScreen(`/traces/${traceId}${span ? `?span=${span}` : ''}`, view)
}

const row = (name: string | RegExp, options = {}) => page.getByRole('treeitem', { name, ...options })
const selectedText = () => document.querySelector(SELECTED)?.textContent ?? ''
const panel = () => page.getByRole('complementary')
const ancestors = () => all('[class*=sticky] [data-row]')

test('ancestors of the uppermost rows stay in sight, and a click goes to one', async () => {
  const screen = await openTrace(deep, deep.spanIds['part 8 level 13'])
  await screen.settled()
  await expect.poll(() => ancestors().length).toBeGreaterThan(2)
  const texts = ancestors().map((element) => element.querySelector('b')?.textContent ?? '')
  expect(texts.length).toBeLessThan(6)
  const parts = new Set(texts.map((text) => text.replace(/ level .*/, '')))
  expect(parts.size).toBe(1)
  const levels = texts.map((text) => Number(/level (\d+)/.exec(text)?.[1]))
  expect(levels).toEqual(levels.map((_, index) => (levels[0] ?? 0) + index))
  await drag(ancestors()[0]!)
  await expect.poll(selectedText).toContain(texts[0])
  await shown(panel().getByRole('heading', { name: texts[0]!, exact: true }))
  await shown(page.getByRole('tree'))
  document.querySelector<HTMLElement>('[role=tree]')!.focus()
  await press('{Home}')
  await expect.poll(selectedText).toContain('load')
  await expect.poll(() => ancestors().length).toBe(0)
})

test('no ancestor covers the selected row', async () => {
  await openTrace(deep, deep.spanIds['part 9 level 13'], { height: 700 })
  await select(SELECTED)
  for (let step = 0; step < 40; step += 1) {
    await press('k')
    const element = document.querySelector(SELECTED)!
    const { left, top, height } = element.getBoundingClientRect()
    const uncovered = element.contains(document.elementFromPoint(left + 60, top + height / 2))
    expect(uncovered, `row ${step}`).toBe(true)
  }
})

test('what is collapsed and expanded is in the link, and 0 takes it back', async () => {
  const screen = await openTrace(repeated, repeated.spanIds['load'])
  const rows = () => page.getByRole('treeitem').elements().length
  const queries = row(/SELECT/)
  await shown(queries.getByText('× 6 repeated'))
  await press('j', 'j', 'l', 'j', 'j', 'j', 'j', 'j', 'j', 'h')
  await shown(row(/render/, { expanded: false, selected: true }))
  expect(rows()).toBe(9)
  await expect.poll(() => screen.query('toggled')?.split('.').length).toBe(2)
  await screen.reload()
  await shown(row(/render/, { expanded: false, selected: true }))
  expect(queries.elements().length).toBe(6)
  await press('0')
  await shown(row(/layout/))
  expect(rows()).toBe(5)
  await expect.poll(() => screen.query('toggled')).toBeNull()
})

test('a link to a span that is collapsed shows it, and what is collapsed over it is selected', async () => {
  const toggled = repeated.spanIds['render'] ?? ''
  await openTrace(repeated, `${repeated.spanIds['layout']}&toggled=${toggled}`)
  await shown(row(/layout/, { selected: true }))
  await userEvent.click(
    row(/render/)
      .element()
      .querySelector('[data-toggle]')!,
  )
  await shown(row(/render/, { expanded: false, selected: true }))
  await gone(row(/layout/))
})

test('keys move at once; the link follows when they rest, and the span is requested then', async () => {
  const screen = await openTrace(deep, deep.spanIds['part 0 level 0'])
  await shown(panel().getByText('Resource'))
  requests.length = 0
  await holdKey('j', 10)
  const target = deep.spanIds['part 0 level 10'] ?? ''
  await expect.poll(selectedText).toContain('part 0 level 10')
  await expect.poll(() => screen.query('span')).toBe(target)
  await expect.poll(() => requests.findLast((path) => path.includes('/spans/'))).toMatch(target)
  expect(requests.filter((path) => path.includes('/spans/'))).toHaveLength(1)
  await screen.reload()
  await expect.poll(selectedText).toContain('part 0 level 10')
})

test('the name column is dragged or moved by keys, and stays so after a reload', async () => {
  const screen = await openTrace(deep)
  const edge = page.getByRole('separator', { name: 'Width of the name column' })
  await shown(edge)
  const width = () => all('[role=treeitem] [class*=name]')[0]!.getBoundingClientRect().width
  const before = width()
  const { x, y } = boxOf(edge)
  await commands.mouse([
    { x: x + 4, y: y + 200 },
    { x: x + 124, y: y + 200 },
  ])
  await expect.poll(() => Math.abs(width() - before - 120)).toBeLessThan(6)
  const dragged = width()
  await screen.reload()
  const separator = await shown(edge)
  expect(Math.abs(width() - dragged)).toBeLessThan(2)
  separator.focus()
  await press('{ArrowLeft}', '{ArrowLeft}', '{ArrowLeft}')
  await expect.poll(() => Math.abs(width() - dragged + 48)).toBeLessThan(4)
  expect(Number(separator.getAttribute('aria-valuenow'))).toBe(Math.round(width()))
  await press('{Home}')
  await expect.poll(width).toBeLessThan(170)
  await press('{Enter}')
  await expect.poll(() => Math.abs(width() - before)).toBeLessThan(2)
})

test('deep rows are indented on, a little for each level', async () => {
  await openTrace(deep, deep.spanIds['part 4 level 13'])
  await shown(page.getByRole('treeitem', { selected: true }))
  const left = (level: number) =>
    row(new RegExp(`^part 4 level ${level}\\b`))
      .element()
      .querySelector('b')!
      .getBoundingClientRect().x
  const lefts = [left(3), left(4), left(12), left(13)]
  expect(lefts.slice(1).map((x, index) => Math.round(x - (lefts[index] ?? 0)))).toEqual([
    14,
    14 * 3 + 4 * 5,
    4,
  ])
})

test('events are dots on the bar with their names, also in the panel', async () => {
  await openTrace(small, small.spanIds['click “Pay now”'])
  const element = await shown(row(/Pay now/))
  const title = await shown(row(/Pay now/).getByTitle('fallback shown'))
  const bar = element.querySelector('[class*=bar]')!.getBoundingClientRect()
  const dot = title.getBoundingClientRect()
  expect((dot.x + dot.width / 2 - bar.x) / bar.width).toBeCloseTo(800 / 900, 1)
  expect(all('[class*=event]', element).length).toBe(2)
  await shown(panel().getByText('fallback shown'))
})

test('a short trace is as high as its rows, with its exceptions below', async () => {
  const screen = await openTrace(small)
  const list = page.getByRole('group').filter({ hasText: '1 exception in this trace' })
  const link = list.getByRole('link', { name: digest })
  await shown(link)
  expect(boxOf(page.getByRole('tree')).height).toBeLessThan(28 + 3 * 24 + 2)
  expect(boxOf(link).y - boxOf(page.getByRole('treeitem').last()).y).toBeLessThan(150)
  await row(/POST/).click()
  await list.getByRole('button', { name: 'render' }).click()
  await shown(row(/render/, { selected: true }))
  await expect.poll(() => screen.query('span')).toBe(small.spanIds['render'])
  await link.click()
  await shown(page.getByText('amount of undefined'))
  screen.back()
  await shown(row(/render/, { selected: true }))
})

test('the overview outlines the selected span, and its handles move the ends of the window', async () => {
  await openTrace(small, small.spanIds['POST /pay'])
  const overview = await shown(page.getByRole('slider', { name: /Trace overview/ }))
  const { x, y, width } = overview.getBoundingClientRect()
  const outline = all('[class*=selected]', overview)[0]!
  expect(outline.getBoundingClientRect().x).toBeCloseTo(x + (40 / 900) * width, -1)
  expect(outline.getBoundingClientRect().width).toBeCloseTo((700 / 900) * width, -1)
  expect(getComputedStyle(outline).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  await drag(all('[data-edge=to]', overview)[0]!, { x: x + width / 2, y: y + 10 })
  await shown(page.getByRole('button', { name: 'Full trace 0' }))
  expect(overview.getAttribute('aria-valuetext')).toMatch(/^0 to 4\d\d ms of 900 ms$/)
})

test.each([1440, 390])('axe finds nothing in a deep and in a small trace at %i px', async (width) => {
  for (const theme of ['light', 'dark'] as const)
    for (const trace of [deep, small]) {
      localStorage.clear()
      await openTrace(trace, undefined, { width, theme })
      await shown(row(/./))
      // On a phone the panel starts closed.
      if (width === 390) await press('o')
      await shown(panel().getByText('Resource'))
      await expectAccessible()
    }
})
