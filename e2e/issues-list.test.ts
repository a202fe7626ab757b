// The list of issues while filters change, in narrow windows, and with hostile text; the page of an issue.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { getJson } from './testing/http.ts'
import { focusedText, press, row, sendError, sendErrors } from './testing/issues.ts'
import { loadSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await loadSampleDay(stack.url)
})

const currentRow = (page: Page) => page.locator('tr[aria-current]')
const digest = (page: Page) => page.getByLabel('Digest', { exact: true })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('rows of the previous filter are marked, and actions are disabled', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=shop`)
  await row(page, 'QuoteError').waitFor()
  await press(page, 'j')
  let changes = 0
  page.on('request', (request) => (changes += request.method() === 'PATCH' ? 1 : 0))
  const { promise: hold, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/issues?*status=ongoing*', async (route) => {
    await hold
    await route.continue()
  })
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /Ongoing/ })
    .click()
  const table = page.getByRole('table', { name: 'Issues' })
  await page.locator('table[aria-busy="true"]').waitFor()
  expect(await table.locator('input').first().isDisabled()).toBe(true)
  await waitFor(
    'half ink',
    async () =>
      (await table
        .locator('tbody')
        .last()
        .evaluate((body) => getComputedStyle(body).opacity)) === '0.5',
  )
  await press(page, 'e')
  answer()
  await page.locator('table[aria-busy="true"]').waitFor({ state: 'detached' })
  expect(changes).toBe(0)
  expect(await currentRow(page).count()).toBe(0)
  await close()
})

test('a key that is held moves on, and resolves one issue only', async () => {
  const { page, close } = await browser.open(`${stack.url}/?range=7d`)
  await row(page, 'QuoteError').waitFor()
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.down('j')
    await page.waitForTimeout(100)
  }
  await page.keyboard.up('j')
  expect(Number(await currentRow(page).getAttribute('data-row'))).toBeGreaterThan(2)
  let changes = 0
  page.on('request', (request) => (changes += request.method() === 'PATCH' ? 1 : 0))
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.down('e')
    await page.waitForTimeout(100)
  }
  await page.keyboard.up('e')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
  expect(changes).toBe(1)
  await press(page, 'z')
  await page.getByText(/^Undone: /).waitFor()
  await close()
})

test('Esc and "Issues" lead back to the list with its filters, its row and its scroll', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=shop&range=7d&q=the`)
  await row(page, 'QuoteError').waitFor()
  while (!(await currentRow(page).filter({ hasText: 'QuoteError' }).count())) await press(page, 'j')
  for (const back of ['Escape', 'link']) {
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: /QuoteError/ }).waitFor()
    // The event is in the URL: the list is one step behind all the same.
    await page.waitForURL(/event=/)
    if (back === 'Escape') await press(page, 'Escape')
    else await page.getByRole('main').getByRole('link', { name: 'Issues' }).click()
    await page.waitForURL(`${stack.url}/?service=shop&range=7d&q=the`)
    await row(page, 'QuoteError').waitFor()
    await waitFor('the row has the focus', async () => (await focusedText(page)).includes('QuoteError'))
  }
  await close()
})

test('the event that is read stays, newer ones are counted, and y copies the one on the screen', async () => {
  const id = await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-1' } })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.waitForURL(/event=/)
  const first = await digest(page).innerText()
  await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-2' } })
  await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-1' } })
  await page.getByText('2 newer').waitFor()
  await page.getByText('event 1 of 3').waitFor()
  expect(await digest(page).innerText()).toBe(first)
  await press(page, 'y')
  await page.getByText('Markdown copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(first)
  await page.getByRole('button', { name: 'Latest event' }).click()
  await page.getByText('event 3 of 3').waitFor()
  await page.getByRole('button', { name: 'First event' }).click()
  await page.getByText('event 1 of 3').waitFor()
  // Only the events of one user.
  await page.goto(`${stack.url}/issues/${id}?q=user:u-1`)
  await page.getByText('event 2 of 2').waitFor()
  await press(page, '[')
  await page.getByText('event 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Remove user:u-1' }).click()
  await page.getByText('event 1 of 3').waitFor()
  await close()
})

test('a value of a breakdown shows only the events that have it', async () => {
  const { page, close } = await browser.open(`${stack.url}/?q=amount`)
  await row(page, 'TypeError').getByRole('link').click()
  const events = page.getByRole('table', { name: 'Events' }).getByRole('row')
  await events.nth(1).waitFor()
  await page.getByRole('link', { name: 'Safari 26', exact: true }).click()
  await page.waitForURL(/q=browser/)
  await page.getByText('Only events with').waitFor()
  await page.getByText(/event \d+ of 9/).waitFor()
  await page.reload()
  await page.getByText(/event \d+ of 9/).waitFor()
  await close()
})

