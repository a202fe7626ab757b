// An event, an issue and a user are deleted in the console, after a preview.
import { expect, test } from 'vitest'
import type { DeletionsAnswer } from '../contract/forget.ts'
import type { EventsAnswer } from '../contract/issues.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson } from './testing/http.ts'
import { sendError } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()

test('an event and its issue are deleted from the menu of the issue', async () => {
  const service = 'forget-shop'
  const id = await sendError(stack.url, 'ForgetError', { service })
  await sendError(stack.url, 'ForgetError', { service })
  const eventsOf = async () =>
    (await getJson<EventsAnswer>(`${stack.url}/api/issues/${id}/events`)).events.length
  await expect.poll(eventsOf).toBe(2)
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete this event…' }).click()
  await page.getByRole('dialog').getByText('is deleted at once').waitFor()
  await page.getByRole('button', { name: 'Delete event' }).click()
  await page.getByText('The event was deleted').waitFor()
  expect(await eventsOf()).toBe(1)
  await page.getByText('event 1 of 1').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete the issue…' }).click()
  await page.getByRole('button', { name: 'Delete issue' }).click()
  await page.getByText('The issue was deleted').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect((await fetch(`${stack.url}/api/issues/${id}`)).status).toBe(404)
  await close()
})

test('a user is exported and deleted with a preview of counts', async () => {
  const userId = 'forget/me & "co"'
  await sendError(stack.url, 'HerError', {
    service: 'forget-shop',
    attributes: { 'user.id': userId },
  })
  const { page, close } = await openScreen(
    browser,
    `${stack.url}/visitors?user=${encodeURIComponent(userId)}`,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('export.json')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByText('1 exception, 0 spans and 1 log record are deleted').waitFor()
  await page.getByLabel('At once instead of in the night').check()
  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByText(/^Gone from the store by .*, from backups by /).waitFor()
  const { deletions } = await getJson<DeletionsAnswer>(`${stack.url}/api/forget`)
  expect(deletions[0]).toMatchObject({ kind: 'user', exceptions: 1, logs: 1 })
  await close()
})
