// Pages that break, and send a copy of themselves.
import { expect } from 'vitest'
import type { BrowserSession, View } from './browser-session.ts'

/**
 * Breaks a page by its button "Pay" when it is ready to copy itself. Its script must set the title to the
 * digest of its error, which is returned. The relay has the snapshot then.
 */
export async function breakPage(
  browser: BrowserSession,
  url: string,
  stackUrl: string,
  view: View = {},
): Promise<string> {
  const { page, close } = await browser.open(url, view)
  const sent = page.waitForResponse(`${stackUrl}/monitoring/snapshot`)
  // As text: the tests' own tools would rewrite its import.
  await page.waitForFunction(`(async () => {
    const chunk = performance.getEntriesByType('resource').find(({ name }) => name.includes('/copy-'))
    return chunk && (await import(chunk.name))
  })()`)
  await page.getByRole('button', { name: 'Pay' }).click()
  expect((await sent).status()).toBe(200)
  const digest = await page.title()
  await close()
  return digest
}