test('the focus follows an action on an issue, a note and Escape in the search box', async () => {
  const id = await sendError(stack.url, 'FocusError')
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  await page.getByRole('button', { name: 'Ignore until…' }).click()
  await page.getByRole('button', { name: 'Ignore forever' }).click()
  await page.getByText('FocusError ignored').waitFor()
  await waitFor('the focus is on a button', async () => (await focusedText(page)).startsWith('Reopen'))
  await press(page, 'a')
  await page.getByLabel('Assign to').fill('Ada')
  await press(page, 'Enter')
  await page.getByText('FocusError assigned to Ada').waitFor()
  expect(await focusedText(page)).toBe('Ada')
  await page.getByLabel('Note', { exact: true }).fill('See https://example.com/t/1.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await waitFor('the note has the focus', async () => (await focusedText(page)).includes('example.com'))
  expect(await page.getByRole('link', { name: 'https://example.com/t/1' }).getAttribute('href')).toBe(
    'https://example.com/t/1',
  )
  await page.goto(stack.url)
  await row(page, 'QuoteError').waitFor()
  await press(page, 'j', 'j')
  const name = await focusedText(page)
  await press(page, '/', 'Escape')
  expect(await focusedText(page)).toBe(name)
  await close()
})

test('an issue is merged into another by its URL, unmerged, and the merge undone', async () => {
  const [from, into] = await sendErrors(stack.url, ['FromError', 'IntoError'])
  const { page, close } = await browser.open(`${stack.url}/issues/${from}`)
  const mergeInto = async () => {
    await page.getByText('Merge this issue into another').click()
    await page.getByLabel('Other issue').fill(`${stack.url}/issues/${into}?event=1`)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('heading', { name: 'Merged into this issue' }).waitFor()
    await page.waitForURL(new RegExp(into!))
  }
  await mergeInto()
  await page.getByRole('button', { name: 'Unmerge' }).click()
  await page.getByRole('heading', { name: 'Merge', exact: true }).waitFor()
  await page.goto(`${stack.url}/issues/${from}`)
  await page.getByRole('heading', { level: 1, name: /FromError/ }).waitFor()
  await mergeInto()
  await press(page, 'z')
  await page.getByText('Undone: 1 issue merged').waitFor()
  await page.getByRole('heading', { name: 'Merge', exact: true }).waitFor()
  await close()
})

test('a narrow window has checkboxes, the order and live', async () => {
  const { page, close } = await browser.open(stack.url, { width: 360, height: 780 })
  await row(page, 'QuoteError').waitFor()
  await page.getByLabel(/^Select QuoteError/).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Resolve' }).waitFor()
  await page.getByRole('button', { name: 'Live' }).click()
  await page.getByLabel('Sort').selectOption('count')
  await page.waitForURL(/sort=count/)
  expect(await overflow(page)).toBe(0)
  await close()
})

test('hostile text stays where it is and shows what is invisible', async () => {
  const long = `r${'1'.repeat(300)}`
  const id = await sendError(stack.url, 'Rtl\u202EError', {
    service: 'rtl',
    release: long,
    message: 'a\u200Bb',
    attributes: { 'user.id': '\u202Eadmin' },
  })
  await sendError(stack.url, '   ', { service: 'rtl' })
  await sendError(stack.url, 'T'.repeat(320), { service: 'rtl' })
  const { page, close } = await browser.open(`${stack.url}/?service=rtl`)
  await page.getByRole('link', { name: 'Rtl[RLO]Error a[ZWSP]b' }).waitFor()
  await page.getByRole('link', { name: /^Error/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stack.url}/issues/${id}`)
  await page.getByRole('complementary').getByText('[RLO]admin').waitFor()
  expect(await overflow(page)).toBe(0)
  expect((await page.title()).length).toBeLessThan(160)
  const types = page.getByRole('heading', { level: 1 })
  await page.goto(`${stack.url}/?service=rtl`)
  await row(page, /TTTT/).getByRole('link').click()
  await types.waitFor()
  // The screen that is left has a title as well.
  await expect.poll(async () => (await types.boundingBox())?.height ?? Infinity).toBeLessThan(220)
  expect(await overflow(page)).toBe(0)
  await close()
})

test('issues since the latest release stand first, also beside a service without a release', async () => {
  await sendError(stack.url, 'NoReleaseError', { service: 'unversioned', release: '' })
  const { page, close } = await browser.open(stack.url)
  await page.getByRole('rowheader', { name: /Since the latest releases/ }).waitFor()
  await page.getByRole('rowheader', { name: /Older/ }).waitFor()
  await close()
})

test('an unknown event shows the latest one', async () => {
  const { issues } = await getJson<{ issues: { id: string }[] }>(`${stack.url}/api/issues?range=24h`)
  const { page, close } = await browser.open(`${stack.url}/issues/${issues[0]?.id}?event=ZZZZZZZ1`)
  await page.getByText('No event has the digest ZZZZZZZ1').waitFor()
  await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  await close()
})

test('a store that is slow once is no alarm, and one that hangs is not blamed on the relay', async () => {
  const { page, close } = await browser.open(stack.url)
  await row(page, 'QuoteError').waitFor()
  const health = await getJson<object>(`${stack.url}/health`)
  await page.route('**/health', (route) => route.fulfill({ json: { ...health, store: 'down' } }))
  await page.reload()
  await page.getByText('the store is slow').waitFor()
  expect(await page.getByText('the store does not answer').count()).toBe(0)
  await page.route('**/api/**', (route) => route.abort('timedout'))
  await page.reload()
  await page.getByText('the store does not answer').first().waitFor()
  await page.getByText('The relay answers, the store does not.').first().waitFor()
  expect(await page.getByText('restart the relay').count()).toBe(0)
  await close()
})
