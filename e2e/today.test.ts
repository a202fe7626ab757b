// What happened since the last visit, with the real store: a new error is new, is assigned, and is seen.
import { expect, test } from 'vitest'
import type { Today } from '../contract/today.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson } from './testing/http.ts'
import { press, sendError } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()

test('a new error is new until it is marked as seen, and stays assigned', async () => {
  const service = 'visited'
  await sendError(stack.url, 'FirstError', { service, release: '1.0.0' })
  const { page, close } = await openScreen(browser, `${stack.url}/traces`)
  await press(page, 'g', 'h')
  await page.getByRole('heading', { level: 1, name: /^Since / }).waitFor()
  await page.goto(`${stack.url}/today?service=${service}`)
  const table = page.getByRole('table', { name: 'New, back and louder issues' })
  const first = table.getByRole('row', { name: /FirstError/ })
  await first.waitFor()
  await page.getByRole('row', { name: /1\.0\.0/ }).waitFor()
  await press(page, 'j', 'a')
  await page.getByRole('option', { name: 'me, Robin Holt' }).waitFor()
  // A row shows the change before it is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await press(page, 'Enter')
  await first.getByText('assigned to Robin Holt').waitFor()
  await stored
  await press(page, 'e')
  await first.getByText('Resolved').waitFor()
  await press(page, 'z')
  await first.getByText('Resolved').waitFor({ state: 'detached' })
  await page.reload()
  await first.waitFor()
  await page.getByRole('region', { name: 'Assigned to you' }).getByText('1 open, 1 changed').waitFor()
  await press(page, '.')
  await page.getByText('Nothing new, back or louder').waitFor()
  await page.reload()
  await page.getByText('Nothing new, back or louder').waitFor()
  await sendError(stack.url, 'SecondError', { service, release: '1.0.0' })
  await page.reload()
  await table.getByRole('row', { name: /SecondError/ }).waitFor()
  expect(await first.count()).toBe(0)
  await close()
})

test('the API answers what happened, and refuses an instant in the future', async () => {
  const service = 'reported'
  await sendError(stack.url, 'ReportedError', { service })
  const today = await getJson<Today>(`${stack.url}/api/today?service=${service}`)
  expect(today.new.issues.map(({ issue }) => issue.type)).toEqual(['ReportedError'])
  const response = await fetch(`${stack.url}/api/today?since=2200-01-01T00:00:00Z`)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { detail: 'since must be in the past.' },
  ])
})
