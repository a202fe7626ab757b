// The rows of a trace in the console: ancestors in sight, the name column, events, exceptions, the overview.
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './testing/accessibility.ts'
import { post } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { sendTrace, type SentTrace, type SpanInput } from './testing/traces.ts'

const DEPTH = 14
const { stack, browser } = startStackWithBrowser()
let deep: SentTrace
let small: SentTrace
let repeated: SentTrace
let digest: string

beforeAll(async () => {
  deep = await sendTrace(stack.url, [
    { name: 'load', service: 'shop', start: 0, milliseconds: 9_000 },
    ...Array.from({ length: 10 }, (_, part) => chain(part)).flat(),
  ])
  small = await sendTrace(stack.url, [
    {
      name: 'click “Pay now”',
      service: 'shop',
      start: 0,
      milliseconds: 900,
      events: [
        { name: 'pay.pressed', at: 10 },
        { name: 'fallback shown', at: 800 },
      ],
    },
    { name: 'POST /pay', parent: 'click “Pay now”', service: 'shop', start: 40, milliseconds: 700 },
    { name: 'render', parent: 'click “Pay now”', service: 'shop', start: 760, milliseconds: 2 },
  ])
  repeated = await sendTrace(stack.url, [
    { name: 'load', service: 'shop', start: 0, milliseconds: 900 },
    { name: 'list', parent: 'load', service: 'shop', start: 10, milliseconds: 300 },
    ...Array.from({ length: 6 }, (_, query) => ({
      name: 'SELECT',
      id: `SELECT ${query}`,
      parent: 'list',
      service: 'shop',
      start: 20 + query * 20,
      milliseconds: 10,
    })),
    { name: 'render', parent: 'load', service: 'shop', start: 400, milliseconds: 100 },
    { name: 'layout', parent: 'render', service: 'shop', start: 410, milliseconds: 50 },
  ])
  const thrown = exceptionLog({
    traceId: small.traceId,
    spanId: small.spanIds.get('render') ?? '',
    message: 'amount of undefined',
  })
  digest = thrown.digest
  await post(`${stack.url}/monitoring`, thrown.body)
})

/** A chain of spans, each the parent of the next. */
function chain(part: number): SpanInput[] {
  return Array.from({ length: DEPTH }, (_, level) => ({
    name: `part ${part} level ${level}`,
    parent: level === 0 ? 'load' : `part ${part} level ${level - 1}`,
    service: 'shop',
    start: part * 900 + level,
    milliseconds: 100 - level,
  }))
}

function openTrace({ traceId }: SentTrace, span?: string, view = {}) {
  return browser.open(`${stack.url}/traces/${traceId}${span ? `?span=${span}` : ''}`, view)
}

test('ancestors of the uppermost rows stay in sight, and a click goes to one', async () => {
  const { page, close } = await openTrace(deep, deep.spanIds.get('part 8 level 13'))
  const tree = page.getByRole('tree')
  await tree.waitFor()
  const first = page.locator('[class*=sticky] [data-row]')
  const texts = await first.locator('b').allTextContents()
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.length).toBeLessThan(6)
  const parts = new Set(texts.map((text) => text.replace(/ level .*/, '')))
  expect(parts.size).toBe(1)
  const levels = texts.map((text) => Number(/level (\d+)/.exec(text)?.[1]))
  expect(levels).toEqual(levels.map((_, index) => (levels[0] ?? 0) + index))
  await first.first().click()
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.filter({ hasText: texts[0] ?? '' }).waitFor()
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: texts[0] ?? '', exact: true })
    .waitFor()
  await tree.focus()
  await page.keyboard.press('Home')
  await selected.filter({ hasText: 'load' }).waitFor()
  await first.first().waitFor({ state: 'detached' })
  await close()
})

test('no ancestor covers the selected row', async () => {
  const { page, close } = await openTrace(deep, deep.spanIds.get('part 9 level 13'), { height: 700 })
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.waitFor()
  for (let row = 0; row < 40; row += 1) {
    await page.keyboard.press('k')
    const uncovered = await selected.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 60, top + height / 2))
    })
    expect(uncovered, `row ${row}`).toBe(true)
  }
  await close()
})

