// Pasting a stack anywhere opens its issue; other texts are searched.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { loadDeploy, NEW_ERROR } from './testing/deploy-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { stacktrace } from './testing/telemetry.ts'

const { stack, browser } = startStackWithBrowser()
let ids: Awaited<ReturnType<typeof loadDeploy>>
beforeAll(async () => {
  ids = await loadDeploy(stack.url)
})

test('pasting a stack of another build anywhere opens its issue', async () => {
  const { page, close } = await open('/status')
  const pasted = stacktrace(NEW_ERROR.type, NEW_ERROR.message, NEW_ERROR.frames)
  await paste(page, `Uncaught ${pasted}`.replaceAll('a1b2c3d4', 'ffff0000'))
  await page.waitForURL((url) => url.href.includes(`/issues/${ids.issueId}`))
  await close()
})

test('pasted words are searched in the palette, and a stack without an issue shows a message', async () => {
  const { page, close } = await open('/status')
  await paste(page, 'Error: other\n    at nowhere (https://other.example/x.js:1:1)')
  await page.getByText('No issue matches this Error stack.').waitFor()
  await paste(page, 'LouderError')
  const field = page.getByRole('combobox', { name: 'Go to' })
  expect(await field.inputValue()).toBe('LouderError')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?q=LouderError/)
  await close()
})

test('a text field keeps what is pasted into it, except a complete stack', async () => {
  const { page, close } = await open('/')
  const field = page.getByRole('combobox', { name: 'Search issues' })
  await field.focus()
  await paste(page, ids.traceId)
  expect(page.url()).not.toContain('/traces/')
  await paste(page, stacktrace(NEW_ERROR.type, NEW_ERROR.message, NEW_ERROR.frames))
  await page.waitForURL(`**/issues/${ids.issueId}*`)
  await close()
})

const open = (path: string) => openScreen(browser, stack.url + path)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }, text)
}
