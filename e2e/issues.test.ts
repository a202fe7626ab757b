// Acts on issues: they hit what has the focus, fail visibly, and are undone exactly.
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import { getJson } from './testing/http.ts'
import { focusedText, patchIssue, press, row, sendError, sendErrors, statusOf } from './testing/issues.ts'
import { loadSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const BULK = 130

const { stack, browser } = startStackWithBrowser()
beforeAll(async () => {
  await loadSampleDay(stack.url)
})

const currentRow = (page: Page) => page.locator('tr[aria-current]')

test('new rows wait behind a pill, and e resolves the issue that has the focus', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=shop`)
  await row(page, 'ReferenceError').waitFor()
  while (!(await currentRow(page).filter({ hasText: 'ReferenceError' }).count())) await press(page, 'j')
  const order = await page.locator('tbody tr').allTextContents()
  await sendError(stack.url, 'AlphaError')
  await sendError(stack.url, 'BetaError')
  const pill = page.getByRole('button', { name: '2 new' })
  await pill.waitFor()
  expect((await page.locator('tbody tr').allTextContents()).length).toBe(order.length)
  expect(await row(page, 'AlphaError').count()).toBe(0)
  expect(await focusedText(page)).toContain('ReferenceError')
  await press(page, 'e')
  await page.getByText('ReferenceError resolved').waitFor()
  await row(page, 'ReferenceError').waitFor({ state: 'detached' })
  // The row that took its place has the focus.
  expect(await focusedText(page)).not.toBe('body')
  expect(await page.evaluate(() => document.activeElement?.closest('tr') !== null)).toBe(true)
  await press(page, '.')
  await row(page, 'AlphaError').waitFor()
  await row(page, 'BetaError').waitFor()
  await press(page, 'z')
  await row(page, 'ReferenceError').waitFor()
  await press(page, 'j', 'e')
  await page
    .getByText(/resolved$/)
    .first()
    .waitFor()
  await page.getByTitle('Recent actions; z undoes the latest').click()
  await page
    .getByRole('button', { name: /resolved/ })
    .first()
    .click()
  await page.getByText(/^Undone: /).waitFor()
  await close()
})

test('a list at rest shows a new issue at once', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=shop`)
  await row(page, 'QuoteError').waitFor()
  await sendError(stack.url, 'RestError')
  await row(page, 'RestError').waitFor()
  await close()
})

