// Records of a page whose relay does not answer. Only Chromium: the storage is the same in all engines.

import { expect, test } from 'vitest'
import { openPage, type Page } from '../testing/page.ts'

type Loss = { page: Page; storedLength: number }

/** A page with some errors whose relay is unreachable, then the next page of the same tab. */
async function loseErrors(keepUnsent: boolean, errors = 3): Promise<Loss> {
  sessionStorage.removeItem('errata.unsent')
  const page = await openPage({ path: 'mounted', answer: '503', init: () => ({ enabled: false }) })
  await page.run(
    async (url, keepUnsent, errors) => {
      sdk.init({ service: 'test-app', release: 'old', url, tracesSampleRate: 0, keepUnsent })
      await sdk.flush()
      for (let n = 0; n < errors; n++)
        sdk.captureException(Object.assign(new Error(`lost ${n}`), { stack: 'x'.repeat(6000) + n }))
      await sdk.flush()
    },
    page.url,
    keepUnsent,
    errors,
  )
  await page.leave()
  const storedLength = (sessionStorage.getItem('errata.unsent') ?? '').length
  const next = await openPage({ path: 'mounted', init: () => ({ keepUnsent: true }) })
  await next.run(() => sdk.flush())
  return { page: next, storedLength }
}

test('the next page sends unsent records once, with their own release', async () => {
  const { page } = await loseErrors(true)
  await expect.poll(async () => (await page.messages()).toSorted()).toEqual(['lost 0', 'lost 1', 'lost 2'])
  for (const exception of await page.exceptions()) expect(exception['service.version']).toBe('old')
  expect(sessionStorage.getItem('errata.unsent')).toBe(null)
})

test('at most 64 KiB are stored', async () => {
  const { page, storedLength } = await loseErrors(true, 25)
  expect(storedLength).toBeGreaterThan(20_000)
  expect(storedLength).toBeLessThanOrEqual(65_536)
  await expect.poll(async () => (await page.messages()).length).toBeGreaterThan(2)
})

test('without the option nothing is stored', async () => {
  expect((await loseErrors(false)).storedLength).toBe(0)
})
