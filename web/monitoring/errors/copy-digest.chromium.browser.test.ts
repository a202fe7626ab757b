// A browser copies only after a real click, which only Chromium's driver can make here.

import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { openPage } from '../testing/page.ts'

test('the digest is copied without the Clipboard API', async () => {
  const page = await openPage()
  await page.run(() => {
    const Broken = () => {
      throw new TypeError('no such book')
    }
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    const root = document.querySelector('#root') as Element
    sdk.createRoot(root, sdk.rootOptions()).render(sdk.createElement(Broken))
  })
  await expect.poll(() => page.document.querySelectorAll('[role=alert] button').length).toBe(2)
  const copied = new Promise((resolve) =>
    page.document.addEventListener('copy', () => resolve(page.document.getSelection()?.toString()), {
      once: true,
    }),
  )
  const frame = page.document.defaultView?.frameElement as Element
  await browser
    .frameLocator(browser.elementLocator(frame))
    .getByRole('button', { name: 'Copy digest' })
    .click()
  expect(page.document.querySelector('[role=alert]')?.textContent).toContain(
    `Digest: ${String(await copied)}`,
  )
  expect(await copied).toMatch(/^\w{8}$/)
  frame.remove()
})
