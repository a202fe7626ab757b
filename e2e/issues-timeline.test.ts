// The timeline of an issue: breadcrumbs and spans of several services on one axis that ends at the exception.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './testing/accessibility.ts'
import { type Incident, sendIncident } from './testing/incident.ts'
import { patchIssue, sendError } from './testing/issues.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = startStackWithBrowser()
let incident: Incident
let bare: Incident
beforeAll(async () => {
  incident = await sendIncident(stack.url, 'PaymentError')
  bare = await sendIncident(stack.url, 'BareError', { withTrace: false })
})

async function openIssue({ issueId }: Incident, search = '', view = {}) {
  const session = await browser.open(`${stack.url}/issues/${issueId}${search}`, view)
  await timelineOf(session.page).waitFor()
  return session
}

function timelineOf(page: Page) {
  return page.getByRole('region', { name: 'Timeline' })
}

function rowOf(page: Page, text: string | RegExp) {
  return timelineOf(page).getByRole('listitem').filter({ hasText: text })
}

test('breadcrumbs and spans of all services are rows in order, each below its caller', async () => {
  const { page, close } = await openIssue(incident)
  await rowOf(page, 'quote-api').first().waitFor()
  const names = await timelineOf(page).locator('summary b, summary bdi').allTextContents()
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
  await rowOf(page, 'rates.fetch').filter({ hasText: '× 6' }).waitFor()
  // The cause is filled; what failed because of it is outlined.
  expect(await timelineOf(page).getByText('cause', { exact: true }).count()).toBe(1)
  await rowOf(page, '504').filter({ hasText: 'cause' }).waitFor()
  expect(await rowOf(page, /failed because of a span below it/).count()).toBe(4)
  await timelineOf(page).getByText('13 of 14 spans · 1 after it').waitFor()
  await close()
})

