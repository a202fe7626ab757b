// Actions on issues: they are saved, fail visibly, and are undone exactly.
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Event as StoredEvent, IssuesAnswer } from '../contract/issues.ts'
import { getJson, send } from './testing/http.ts'
import { focusedText, patchIssue, press, row, sendError, sendErrors, statusOf } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const BULK = 130

const { stack, browser } = shareStackWithBrowser()
beforeAll(async () => {
  const types = Array.from(
    { length: BULK },
    (_, index) => `Bulk${'abcdefghij'[index % 10]}${'x'.repeat(index / 10)}`,
  )
  await sendErrors(stack.url, types, { service: 'bulk' })
})

test('a digest opens the event that was stored first, and the page names another one with it', async () => {
  const { digest, body } = exceptionLog({ service: 'bank', message: 'the transfer failed' })
  await send(stack.url, body)
  await waitFor('the event is stored', () => getJson<StoredEvent>(`${stack.url}/api/events/${digest}`))
  await send(stack.url, exceptionLog({ digest, service: 'evil', message: 'call this number' }).body)
  await waitFor('both are stored', async () => {
    const event = await getJson<StoredEvent>(`${stack.url}/api/events/${digest}`)
    return event.claims?.length === 1
  })
  const { page, close } = await browser.open(`${stack.url}/d/${digest}`)
  await page.getByRole('heading', { name: /the transfer failed/ }).waitFor()
  await page.getByText(`2 events claim the digest ${digest}. This one was stored first`).waitFor()
  await page.getByRole('link', { name: /^evil, / }).click()
  await page.getByRole('heading', { name: /call this number/ }).waitFor()
  await page.getByText('This one was stored later').waitFor()
  await page.getByRole('link', { name: /^bank, / }).waitFor()
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

test('undo restores a condition, a regression and an assignee, the latest action first', async () => {
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

test('more than a hundred are one action; all that match are changed by the filter', async () => {
  const counts = async () =>
    (await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=24h&service=bulk`)).counts
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

test('a long list has few rows in the document; the row with the focus stays, and j loads more', async () => {
  const { page, close } = await browser.open(`${stack.url}/?service=bulk`)
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

test('a condition, an assignee and a note are saved, and the focus follows each of them', async () => {
  const id = await sendError(stack.url, 'FocusError', { message: '' })
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  const title = page.getByRole('heading', { level: 1, name: 'FocusError' })
  await title.waitFor()
  expect((await title.textContent())?.trim()).toBe('FocusError')
  await page.getByRole('button', { name: 'Ignore until…' }).click()
  await page.getByRole('button', { name: 'Ignore until 100 more events' }).click()
  await page.getByText('FocusError ignored until 100 more events').waitFor()
  await waitFor('the focus is on a button', async () => (await focusedText(page)).startsWith('Reopen'))
  await press(page, 'a')
  await page.getByLabel('Assign to').fill('Ada')
  await press(page, 'Enter')
  await page.getByText('FocusError assigned to Ada').waitFor()
  expect(await focusedText(page)).toBe('Ada')
  await page.getByLabel('Note', { exact: true }).fill('see https://tickets.example/T-1, please')
  await page.getByRole('button', { name: 'Add note' }).click()
  await waitFor('the note has the focus', async () => (await focusedText(page)).includes('tickets.example'))
  await page.reload()
  const link = page.getByRole('link', { name: 'https://tickets.example/T-1', exact: true })
  expect(await link.getAttribute('href')).toBe('https://tickets.example/T-1')
  await page.goto(`${stack.url}/?status=ignored&q=FocusError`)
  await row(page, 'FocusError').getByTitle('Assigned to Ada').waitFor()
  await close()
})

test('selected issues are resolved and reopened together', async () => {
  const service = 'selected'
  await sendErrors(stack.url, ['SelectOneError', 'SelectTwoError'], { service })
  const { page, close } = await browser.open(`${stack.url}/?service=${service}`)
  const tab = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name }).click()
  await page.getByLabel(/^Select SelectOneError/).check()
  await page.getByLabel(/^Select SelectTwoError/).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('2 issues resolved').waitFor()
  await tab(/Resolved/)
  await row(page, 'SelectOneError').waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reopen' }).click()
  await tab(/Open/)
  await row(page, 'SelectOneError').waitFor()
  await row(page, 'SelectTwoError').waitFor()
  await close()
})

test('a change without a connection says that it was not saved, and can be repeated', async () => {
  const id = await sendError(stack.url, 'OfflineError')
  const { page, close } = await browser.open(`${stack.url}/issues/${id}`)
  await page.getByRole('heading', { level: 1, name: /OfflineError/ }).waitFor()
  await page.context().setOffline(true)
  await page.keyboard.press('e')
  await page.getByRole('alert').filter({ hasText: 'The change was not saved' }).waitFor()
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await page.getByText('OfflineError resolved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await close()
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
