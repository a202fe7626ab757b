import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'

test.for<[name: string, fail: (file: string) => void]>([
  ['an import that fails', (file) => void sdk.importModule(`/gone/${file}.js`)],
  [
    "Vite's event for a missing chunk",
    (file) => {
      const payload = new TypeError(`Failed to fetch dynamically imported module: ${file}`)
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    },
  ],
])('%s reloads the page once, and is reported each time', async ([, fail]) => {
  sessionStorage.removeItem('errata.reloaded')
  const page = await openPage({ path: 'mounted', init: () => ({ reloadStale: true }) })
  let loads = 0
  page.document.defaultView?.frameElement?.addEventListener('load', () => loads++)
  await page.run(() => sdk.flush())
  await page.run(fail, 'first')
  await expect.poll(() => loads).toBe(1)
  await page.init(() => ({ reloadStale: true }))
  await page.run(() => sdk.flush())
  await page.run(fail, 'second')
  await expect.poll(async () => (await page.exceptions()).length).toBe(2)
  await page.run(async () => {
    await sdk.flush()
    await sdk.wait(200)
  })
  expect(loads).toBe(1)
  for (const exception of await page.exceptions())
    expect(exception).toMatchObject({ 'errata.mechanism': 'chunk', severityNumber: 17 })
})
