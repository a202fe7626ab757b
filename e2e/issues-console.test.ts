// What people do in the console. What is saved is checked after a reload.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { post } from './testing/http.ts'
import { loadSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await loadSampleDay(stack.url)
})

const row = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })

async function openIssue(page: Page, type: string): Promise<void> {
  await row(page, type).getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: type }).waitFor()
}

test('a filter is in the URL: a reload keeps it, back removes it', async () => {
  const { page, close } = await browser.open(stack.url)
  await row(page, 'RangeError').waitFor()
  await page.getByLabel('Service', { exact: true }).selectOption('shop')
  await page.waitForURL(/service=shop/)
  await row(page, 'RangeError').waitFor({ state: 'detached' })
  await page.reload()
  await row(page, 'QuoteError').waitFor()
  expect(await row(page, 'RangeError').count()).toBe(0)
  await page.goBack()
  await row(page, 'RangeError').waitFor()
  await close()
})

test('the menus offer the environments and operations that were received', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByLabel('Environment', { exact: true }).selectOption('production')
  await page.waitForURL(/environment=production/)
  await page.goto(`${stack.url}/traces`)
  await page.getByLabel('Operation').selectOption('GET /api/quote')
  await page.waitForURL(/operation=/)
  await page.getByRole('row').nth(1).waitFor()
  await close()
})

test('a release in the search box becomes a filter that can be removed', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByLabel('Search issues').fill('amount release:2026.11.3')
  await page.keyboard.press('Enter')
  await page.waitForURL(/release=2026\.11\.3&q=amount/)
  await page.getByRole('button', { name: 'Remove release:2026.11.3' }).click()
  await page.waitForURL((url) => !url.searchParams.has('release') && url.searchParams.get('q') === 'amount')
  await close()
})

test('filters that match nothing can be removed', async () => {
  const { page, close } = await browser.open(`${stack.url}/?q=no-such-text`)
  await page.getByText('No issues match').waitFor()
  await page.getByRole('button', { name: 'Remove the filters' }).click()
  await row(page, 'QuoteError').waitFor()
  await close()
})

test('a bar of the chart becomes the time filter', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByRole('slider').press('Enter')
  await page.waitForURL(/from=.*&to=/)
  await page.getByLabel('Time range').getByText(/ to /).waitFor({ state: 'attached' })
  await close()
})

test('e resolves the issue that has the focus, z opens it again', async () => {
  const { page, close } = await browser.open(`${stack.url}/?q=structuredClone`)
  await row(page, 'ReferenceError').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByText('ReferenceError resolved').waitFor()
  await row(page, 'ReferenceError').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await row(page, 'ReferenceError').waitFor()
  await page.reload()
  await row(page, 'ReferenceError').waitFor()
  await close()
})

test('selected issues are resolved and reopened together', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByLabel(/^Select SyntaxError/).check()
  await page.getByLabel(/^Select NotFoundError/).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('2 issues resolved').waitFor()
  await tab(page, /Resolved/).click()
  await row(page, 'SyntaxError').waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reopen' }).click()
  await tab(page, /Open/).click()
  await row(page, 'SyntaxError').waitFor()
  await row(page, 'NotFoundError').waitFor()
  await close()
})

test('an ignored issue leaves the list until its condition is met', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'SecurityError')
  await page.getByRole('button', { name: 'Ignore until…' }).click()
  await page.getByRole('button', { name: 'Ignore until 100 more events' }).click()
  await page.getByText('SecurityError ignored until 100 more events').waitFor()
  await page.goto(`${stack.url}/?status=ignored`)
  await row(page, 'SecurityError').waitFor()
  await close()
})

test('an assignee and a note are saved', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'QuoteError')
  await page.keyboard.press('a')
  await page.getByLabel('Assign to').fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByLabel('Note', { exact: true }).fill('The quote service is slow.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('“The quote service is slow.”').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Ada' }).waitFor()
  await page.getByText('“The quote service is slow.”').waitFor()
  await page.goto(stack.url)
  await row(page, 'QuoteError').getByTitle('Assigned to Ada').waitFor()
  await close()
})

test('a change without a connection says that it was not saved, and can be repeated', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'RangeError')
  await page.context().setOffline(true)
  await page.keyboard.press('e')
  await page.getByRole('alert').filter({ hasText: 'The change was not saved' }).waitFor()
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await page.getByText('RangeError resolved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await close()
})

test('the event is in the URL: previous and next change it, a reload shows the same', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'TypeError')
  const digest = page.getByLabel('Digest', { exact: true })
  const latest = await digest.innerText()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.waitForURL(/event=/)
  const previous = new URL(page.url()).searchParams.get('event') ?? ''
  await digest.filter({ hasText: previous }).waitFor()
  await page.reload()
  await digest.filter({ hasText: previous }).waitFor()
  await page.keyboard.press(']')
  await digest.filter({ hasText: latest }).waitFor()
  await close()
})

test('an unknown event shows a notice with a link to the latest', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'TypeError')
  await page.goto(`${page.url().split('?')[0]}?event=ZZZZZZZ1`)
  await page.getByText('No event has the digest ZZZZZZZ1').waitFor()
  await page.getByRole('link', { name: 'Show the latest event' }).click()
  await page.getByLabel('Digest', { exact: true }).waitFor()
  await close()
})

test('the counts of an issue name their range', async () => {
  const { page, close } = await browser.open(stack.url)
  await openIssue(page, 'TypeError')
  await page.getByText('Events, last 30 days').waitFor()
  await page.getByText('Users, last 30 days').waitFor()
  await close()
})

test('a new exception appears without a reload', async () => {
  const { page, close } = await browser.open(stack.url)
  await row(page, 'QuoteError').waitFor()
  await post(`${stack.url}/monitoring`, exceptionLog({ message: 'fresh from the relay' }).body)
  await row(page, /fresh from the relay/).waitFor()
  await close()
})

test('traces have more pages and a filter for errors', async () => {
  const { page, close } = await browser.open(`${stack.url}/traces`)
  const rows = page.getByRole('table', { name: /Traces/ }).locator('tbody tr')
  await rows.nth(24).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await rows.nth(49).waitFor()
  await page.getByLabel('Errors only').check()
  await page.waitForURL(/errors=true/)
  await rows.nth(24).waitFor({ state: 'detached' })
  expect(await rows.count()).toBeGreaterThan(0)
  await close()
})

test('e selects the failed span of a trace, and the filter keeps its ancestors', async () => {
  const { page, close } = await browser.open(`${stack.url}/traces?errors=true`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('error 1 of 1').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('treeitem', { name: /GET \/api\/books/, selected: true }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('treeitem', { name: /GET \/api\/quote/, selected: true }).waitFor()
  await page.getByLabel('Filter spans').fill('quote')
  await page.getByRole('treeitem', { name: /GET \/api\/books/ }).waitFor({ state: 'detached' })
  expect(await page.getByRole('treeitem').count()).toBe(2)
  await close()
})

test('single-key shortcuts can be disabled', async () => {
  const { page, close } = await browser.open(stack.url)
  await row(page, 'QuoteError').waitFor()
  await page.keyboard.press('?')
  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByLabel('Search issues').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await close()
})

test('/issues is the list of issues, and an unknown path is not found', async () => {
  const { page, close } = await browser.open(`${stack.url}/issues?service=shop`)
  await page.waitForURL(`${stack.url}/?service=shop`)
  await row(page, 'QuoteError').waitFor()
  expect((await page.goto(`${stack.url}/nothing-here`))?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await close()
})
