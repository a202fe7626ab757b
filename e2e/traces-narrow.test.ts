// Narrowing traces by looking: the strip of latencies, what differs in an area of it, the order, the facets.
// Each is in the URL: a reload shows the same.
import { beforeAll, expect, test } from 'vitest'
import {
  differs,
  durationsOf,
  facet,
  press,
  selectSlow,
  strip,
  totalOf,
  waitForQuery,
} from './testing/narrow-page.ts'
import { loadSampleDay } from './testing/sample-data.ts'
import { sendCheckouts, SLOW_TRACES } from './testing/slow-checkout.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await loadSampleDay(stack.url)
  await sendCheckouts(stack.url)
})

const open = (path: string, view = {}) => browser.open(stack.url + path, view)

test('a drag over the strip selects, says what differs, and the chips take it back', async () => {
  const { page, close } = await open('/traces')
  const all = await selectSlow(page)
  await differs(page)
    .getByRole('row', { name: /browser Safari 26/ })
    .waitFor()
  await waitFor('the total of the selection', async () => (await totalOf(page)) < all / 3 || undefined)
  await page.reload()
  await differs(page)
    .getByRole('row', { name: /browser Safari 26/ })
    .waitFor()
  const selected = await totalOf(page)
  expect(selected).toBeGreaterThanOrEqual(SLOW_TRACES / 2)
  await page.getByRole('button', { name: /^Remove duration:/ }).click()
  await page.getByRole('button', { name: /^Remove started:/ }).click()
  await differs(page).waitFor({ state: 'detached' })
  await waitFor('all traces', async () => (await totalOf(page)) === all || undefined)
  await close()
})

test('an area of the strip is selected by keyboard, and Escape clears it', async () => {
  const { page, close } = await open('/traces')
  await strip(page).focus()
  const text = () => strip(page).getAttribute('aria-valuetext')
  await press(page, 'End', 'ArrowLeft')
  expect(await text()).toMatch(/ to .*: \d+ traces?, \d+ with errors/)
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter')
  await page.waitForURL((url) => url.searchParams.has('started') && url.searchParams.has('minDurationNs'))
  await differs(page).waitFor()
  expect(await strip(page).evaluate((slider) => slider === document.activeElement)).toBe(true)
  await press(page, 'Escape')
  await page.waitForURL((url) => !url.searchParams.has('started') && !url.searchParams.has('minDurationNs'))
  await differs(page).waitFor({ state: 'detached' })
  await close()
})

test('why is paying slow? Only and all but of what differs narrow the list', async () => {
  const { page, close } = await open('/traces?minDurationNs=2000000000&service=checkout-web')
  const row = differs(page).getByRole('row', { name: /browser Safari 26/ })
  await row.getByText('100 %').waitFor()
  await row.getByText('only here').waitFor()
  await differs(page)
    .getByText(/No difference in .*cart\.currency/)
    .waitFor()
  await row.getByRole('link', { name: 'Only Safari 26' }).click()
  await waitForQuery(page, 'q', 'browser:"Safari 26"')
  await waitFor('the slow ones', async () => (await totalOf(page)) === SLOW_TRACES || undefined)
  await page.goBack()
  await row.getByRole('link', { name: 'All but Safari 26' }).focus()
  await press(page, 'Enter')
  await waitForQuery(page, 'q', '-browser:"Safari 26"')
  await page.getByText('No traces match').waitFor()
  await close()
})

test('the list of traces has its total, and an order that a reload keeps', async () => {
  const { page, close } = await open('/traces?service=checkout-web')
  const list = (name: string) => page.getByRole('table', { name })
  await list('Traces, newest first').waitFor()
  await waitFor('the total', async () => (await totalOf(page)) > 200 || undefined)
  await page
    .getByRole('status')
    .filter({ hasText: /^25 of \d+ traces · [\d,]+ ms$/ })
    .waitFor()
  await page.getByRole('radio', { name: 'Slowest' }).check()
  await waitForQuery(page, 'order', 'duration')
  await page.reload()
  await list('Traces, slowest first').waitFor()
  const durations = await durationsOf(list('Traces, slowest first'))
  expect(durations[0]).toBeGreaterThan(4e9)
  expect(durations).toEqual(durations.toSorted((a, b) => b - a))
  await page.getByRole('radio', { name: 'Most errors' }).check()
  await list('Traces, most errors first').getByRole('row').nth(1).getByText('1', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Newest' }).check()
  await waitForQuery(page, 'order', null)
  await close()
})

test('facets of traces select an operation and leave a service out', async () => {
  const { page, close } = await open('/traces')
  await facet(page, 'operation').getByRole('link', { name: 'click Pay', exact: true }).click()
  await waitForQuery(page, 'operation', 'click Pay')
  await facet(page, 'operation').getByRole('link', { name: 'click Pay', exact: true }).click()
  await waitForQuery(page, 'operation', null)
  await facet(page, 'service').getByRole('link', { name: 'All but checkout-web' }).click()
  await waitForQuery(page, 'q', '-service.name:checkout-web')
  await page
    .getByRole('row', { name: /page\.load/ })
    .first()
    .waitFor()
  await waitFor(
    'no row of it',
    async () => (await page.getByRole('row', { name: /checkout-web/ }).count()) === 0,
  )
  await close()
})
