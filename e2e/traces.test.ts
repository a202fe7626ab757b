// One trace in the console: services, the panel of a span, errors, filter, clocks, critical path, zoom.
import { beforeAll, expect, test } from 'vitest'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { sendTrace, type SentTrace, type SpanInput } from './testing/traces.ts'

/** One query fails, and with it all that waits for it; another request fails by itself. */
const FAILING: SpanInput[] = [
  { name: 'page', service: 'shop-web', start: 0, milliseconds: 30_000, failed: true },
  { name: 'POST /pay', parent: 'page', service: 'shop-web', start: 400, milliseconds: 2_000, failed: true },
  { name: 'pay', parent: 'POST /pay', service: 'pay-api', start: 500, milliseconds: 1_800, failed: true },
  {
    name: 'INSERT',
    parent: 'pay',
    service: 'pay-api',
    start: 900,
    milliseconds: 100,
    failed: true,
    attributes: { 'db.system.name': 'postgresql' },
  },
  { name: 'stock', parent: 'pay', service: 'pay-api', start: 550, milliseconds: 300 },
  { name: 'idle', parent: 'page', service: 'shop-web', start: 1_000, milliseconds: 100 },
  {
    name: 'GET /offers',
    parent: 'page',
    service: 'shop-web',
    start: 3_000,
    milliseconds: 200,
    failed: true,
    attributes: { 'http.response.status_code': '502' },
  },
]

const { stack, browser } = startStackWithBrowser()
let wide: SentTrace
let failing: SentTrace
let late: SentTrace
beforeAll(async () => {
  // Services of other traces take part in the colours of lists.
  await sendTrace(stack.url, chain(Array.from({ length: 30 }, (_, index) => `other-${index}`)))
  wide = await sendTrace(stack.url, chain(Array.from({ length: 12 }, (_, index) => `team-service-${index}`)))
  late = await sendTrace(stack.url, [
    { name: 'page', service: 'shop-web', start: 0, milliseconds: 1_000 },
    { name: 'GET /quote', parent: 'page', service: 'shop-web', start: 100, milliseconds: 600, kind: 3 },
    {
      name: 'quote',
      parent: 'GET /quote',
      service: 'quote-api',
      start: 200 - 4_200,
      milliseconds: 400,
      kind: 2,
    },
  ])
  failing = await sendTrace(stack.url, FAILING)
})

function openTrace({ traceId }: SentTrace, search = '', view = {}) {
  return browser.open(`${stack.url}/traces/${traceId}${search}`, view)
}

/** One span per service, each the parent of the next. */
function chain(services: string[]): SpanInput[] {
  return services.map((service, index) => ({
    name: `step ${index}`,
    ...(index > 0 && { parent: `step ${index - 1}` }),
    service,
    start: index * 10,
    milliseconds: 1_000 - index * 20,
  }))
}

test('twelve services of a trace look different, also where the installation has many', async () => {
  const { page, close } = await openTrace(wide)
  await page.getByRole('treeitem').first().waitFor()
  const backgrounds = await page
    .getByRole('treeitem')
    .locator('[class*=bar]')
    .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).background))
  expect(backgrounds.length).toBe(12)
  expect(new Set(backgrounds).size).toBe(12)
  await close()
})

test('twelve services take one line under the title, and a click shows all', async () => {
  const { page, close } = await openTrace(wide, '', { width: 1024, height: 768 })
  const legend = page.getByRole('group', { name: 'Services' })
  await legend.waitFor()
  expect(await legend.locator('.service').count()).toBe(4)
  const { height = 0, width = 0 } = (await legend.boundingBox()) ?? {}
  expect(height).toBeLessThan(30)
  expect(width).toBeGreaterThan(900)
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.height).toBeLessThan(40)
  await legend.getByRole('button', { name: '8 more services' }).click()
  expect(await legend.locator('.service').count()).toBe(12)
  await close()
})

test.each([1024, 390])('at %i px the details of a span are a sheet within the window', async (width) => {
  const { page, close } = await openTrace(wide, `?span=${wide.spanIds.get('step 3')}`, { width, height: 768 })
  const panel = page.getByRole('complementary', { name: 'Selected span' })
  await panel.getByRole('heading', { name: 'step 3' }).waitFor()
  const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(384)
  expect(y + height).toBeLessThanOrEqual(768)
  const row = page.getByRole('treeitem', { name: /step 3/ })
  await row.click()
  await page.getByRole('button', { name: 'Span details' }).click()
  expect((await panel.boundingBox())?.height).toBeLessThan(100)
  await page.reload()
  await panel.waitFor()
  expect((await panel.boundingBox())?.height).toBeLessThan(100)
  await page.keyboard.press('o')
  await panel.getByText('Self time').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  await close()
})

test('the folded panel leaves its width to the tree', async () => {
  const { page, close } = await openTrace(wide)
  const tree = page.getByRole('tree')
  await tree.waitFor()
  const before = (await tree.boundingBox())?.width ?? 0
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Span details', expanded: false }).waitFor()
  expect((await tree.boundingBox())?.width).toBeGreaterThan(before + 250)
  await close()
})

