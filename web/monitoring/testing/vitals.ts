// The web vitals that a page of a test has measured and sent.

import { expect } from 'vitest'
import type { Page, Received } from './page.ts'

export async function vitalsOf(page: Page): Promise<Received[]> {
  return (await page.records()).filter(({ eventName }) => eventName === 'browser.web_vital')
}

/** Runs in a page: URLs of the chunks with the library and with its records, which were requested. */
export const chunkUrls = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /pace|values/.test(name))
export const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

/** Waits until the library has seen the first paint: the test's observer is called after it. */
export async function vitalsMeasured(page: Page): Promise<void> {
  await expect.poll(async () => (await page.run(chunkUrls)).length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => page.run(isPainted)).toBe(true)
  const urls = await page.run(chunkUrls)
  await page.run(async (urls) => {
    // A script tag has no `sdk`, and Vite would rewrite `import()`.
    // oxlint-disable-next-line typescript/no-implied-eval -- see above
    const importModule = new Function('address', 'return import(address)') as (
      address: string,
    ) => Promise<unknown>
    await Promise.all(urls.map((url) => importModule(url)))
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
    )
    await new Promise((resolve) => setTimeout(resolve))
  }, urls)
}
