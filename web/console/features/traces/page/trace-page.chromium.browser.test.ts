// One trace: services, the panel of a span, errors, filter, clocks, critical path, zoom.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen, type View } from '../../../testing/open-screen.tsx'
import { all, boxOf, gone, press, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

type Trace = { traceId: string; spanIds: Record<string, string> }

const { data } = await playRecording('waterfall', /\/spans\/|q=mysql/)
const { wide, failing, late } = data as Record<'wide' | 'failing' | 'late', Trace>

const rows = () => page.getByRole('treeitem')
const row = (name: string | RegExp, options = {}) => page.getByRole('treeitem', { name, ...options })
const panel = () => page.getByRole('complementary', { name: /Selected span/ })
const button = (name: string, options = {}) =>
  page.getByRole('button', { name: new RegExp(name), ...options })
const services = (legend: HTMLElement) => all('.service', legend).length

async function openTrace({ traceId }: Trace, search = '', view: View = {}) {
  const screen = await openScreen(`/traces/${traceId}${search}`, view)
  await shown(rows())
  return screen
}

test('twelve services of a trace look different, also where the installation has many', async () => {
  await openTrace(wide)
  const bars = all('[role=treeitem] [class*=bar]')
  expect(bars.length).toBe(12)
  expect(new Set(bars.map((bar) => getComputedStyle(bar).background)).size).toBe(12)
  await button('8 more services').click()
  const swatches = all('.service', page.getByRole('group', { name: /Services/ }).element())
  expect(new Set(swatches.map((name) => getComputedStyle(name, '::before').background)).size).toBe(12)
  const lanes = all('[class*=minimap] path[data-service]').map((path) => getComputedStyle(path))
  expect(new Set(lanes.map(({ fill, fillOpacity }) => `${fill} ${fillOpacity}`)).size).toBe(lanes.length)
})

test('twelve services take one line under the title, and a click shows all', async () => {
  await openTrace(wide, '', { width: 1024, height: 768 })
  const legend = await shown(page.getByRole('group', { name: /Services/ }))
  expect(services(legend)).toBe(4)
  expect(legend.getBoundingClientRect().height).toBeLessThan(30)
  expect(legend.getBoundingClientRect().width).toBeGreaterThan(900)
  expect(boxOf(page.getByRole('heading', { level: 1 })).height).toBeLessThan(40)
  await button('8 more services').click()
  expect(services(legend)).toBe(12)
})

test.each([1024, 390])('at %i px the details of a span are a sheet within the window', async (width) => {
  const screen = await openTrace(wide, `?span=${wide.spanIds['step 3']}`, { width, height: 768 })
  await shown(panel().getByRole('heading', { name: /step 3/ }))
  // A phone starts with the name of the span alone.
  if (width === 390) await button('Span details', { expanded: false }).click()
  await shown(panel().getByText(/Self time/))
  const { y, bottom } = boxOf(panel())
  expect(y).toBeGreaterThan(384)
  expect(bottom).toBeLessThanOrEqual(768)
  await row(/step 3/).click()
  await button('Span details').click()
  await expect.poll(() => boxOf(panel()).height).toBeLessThan(100)
  await screen.reload()
  await shown(panel())
  expect(boxOf(panel()).height).toBeLessThan(100)
  await press('o')
  await shown(panel().getByText(/Self time/))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('the folded panel leaves its width to the tree', async () => {
  await openTrace(wide)
  const tree = page.getByRole('tree')
  const before = boxOf(tree).width
  await press('o')
  await shown(button('Span details', { expanded: false }))
  expect(boxOf(tree).width).toBeGreaterThan(before + 250)
})

test('e goes to errors before the spans that they were passed on to, and shows the order', async () => {
  const screen = await openTrace(failing)
  const selected = (name: RegExp) => row(name, { selected: true })
  await shown(selected(/INSERT/))
  await shown(page.getByText(/error 1 of 2, passed on 3 times/))
  for (const name of [/GET \/offers/, /^page/, /POST \/pay/, /^pay /, /INSERT/]) {
    await press('e')
    await shown(selected(name))
  }
  await press('E')
  await shown(page.getByText(/2 errors, passed on: 3 of 3/))
  await expect.poll(() => screen.query('span')).toBe(failing.spanIds['pay'])
  await screen.reload()
  await shown(page.getByText(/2 errors, passed on: 3 of 3/))
})

test('the span of a link is visible: the axis shows its surroundings, and 0 shows all', async () => {
  await openTrace(failing, `?span=${failing.spanIds['INSERT']}`)
  const bar = await select('[aria-selected=true] [class*=bar]')
  expect(bar.getBoundingClientRect().width).toBeGreaterThan(25)
  await press('0')
  await gone(button('Full trace'))
  const width = () =>
    document.querySelector('[aria-selected=true] [class*=bar]')?.getBoundingClientRect().width
  await expect.poll(width).toBeLessThan(10)
})

test('the filter of a trace searches attributes and counts the matches', async () => {
  const screen = await openTrace(failing)
  const box = page.getByRole('searchbox', { name: /Filter spans/ })
  await press('/')
  await userEvent.fill(box, 'status:502')
  await shown(page.getByText(/1 of 7 spans matches, 2 rows/))
  expect(
    rows()
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('page'), expect.stringContaining('GET /offers')])
  await screen.reload()
  await shown(page.getByText(/1 of 7 spans matches, 2 rows/))
  await userEvent.fill(box, 'mysql')
  await shown(page.getByText(/0 of 7 spans match the filter/))
  await userEvent.fill(box, '')
  await shown(page.getByText(/7 of 7 spans/))
})

test('p marks the critical path, also after a reload, and p again removes the marks', async () => {
  const screen = await openTrace(failing)
  await press('p')
  const marked = row(/on the critical path/)
  await shown(marked)
  expect(marked.elements().map((element) => element.querySelector('b')?.textContent)).toEqual([
    'page',
    'POST /pay',
    'pay',
    'stock',
    'INSERT',
    'GET /offers',
  ])
  await screen.reload()
  await shown(marked)
  await shown(page.getByRole('checkbox', { name: /Critical path/, checked: true }))
  document.querySelector<HTMLElement>('[role=tree]')!.focus()
  await press('p')
  await gone(marked)
})

test('a clock that is behind is corrected and named; undo shows the times as they arrived', async () => {
  const screen = await openTrace(late)
  const left = (name: RegExp) => all('[class*=bar]', row(name).element())[0]!.getBoundingClientRect().x
  const isInside = () => left(/^quote quote-api/) > left(/^GET \/quote/)
  await shown(page.getByText(/quote-api’s clock is 4\.20 s behind/))
  expect(isInside()).toBe(true)
  await button('undo').click()
  await shown(page.getByText(/not corrected/))
  expect(isInside()).toBe(false)
  await screen.reload()
  await shown(page.getByText(/not corrected/))
  await button('correct').click()
  await shown(button('undo'))
  expect(isInside()).toBe(true)
})

test('the overview of a trace zooms and moves by keyboard', async () => {
  const screen = await openTrace(failing)
  const overview = page.getByRole('slider', { name: /Trace overview/ })
  const text = () => overview.element().getAttribute('aria-valuetext')
  const focus = () => (overview.element() as HTMLElement).focus()
  focus()
  expect(text()).toBe('0 to 30.0 s of 30.0 s')
  await press('{ArrowUp}', '{Home}')
  await shown(page.getByText(/Full trace/))
  expect(text()).toBe('0 to 20.0 s of 30.0 s')
  await press('{ArrowRight}')
  expect(text()).toBe('4.00 s to 24.0 s of 30.0 s')
  await expect.poll(() => screen.query('zoom')).toMatch(/^40+-240+$/)
  await screen.reload()
  await shown(overview)
  await expect.poll(text).toBe('4.00 s to 24.0 s of 30.0 s')
  focus()
  await press('{End}')
  expect(text()).toBe('10.0 s to 30.0 s of 30.0 s')
  await press('{Escape}')
  await gone(page.getByText(/Full trace/))
  expect(text()).toBe('0 to 30.0 s of 30.0 s')
})
