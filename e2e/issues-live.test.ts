// Issues while others report and change them: new rows, new events, another tab, releases in the chart.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { IssueAnswer } from '../contract/issues.ts'
import { getJson, post } from './testing/http.ts'
import { focusedText, patchIssue, press, row, sendError, sendErrors } from './testing/issues.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { sendTrace } from './testing/traces.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

test('new rows wait behind a pill, and e resolves the issue that has the focus', async () => {
  const service = 'pill'
  await sendErrors(stack.url, ['OneError', 'TwoError', 'ThreeError'], { service })
  const { page, close } = await browser.open(`${stack.url}/?service=${service}`)
  await row(page, 'TwoError').waitFor()
  const current = page.locator('tr[aria-current]').filter({ hasText: 'TwoError' })
  while (!(await current.count())) await press(page, 'j')
  const count = await page.locator('tbody tr').count()
  await sendErrors(stack.url, ['AlphaError', 'BetaError'], { service })
  await page.getByRole('button', { name: '2 new' }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(count)
  expect(await row(page, 'AlphaError').count()).toBe(0)
  expect(await focusedText(page)).toContain('TwoError')
  await press(page, 'e')
  await page.getByText('TwoError resolved').waitFor()
  await row(page, 'TwoError').waitFor({ state: 'detached' })
  // The row that took its place has the focus.
  expect(await page.evaluate(() => document.activeElement?.closest('tr') !== null)).toBe(true)
  await press(page, '.')
  await row(page, 'AlphaError').waitFor()
  await row(page, 'BetaError').waitFor()
  await press(page, 'z')
  await row(page, 'TwoError').waitFor()
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
  const service = 'rest'
  await sendError(stack.url, 'FirstError', { service })
  const { page, close } = await browser.open(`${stack.url}/?service=${service}`)
  await row(page, 'FirstError').waitFor()
  await sendError(stack.url, 'RestError', { service })
  await row(page, 'RestError').waitFor()
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

test('the event that is read stays, newer ones are counted, and y copies the one on the screen', async () => {
  const id = await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-1' } })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  const digest = page.getByLabel('Digest', { exact: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.waitForURL(/event=/)
  const first = await digest.innerText()
  await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-2' } })
  await sendError(stack.url, 'ReadError', { attributes: { 'user.id': 'u-1' } })
  await page.getByText('2 newer').waitFor()
  await page.getByText('event 1 of 3').waitFor()
  expect(await digest.innerText()).toBe(first)
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

test('an issue opens at its newest event with a trace, and names the latest', async () => {
  const service = 'recommended'
  const { traceId, spanIds } = await sendTrace(stack.url, [
    { name: 'GET /cart', service, start: 0, milliseconds: 300 },
  ])
  const report = async (ids: { traceId?: string; spanId?: string }) => {
    const { digest, body } = exceptionLog({ service, ...ids })
    await post(`${stack.url}/monitoring`, body)
    await eventOf(stack, digest)
    return digest
  }
  const first = await report({ traceId, spanId: spanIds.get('GET /cart')! })
  const second = await report({})
  const { issueId } = await eventOf(stack, first)
  await waitFor('the trace', async () => {
    const { recommended } = await getJson<IssueAnswer>(`${stack.url}/api/issues/${issueId}`)
    return recommended === first
  })
  const { page, close } = await browser.open(`${stack.url}/issues/${issueId}`)
  const digest = page.getByLabel('Digest', { exact: true })
  await page.getByText('recommended', { exact: false }).first().waitFor()
  expect(await digest.innerText()).toBe(first)
  await page.getByRole('button', { name: 'Latest event' }).click()
  await page.getByText('event 2 of 2').waitFor()
  expect(await digest.innerText()).toBe(second)
  await page.getByRole('button', { name: 'Recommended' }).click()
  await page.getByText('event 1 of 2').waitFor()
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
  // Tests of other files have further releases of the default service.
  const service = 'waits'
  const id = await sendError(stack.url, 'WaitError', { service })
  await patchIssue(stack.url, id, { status: 'ignored', until: { events: 100 } })
  await sendError(stack.url, 'WaitError', { service })
  const ignored = await browser.open(`${stack.url}/issues/${id}`)
  await ignored.page.getByText('until 100 more events (1 so far)').waitFor()
  await patchIssue(stack.url, id, { status: 'resolved', inNextRelease: true })
  await ignored.page.reload()
  await ignored.page.getByText('in the next release after 2026.11.3').waitFor()
  await patchIssue(stack.url, id, { status: 'open' })
  await patchIssue(stack.url, id, { status: 'resolved' })
  await sendError(stack.url, 'WaitError', { service })
  await ignored.page.reload()
  await ignored.page.getByText('Regressed').first().waitFor()
  await ignored.page.getByText(/^seen again \d+ s ago/).waitFor()
  await ignored.close()
})
