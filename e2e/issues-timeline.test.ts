// The issue page while its data changes: releases in its chart, what a decision waits for, notes.
import { expect, test } from 'vitest'
import { patchIssue, sendError } from './testing/issues.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = startStackWithBrowser()

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