test('what is collapsed and expanded is in the link, and 0 takes it back', async () => {
  const { page, close } = await openTrace(repeated, repeated.spanIds.get('load'))
  const rows = page.getByRole('treeitem')
  const select = page.getByRole('treeitem', { name: /SELECT/ })
  await select.getByText('× 6 repeated').waitFor()
  for (const key of ['j', 'j', 'l', 'j', 'j', 'j', 'j', 'j', 'j', 'h']) await page.keyboard.press(key)
  await page.getByRole('treeitem', { name: /render/, expanded: false, selected: true }).waitFor()
  expect(await rows.count()).toBe(9)
  await page.waitForURL(({ searchParams }) => searchParams.get('toggled')?.split('.').length === 2)
  await page.reload()
  await page.getByRole('treeitem', { name: /render/, expanded: false, selected: true }).waitFor()
  expect(await select.count()).toBe(6)
  await page.keyboard.press('0')
  await page.getByRole('treeitem', { name: /layout/ }).waitFor()
  expect(await rows.count()).toBe(5)
  await page.waitForURL(({ searchParams }) => !searchParams.has('toggled'))
  await close()
})

test('a link to a span that is collapsed shows it, and what is collapsed over it is selected', async () => {
  const toggled = repeated.spanIds.get('render') ?? ''
  const { page, close } = await openTrace(repeated, `${repeated.spanIds.get('layout')}&toggled=${toggled}`)
  await page.getByRole('treeitem', { name: /layout/, selected: true }).waitFor()
  await page
    .getByRole('treeitem', { name: /render/ })
    .locator('[data-toggle]')
    .click()
  await page.getByRole('treeitem', { name: /render/, expanded: false, selected: true }).waitFor()
  await page.getByRole('treeitem', { name: /layout/ }).waitFor({ state: 'detached' })
  await close()
})

test('keys move at once; the link follows when they rest, and the span is requested then', async () => {
  const { page, close } = await openTrace(deep, deep.spanIds.get('part 0 level 0'))
  await page.getByRole('complementary').getByText('Resource').waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('j')
  const target = deep.spanIds.get('part 0 level 10') ?? ''
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: 'part 0 level 10' }).waitFor()
  await page.waitForURL(({ searchParams }) => searchParams.get('span') === target)
  await page.getByRole('complementary').getByText('Resource').waitFor()
  expect(requests.findLast((path) => path.includes('/spans/'))).toMatch(target)
  expect(requests.filter((path) => path.includes('/spans/')).length).toBeLessThan(5)
  await page.reload()
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: 'part 0 level 10' }).waitFor()
  await close()
})

test('the name column is dragged or moved by keys, and stays so after a reload', async () => {
  const { page, close } = await openTrace(deep)
  const edge = page.getByRole('separator', { name: 'Width of the name column' })
  await edge.waitFor()
  const widthOf = async () =>
    (await page.getByRole('treeitem').first().locator('[class*=name]').boundingBox())?.width ?? 0
  const before = await widthOf()
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {}
  await page.mouse.move(x + 4, y + 200)
  await page.mouse.down()
  await page.mouse.move(x + 124, y + 200, { steps: 4 })
  await page.mouse.up()
  const dragged = await widthOf()
  expect(Math.abs(dragged - before - 120)).toBeLessThan(6)
  await page.reload()
  await edge.waitFor()
  expect(Math.abs((await widthOf()) - dragged)).toBeLessThan(2)
  await edge.focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  expect(Math.abs((await widthOf()) - dragged + 48)).toBeLessThan(4)
  expect(Number(await edge.getAttribute('aria-valuenow'))).toBe(Math.round(await widthOf()))
  await page.keyboard.press('Home')
  expect(await widthOf()).toBeLessThan(170)
  await page.keyboard.press('Enter')
  expect(Math.abs((await widthOf()) - before)).toBeLessThan(2)
  await close()
})