test('e goes to causes before their echoes, and shows the order', async () => {
  const { page, close } = await openTrace(failing)
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.and(page.getByRole('treeitem', { name: /INSERT/ })).waitFor()
  await page.getByText('cause 1 of 2, 3 echoes').waitFor()
  for (const name of ['GET /offers', 'page', 'POST /pay', 'pay ', 'INSERT']) {
    await page.keyboard.press('e')
    await selected.filter({ hasText: name }).waitFor()
  }
  await page.keyboard.press('E')
  await page.getByText('2 causes, echo 3 of 3').waitFor()
  await page.waitForURL(({ searchParams }) => searchParams.get('span') === failing.spanIds.get('pay'))
  await page.reload()
  await page.getByText('2 causes, echo 3 of 3').waitFor()
  await close()
})

test('the span of a link is visible: the axis shows its surroundings, and 0 shows all', async () => {
  const { page, close } = await openTrace(failing, `?span=${failing.spanIds.get('INSERT')}`)
  const bar = page.locator('[aria-selected=true] [class*=bar]')
  await bar.waitFor()
  const widthOf = async () => (await bar.boundingBox())?.width ?? 0
  expect(await widthOf()).toBeGreaterThan(25)
  await page.keyboard.press('0')
  await page.getByRole('button', { name: 'Full trace' }).waitFor({ state: 'detached' })
  expect(await widthOf()).toBeLessThan(10)
  await close()
})

test('the filter of a trace searches attributes and counts the matches', async () => {
  const { page, close } = await openTrace(failing)
  await page.getByRole('treeitem').first().waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Filter spans' }).fill('status:502')
  await page.getByText('1 of 7 spans matches, 2 rows').waitFor()
  expect(await page.getByRole('treeitem').allTextContents()).toEqual([
    expect.stringContaining('page'),
    expect.stringContaining('GET /offers'),
  ])
  await page.reload()
  await page.getByText('1 of 7 spans matches, 2 rows').waitFor()
  await page.getByRole('searchbox', { name: 'Filter spans' }).fill('mysql')
  await page.getByText('0 of 7 spans match the filter').waitFor()
  await page.getByRole('searchbox', { name: 'Filter spans' }).fill('')
  await page.getByText('7 of 7 spans').last().waitFor()
  await close()
})

test('p marks the critical path, also after a reload, and p again takes the marks away', async () => {
  const { page, close } = await openTrace(failing)
  await page.getByRole('treeitem').first().waitFor()
  await page.keyboard.press('p')
  const marked = page.getByRole('treeitem', { name: /on the critical path/ })
  await marked.first().waitFor()
  expect(await marked.locator('b').allTextContents()).toEqual([
    'page',
    'POST /pay',
    'pay',
    'stock',
    'INSERT',
    'GET /offers',
  ])
  await page.reload()
  await marked.first().waitFor()
  await page.getByRole('checkbox', { name: 'Critical path', checked: true }).waitFor()
  await page.getByRole('tree').focus()
  await page.keyboard.press('p')
  await marked.first().waitFor({ state: 'detached' })
  await close()
})

test('a clock that is behind is corrected and named; undo shows the times as they arrived', async () => {
  const { page, close } = await openTrace(late)
  await page.getByText('quote-api’s clock is 4.20 s behind').waitFor()
  const left = async (name: string) =>
    (await page.getByRole('treeitem', { name }).locator('[class*=bar]').boundingBox())?.x ?? 0
  expect(await left('quote quote-api')).toBeGreaterThan(await left('GET /quote'))
  await page.getByRole('button', { name: 'undo' }).click()
  await page.getByText('not corrected').waitFor()
  expect(await left('quote quote-api')).toBeLessThan(await left('GET /quote'))
  await page.reload()
  await page.getByText('not corrected').waitFor()
  await page.getByRole('button', { name: 'correct', exact: true }).click()
  await page.getByRole('button', { name: 'undo' }).waitFor()
  expect(await left('quote quote-api')).toBeGreaterThan(await left('GET /quote'))
  await close()
})

test('the overview of a trace zooms and moves by keyboard', async () => {
  const { page, close } = await openTrace(failing)
  const overview = page.getByRole('slider', { name: /Trace overview/ })
  await overview.focus()
  const text = () => overview.getAttribute('aria-valuetext')
  expect(await text()).toBe('0 to 30.0 s of 30.0 s')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.getByText('Full trace').waitFor()
  expect(await text()).toBe('0 to 20.0 s of 30.0 s')
  await page.keyboard.press('ArrowRight')
  expect(await text()).toBe('4.00 s to 24.0 s of 30.0 s')
  await page.waitForURL(/zoom=/)
  await page.reload()
  await expect.poll(text).toBe('4.00 s to 24.0 s of 30.0 s')
  await overview.focus()
  await page.keyboard.press('End')
  expect(await text()).toBe('10.0 s to 30.0 s of 30.0 s')
  await page.keyboard.press('Escape')
  await page.getByText('Full trace').waitFor({ state: 'detached' })
  expect(await text()).toBe('0 to 30.0 s of 30.0 s')
  await close()
})
