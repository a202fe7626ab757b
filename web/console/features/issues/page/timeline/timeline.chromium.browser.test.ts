// The timeline of an issue: breadcrumbs and spans of several services on one axis that ends at the exception.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, type View } from '../../../../testing/open-screen.tsx'
import { all, expectAccessible, press, shown } from '../../../../testing/page.ts'
import { playRecording } from '../../../../testing/recording.ts'

type Data = { issueId: string; bareIssueId: string; digest: string; traceId: string; quote: string }

const { data } = await playRecording('timeline')
const { issueId, bareIssueId, digest, traceId, quote } = data as Data

const timeline = () => page.getByRole('region', { name: 'Timeline' })
const rowOf = (text: RegExp) => timeline().getByRole('listitem').filter({ hasText: text })
const countOf = (text: RegExp) => rowOf(text).elements().length
const summaryOf = (text: RegExp) => rowOf(text).element().querySelector('summary')!

async function openIssue(id = issueId, view: View = {}) {
  const screen = await openScreen(`/issues/${id}`, view)
  await shown(timeline())
  return screen
}

test('breadcrumbs and spans of all services are rows in order, each below its caller', async () => {
  await openIssue()
  await shown(rowOf(/quote-api/))
  const names = all('summary b, summary bdi', timeline().element()).map(({ textContent }) => textContent)
  const order = [
    'button “Pay now”',
    'click Pay now',
    'GET /experiments',
    'GET /cart/quote',
    'GET /cart/:id/quote',
    'quote.prices',
    'POST /v2/quote',
    'rates.fetch',
    'quote: 502, trying again (2/2)',
  ]
  expect(order.map((name) => names.indexOf(name))).toEqual(
    order.map((name) => names.indexOf(name)).toSorted((a, b) => a - b),
  )
  expect(names).toEqual(expect.arrayContaining(order))
  expect(names).not.toContain('later')
  await shown(rowOf(/rates\.fetch/).filter({ hasText: /× 6/ }))
  // The cause is filled; what failed because of it is outlined.
  expect(timeline().getByText('cause', { exact: true }).elements().length).toBe(1)
  await shown(rowOf(/504/).filter({ hasText: /cause/ }))
  expect(countOf(/failed because of a span below it/)).toBe(4)
  await shown(timeline().getByText('13 of 14 spans · 1 after it', { exact: false }))
})

test('the axis ends at the exception; what is much earlier waits behind a row', async () => {
  await openIssue()
  await shown(timeline().getByRole('radio', { name: '7 s' }))
  await shown(rowOf(/quote-api/))
  const right = (text: RegExp) =>
    all('[class*=bar], [class*=caret]', rowOf(text).first().element())[0]!.getBoundingClientRect().right
  const end = right(/exception/) - 8
  expect(Math.abs(right(/click Pay now/) - end)).toBeLessThan(3)
  expect(countOf(/\/books\/3/)).toBe(0)
  await timeline().getByRole('button', { name: '10 earlier, from −4 min 10 s' }).click()
  await shown(rowOf(/\/books\/3/))
  await expect.element(timeline().getByRole('radio', { name: 'All' })).toBeChecked()
})

test('a row opens in place with its attributes, and t opens the waterfall at that row', async () => {
  const screen = await openIssue()
  await shown(rowOf(/504/))
  summaryOf(/504/).focus()
  await press('{Enter}')
  await shown(rowOf(/504/).getByText('UpstreamTimeout'))
  await press('t')
  await expect.poll(() => screen.query('span')).toBe(quote)
  expect(screen.url().pathname).toBe(`/traces/${traceId}`)
  await expect
    .poll(() => document.querySelector('[role=treeitem][aria-selected=true]')?.textContent)
    .toContain('quote')
  screen.back()
  await shown(rowOf(/trying again/))
  summaryOf(/trying again/).click()
  await shown(rowOf(/trying again/).getByText(/console\.warn ·/))
})

test('a corrected clock is named once and marked on its rows; undo holds in the link', async () => {
  const screen = await openIssue()
  await shown(timeline().getByText(/quote-api’s clock is 4\.20 s behind/))
  expect(timeline().getByTitle('The clock of quote-api is corrected').elements().length).toBe(2)
  const time = () => summaryOf(/504/).querySelector(':scope > span')?.textContent
  const corrected = time()
  await timeline().getByRole('button', { name: 'undo' }).click()
  await shown(timeline().getByText(/not corrected/))
  expect(time()).not.toBe(corrected)
  await screen.reload()
  await shown(timeline().getByText(/not corrected/))
  await timeline().getByRole('button', { name: 'correct', exact: true }).click()
  await shown(timeline().getByRole('button', { name: 'undo' }))
  await shown(rowOf(/504/))
  expect(time()).toBe(corrected)
})

test('without stored spans there are breadcrumbs alone, and no link to a page without content', async () => {
  const screen = await openIssue(bareIssueId)
  await shown(page.getByText(/no spans stored/))
  await shown(timeline().getByText(/12 breadcrumbs/))
  expect(all('main a[href^="/traces/"]').length).toBe(0)
  await press('t')
  expect(screen.url().pathname).toBe(`/issues/${bareIssueId}`)
})

test('on a phone the actions are one row, and the others wait behind a button', async () => {
  await openIssue(issueId, { width: 390, height: 844 })
  const tops = ['Resolve', 'Ignore until…', 'Assign', 'More actions'].map((name) =>
    Math.round(page.getByRole('button', { name }).first().element().getBoundingClientRect().y),
  )
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Download as a file' }).click()
  await shown(page.getByText(`Saved as errata-incident-${digest}.json`))
  const instants = all('time').filter(({ textContent }) =>
    /\d\d:\d\d:\d\d\.\d{3} (?:UTC|GMT)/.test(textContent),
  )
  expect(instants.length).toBe(1)
})

test.for([1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))))(
  'at $width px, $theme: fits and is accessible with open rows',
  async (view) => {
    await openIssue(issueId, view)
    await shown(rowOf(/504/))
    summaryOf(/504/).click()
    await shown(rowOf(/504/).getByRole('table'))
    // What a header covers has no size for a pointer.
    scrollTo(0, 0)
    await expectAccessible()
  },
)