test('an action that fails is reverted on the screen', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=admin`)
  await row(page, 'RangeError').waitFor()
  await page.route('**/api/issues', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { detail: 'gone' } })
      : route.continue(),
  )
  await page.getByLabel(/^Select RangeError/).check()
  await press(page, 'e')
  await page.getByRole('alert').filter({ hasText: 'The change was not saved: gone' }).waitFor()
  await row(page, 'RangeError').waitFor()
  await row(page, 'RangeError').getByRole('link').click()
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByLabel('Assign to').fill('Nobody saved')
  await press(page, 'Enter')
  await page.getByRole('alert').filter({ hasText: 'The change was not saved' }).waitFor()
  await page.getByRole('button', { name: 'Assign', exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Nobody saved' }).count()).toBe(0)
  await page.unroute('**/api/issues')
  await close()
})

test('undo while an action is being saved undoes that action, not the one before', async () => {
  const [first = '', second = ''] = await sendErrors(stack.url, ['FirstError', 'SlowError'])
  const { page, close } = await browser.open(`${stack.url}/issues/${first}`)
  await page.getByRole('heading', { name: /FirstError/ }).waitFor()
  await press(page, 'e')
  await page.getByText('FirstError resolved').waitFor()
  await page.goto(`${stack.url}/issues/${second}`)
  await page.getByRole('heading', { name: /SlowError/ }).waitFor()
  await page.route('**/api/issues', async (route) => {
    await setTimeout(1_000)
    await route.continue()
  })
  await press(page, 'e', 'z')
  await page.getByText('Undone: SlowError resolved').waitFor()
  expect([await statusOf(stack.url, first), await statusOf(stack.url, second)]).toEqual(['resolved', 'new'])
  await close()
})

test('undo restores a condition, a regression and an assignee, the newest act first', async () => {
  const id = await sendError(stack.url, 'ExactError')
  await patchIssue(stack.url, id, { status: 'ignored', until: { events: 100 } })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  await page.getByText('until 100 more events').first().waitFor()
  await press(page, 'e')
  await page.getByText('ExactError reopened').waitFor()
  await press(page, 'a')
  await page.getByLabel('Assign to').fill('Ada')
  await press(page, 'Enter')
  await page.getByText('ExactError assigned to Ada').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Ada' }).waitFor()
  await press(page, 'z')
  await page.getByText('Undone: ExactError assigned to Ada').waitFor()
  await page.getByRole('button', { name: 'Assign', exact: true }).first().waitFor()
  await press(page, 'z')
  await page.getByText('until 100 more events').first().waitFor()
  expect(await statusOf(stack.url, id)).toBe('ignored')
  await press(page, 'z')
  await page.getByText('Nothing to undo').waitFor()
  await close()

  const back = await sendError(stack.url, 'BackError')
  await patchIssue(stack.url, back, { status: 'resolved' })
  await sendError(stack.url, 'BackError')
  expect(await statusOf(stack.url, back)).toBe('regressed')
  const again = await browser.open(`${stack.url}/issues/${back}`)
  await again.page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await again.page.getByRole('button', { name: 'Reopen' }).waitFor()
  await again.page.getByText('BackError resolved').waitFor()
  await press(again.page, 'z')
  await again.page.getByText('Regressed').first().waitFor()
  expect(await statusOf(stack.url, back)).toBe('regressed')
  await again.close()
})

test('more than a hundred are one act; all that match are changed by the filter', async () => {
  const types = Array.from(
    { length: BULK },
    (_, index) => `Bulk${'abcdefghij'[index % 10]}${'x'.repeat(index / 10)}`,
  )
  const counts = async () =>
    (await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=24h&service=bulk`)).counts
  await sendErrors(stack.url, types, { service: 'bulk' })
  expect((await counts()).new).toBe(BULK)

  const { page, close } = await browser.open(`${stack.url}/?service=bulk`)
  for (const shown of [25, 125]) {
    await page.getByText(`${shown} of ${BULK} issues`).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
  }
  await page.getByText(`${BULK} of ${BULK} issues`).waitFor()
  await page.getByLabel('Select all shown').check()
  await press(page, 'e')
  await page.getByText(`${BULK} issues resolved`).waitFor()
  expect((await counts()).resolved).toBe(BULK)
  await press(page, 'z')
  await page.getByText(`Undone: ${BULK} issues resolved`).waitFor()
  expect((await counts()).new).toBe(BULK)

  await page.reload()
  await row(page, /^Select Bulk/)
    .first()
    .waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByRole('button', { name: `Select all ${BULK} that match` }).click()
  await page.getByText(`${BULK} selected`).waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Ignore' }).click()
  await page.getByRole('button', { name: 'Ignore forever' }).click()
  await page.getByText(`${BULK} issues ignored`).waitFor()
  expect((await counts()).ignored).toBe(BULK)
  await press(page, 'z')
  await waitFor('undone', async () => (await counts()).new === BULK)
  await close()
})

test('"Show more" shows more while new events arrive', async () => {
  const types = Array.from(
    { length: 30 },
    (_, index) => `Page${'abcdefghij'[index % 10]}${'x'.repeat(index / 10)}`,
  )
  await sendErrors(stack.url, types, { service: 'paged' })
  const { page, close } = await browser.open(`${stack.url}/?service=paged`)
  await page.getByText('25 of 30 issues').waitFor()
  // The next page takes longer than the console waits between two rounds of refetches.
  await page.route(/cursor=/, async (route) => {
    await setTimeout(3_000)
    await route.continue()
  })
  const [first] = await Promise.all([
    page.waitForRequest(/cursor=/),
    page.getByRole('button', { name: 'Show more' }).click(),
  ])
  await sendErrors(stack.url, ['ElsewhereError'], { service: 'elsewhere' })
  await page.getByText('30 of 30 issues').waitFor()
  expect(first.failure()).toBeNull()
  await close()
})