test('the axis ends at the exception; what is much earlier waits behind a row', async () => {
  const { page, close } = await openIssue(incident)
  await timelineOf(page).getByRole('radio', { name: '7 s' }).waitFor()
  const right = async (text: string) => {
    const box = await rowOf(page, text).locator('[class*=bar], [class*=caret]').first().boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  const end = (await right('exception')) - 8
  expect(Math.abs((await right('click Pay now')) - end)).toBeLessThan(3)
  expect(await rowOf(page, '/books/3').count()).toBe(0)
  await timelineOf(page).getByRole('button', { name: '10 earlier, from −4 min 10 s' }).click()
  await rowOf(page, '/books/3').waitFor()
  expect(await timelineOf(page).getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
  await close()
})

test('a row opens in place with its attributes, and t opens the waterfall at that row', async () => {
  const { page, close } = await openIssue(incident)
  const row = rowOf(page, '504')
  await row.locator('summary').focus()
  await page.keyboard.press('Enter')
  await row.getByText('UpstreamTimeout').waitFor()
  await page.keyboard.press('t')
  await page.waitForURL(new RegExp(`/traces/${incident.traceId}\\?span=${incident.spanIds.get('quote')}`))
  await page.locator('[role=treeitem][aria-selected=true]').filter({ hasText: 'quote' }).waitFor()
  await page.goBack()
  await timelineOf(page).waitFor()
  await rowOf(page, 'trying again').locator('summary').click()
  await rowOf(page, 'trying again').getByText('console.warn ·').waitFor()
  await close()
})

test('a corrected clock is named once and marked on its rows; undo holds in the link', async () => {
  const { page, close } = await openIssue(incident)
  const timeline = timelineOf(page)
  await timeline.getByText('quote-api’s clock is 4.20 s behind').waitFor()
  expect(await timeline.getByTitle('The clock of quote-api is corrected').count()).toBe(2)
  const time = () => rowOf(page, '504').locator('summary > span').first().textContent()
  const corrected = await time()
  await timeline.getByRole('button', { name: 'undo' }).click()
  await timeline.getByText('not corrected').waitFor()
  expect(await time()).not.toBe(corrected)
  await page.reload()
  await timeline.getByText('not corrected').waitFor()
  await timeline.getByRole('button', { name: 'correct', exact: true }).click()
  await timeline.getByRole('button', { name: 'undo' }).waitFor()
  await rowOf(page, '504').waitFor()
  expect(await time()).toBe(corrected)
  await close()
})

test('without stored spans there are breadcrumbs alone, and no link to a page without content', async () => {
  const { page, close } = await openIssue(bare)
  await page.getByText('no spans stored').waitFor()
  await timelineOf(page).getByText('12 breadcrumbs').waitFor()
  expect(await page.locator('main a[href^="/traces/"]').count()).toBe(0)
  await page.keyboard.press('t')
  expect(new URL(page.url()).pathname).toBe(`/issues/${bare.issueId}`)
  await close()
})

test('the chart begins at the first event, names the releases, and their names open them', async () => {
  for (const release of ['1.0.0', '1.1.0'])
    await sendError(stack.url, 'ChartError', { service: 'chart', release })
  const id = await sendError(stack.url, 'ChartError', { service: 'chart', release: '1.1.0' })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  await page.getByText(/3 events, since the first event, \d\d:\d\d/).waitFor()
  await page.getByRole('slider', { name: /1 minute per bar/ }).waitFor()
  await page
    .getByRole('button', { name: /^1\.\d\.0 chart/ })
    .first()
    .click()
  await page.waitForURL(/\/releases\/chart\/1\.\d\.0/)
  await close()
})

test('the status shows what it waits for, and since when an issue is back', async () => {
  const id = await sendError(stack.url, 'WaitError')
  await patchIssue(stack.url, id, { status: 'ignored', until: { events: 100 } })
  await sendError(stack.url, 'WaitError')
  const ignored = await browser.open(`${stack.url}/issues/${id}`)
  await ignored.page.getByText('until 100 more events (1 so far)').waitFor()
  await patchIssue(stack.url, id, { status: 'resolved', inNextRelease: true })
  await ignored.page.reload()
  await ignored.page.getByText('in the next release after 2026.11.3').waitFor()
  await patchIssue(stack.url, id, { status: 'open' })
  await patchIssue(stack.url, id, { status: 'resolved' })
  await sendError(stack.url, 'WaitError')
  await ignored.page.reload()
  await ignored.page.getByText('Regressed').first().waitFor()
  await ignored.page.getByText(/^seen again \d+ s ago/).waitFor()
  await ignored.close()
})

test('on a phone the acts are one row, and the others wait behind a button', async () => {
  const { page, close } = await openIssue(incident, '', { width: 390, height: 844 })
  const tops = await Promise.all(
    ['Resolve', 'Ignore until…', 'Assign', 'More actions'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
      return Math.round(box?.y ?? 0)
    }),
  )
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`errata-incident-${incident.digest}.json`)
  expect(await page.locator('time', { hasText: /\d\d:\d\d:\d\d\.\d{3} (?:UTC|GMT)/ }).count()).toBe(1)
  await close()
})

test('an unknown event, an empty message and an address in a note', async () => {
  const id = await sendError(stack.url, 'EmptyError', { message: '' })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}?event=7K3M9QXP`)
  await page.getByText('No event has the digest 7K3M9QXP').waitFor()
  await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  expect((await page.getByRole('heading', { level: 1 }).textContent())?.trim()).toBe('EmptyError')
  await page.getByRole('link', { name: 'Show the latest event' }).click()
  await page.waitForURL((url) => url.searchParams.get('event') !== '7K3M9QXP' && url.search !== '')
  await page.getByRole('textbox', { name: 'Note' }).fill('see https://tickets.example/T-1, please')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('link', { name: 'https://tickets.example/T-1', exact: true }).waitFor()
  await close()
})

test.for(
  [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme }))),
)('at $width px, $colorScheme: fits and is accessible with open rows', async ({ width, colorScheme }) => {
  const { page, close } = await openIssue(incident, '', { width, height: 900, colorScheme })
  await rowOf(page, '504').locator('summary').click()
  await rowOf(page, '504').getByRole('table').waitFor()
  // What a header covers has no size for a pointer.
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
  await close()
})