test('deep rows are indented on, a little for each level', async () => {
  const { page, close } = await openTrace(deep, deep.spanIds.get('part 4 level 13'))
  const left = async (level: number) =>
    (
      await page
        .getByRole('treeitem', { name: `part 4 level ${level} ` })
        .locator('b')
        .boundingBox()
    )?.x ?? 0
  await page.getByRole('treeitem', { selected: true }).waitFor()
  const lefts = [await left(3), await left(4), await left(12), await left(13)]
  expect(lefts.slice(1).map((x, index) => Math.round(x - (lefts[index] ?? 0)))).toEqual([
    14,
    14 * 3 + 4 * 5,
    4,
  ])
  await close()
})

test('events are dots on the bar with their names, also in the panel', async () => {
  const { page, close } = await openTrace(small, small.spanIds.get('click “Pay now”'))
  const row = page.getByRole('treeitem', { name: /Pay now/ })
  await row.getByTitle('fallback shown').waitFor()
  const bar = await row.locator('[class*=bar]').boundingBox()
  const dot = await row.getByTitle('fallback shown').boundingBox()
  const share = ((dot?.x ?? 0) + (dot?.width ?? 0) / 2 - (bar?.x ?? 0)) / (bar?.width ?? 1)
  expect(share).toBeCloseTo(800 / 900, 1)
  expect(await row.locator('[class*=event]').count()).toBe(2)
  await page.getByRole('complementary').getByText('fallback shown').waitFor()
  await close()
})

test('a short trace is as high as its rows, with its exceptions below', async () => {
  const { page, close } = await openTrace(small)
  const list = page.getByRole('group').filter({ hasText: '1 exception in this trace' })
  const link = list.getByRole('link', { name: digest })
  await link.waitFor()
  const tree = await page.getByRole('tree').boundingBox()
  expect(tree?.height).toBeLessThan(28 + 3 * 24 + 2)
  const rows = await page.getByRole('treeitem').last().boundingBox()
  expect(((await link.boundingBox())?.y ?? 0) - (rows?.y ?? 0)).toBeLessThan(150)
  await page.getByRole('treeitem', { name: /POST/ }).click()
  await list.getByRole('button', { name: 'render' }).click()
  await page.getByRole('treeitem', { name: /render/, selected: true }).waitFor()
  await page.waitForURL(`**span=${small.spanIds.get('render')}*`)
  await link.click()
  await page.getByText('amount of undefined').first().waitFor()
  await page.goBack()
  await page.getByRole('treeitem', { name: /render/, selected: true }).waitFor()
  await close()
})

test('the overview outlines the selected span, and its handles move the ends of the window', async () => {
  const { page, close } = await openTrace(small, small.spanIds.get('POST /pay'))
  const overview = page.getByRole('slider', { name: /Trace overview/ })
  const { x = 0, y = 0, width = 0 } = (await overview.boundingBox()) ?? {}
  const outline = await overview.locator('[class*=selected]').boundingBox()
  expect(outline?.x).toBeCloseTo(x + (40 / 900) * width, -1)
  expect(outline?.width).toBeCloseTo((700 / 900) * width, -1)
  const color = await overview
    .locator('[class*=selected]')
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(color).toBe('rgba(0, 0, 0, 0)')
  const handle = overview.locator('[data-edge=to]')
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 10, { steps: 3 })
  await page.mouse.up()
  await page.getByText('Full trace').waitFor()
  expect(await overview.getAttribute('aria-valuetext')).toMatch(/^0 to 4\d\d ms of 900 ms$/)
  await close()
})

test.each([1440, 390])('axe finds nothing in a deep and in a small trace at %i px', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const trace of [deep, small]) {
      const { page, close } = await openTrace(trace, undefined, { width, colorScheme })
      await page.getByRole('complementary').getByText('Resource').waitFor()
      await expectAccessible(page)
      await close()
    }
})