test('a long list has few rows in the document; the row with the focus stays, and j loads more', async () => {
  await sendErrors(
    stack.url,
    Array.from({ length: BULK }, (_, index) => `Long${'abcdefghij'[index % 10]}${'x'.repeat(index / 10)}`),
    { service: 'long' },
  )
  const { page, close } = await browser.open(`${stack.url}/?service=long`)
  await page.getByText(`25 of ${BULK} issues`).waitFor()
  for (let number = 1; number < 20; number++) await press(page, 'j')
  await page.getByText(`125 of ${BULK} issues`).waitFor()
  const focused = await focusedText(page)
  const current = page.locator('tr[aria-current]')
  const position = Number(await current.getAttribute('aria-rowindex'))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.locator('tr[aria-rowindex="126"]').waitFor()
  expect(await page.locator('tbody tr').count()).toBeLessThan(60)
  expect(await focusedText(page)).toBe(focused)
  await press(page, 'j')
  await page.waitForFunction(() => document.activeElement!.getBoundingClientRect().top > 0)
  expect(Number(await current.getAttribute('aria-rowindex'))).toBe(position + 1)
  await close()
})

test('what has the focus is asked for before it is opened', async () => {
  const id = await sendError(stack.url, 'AheadError')
  const { page, close } = await browser.open(`${stack.url}/?q=AheadError`)
  await row(page, 'AheadError').waitFor()
  const answer = page.waitForResponse((response) => response.url().includes(`/api/issues/${id}?`))
  await press(page, 'j')
  expect((await answer).status()).toBe(200)
  expect(new URL(page.url()).pathname).toBe('/')
  await close()
})

test('several issues are assigned together, and merged; both are undone', async () => {
  const ids = await sendErrors(stack.url, ['MergeOneError', 'MergeTwoError'])
  const { page, close } = await browser.open(`${stack.url}/?q=Merge`)
  await page.getByLabel(/^Select MergeOneError/).check()
  await page.getByLabel(/^Select MergeTwoError/).check()
  await press(page, 'a')
  await page.getByLabel('Assign to').fill('Grace')
  await press(page, 'Enter')
  await page.getByText('2 issues assigned to Grace').waitFor()
  await page.reload()
  await page.getByTitle('Assigned to Grace').nth(1).waitFor()
  await page.getByLabel(/^Select MergeOneError/).check()
  await page.getByLabel(/^Select MergeTwoError/).check()
  await press(page, 'm')
  await page.getByText('1 issue merged into MergeOneError').waitFor()
  await page.reload()
  await page.getByText('1 of 1 issues').waitFor()
  await page.getByRole('row', { name: /Merge/ }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Merged into this issue' }).waitFor()
  await press(page, 'z')
  await page.getByText('Undone: 1 issue merged').waitFor()
  await page.getByRole('heading', { name: 'Merged into this issue' }).waitFor({ state: 'detached' })
  await press(page, 'z')
  await page.getByText('Undone: 2 issues assigned to Grace').waitFor()
  for (const id of ids)
    expect(
      (await getJson<{ issue: { assignee: null } }>(`${stack.url}/api/issues/${id}`)).issue.assignee,
    ).toBeNull()
  await close()
})

test('a change reaches the other tab at once', async () => {
  const id = await sendError(stack.url, 'TabError')
  const list = await browser.open(`${stack.url}/?q=TabError`)
  const issue = await browser.open(`${stack.url}/issues/${id}`)
  await row(list.page, 'TabError').waitFor()
  await issue.page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await row(list.page, 'TabError').waitFor({ state: 'detached', timeout: 5_000 })
  await list.close()
  await issue.close()
})

test('e reopens resolved issues', async () => {
  const id = await sendError(stack.url, 'AgainError')
  await patchIssue(stack.url, id, { status: 'resolved' })
  const { page, close } = await browser.open(`${stack.url}/?status=resolved&q=AgainError`)
  await row(page, 'AgainError').waitFor()
  await press(page, 'j', 'e')
  await page.getByText('AgainError reopened').waitFor()
  expect(await statusOf(stack.url, id)).toBe('new')
  expect(await focusedText(page)).not.toBe('body')
  await close()
})
