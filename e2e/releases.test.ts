// The issues that a release brought are resolved and assigned on its screen, both are undone, and the copy of
// its changes links to it.
import { expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { press, sendError, statusOf } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()

test('an issue is resolved and assigned on the release that brought it, and both are undone', async () => {
  const service = 'released'
  await sendError(stack.url, 'OldError', { service, release: '1.0.0' })
  const id = await sendError(stack.url, 'BrokenError', { service, release: '1.1.0' })
  const { page, close } = await openScreen(browser, `${stack.url}/releases/${service}/1.1.0`)
  const broken = page
    .getByRole('table', { name: 'Issues that changed with 1.1.0' })
    .getByRole('row', { name: /BrokenError/ })
  await broken.waitFor()
  await press(page, 'j', 'x')
  await page.getByRole('toolbar', { name: '1 issue selected' }).waitFor()
  await press(page, 'e')
  await page.getByText('BrokenError resolved').waitFor()
  await page.reload()
  await broken.getByText('Resolved').waitFor()
  expect(await statusOf(stack.url, id)).toBe('resolved')
  await press(page, 'z')
  await broken.getByText('Resolved').waitFor({ state: 'detached' })
  await broken.getByRole('checkbox').check()
  await press(page, 'a')
  await page.getByRole('combobox', { name: 'Assign to' }).fill('Kim')
  await press(page, 'Enter')
  await broken.getByText('assigned to Kim').waitFor()
  await press(page, 'z')
  await broken.getByText('assigned to Kim').waitFor({ state: 'detached' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'y')
  await page.getByText('Markdown copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(page.url())
  await close()
})
