// Differences between browsers that the README lists; these tests fail when a browser changes.

import { expect, test } from 'vitest'
import { browserName } from './testing/browser.ts'
import { openPage } from './testing/page.ts'

test('WebKit sends no event for a rejected top-level await', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    sdk.add('script', { type: 'module', textContent: "await Promise.reject(new RangeError('awaited'))" })
    await sdk.wait(300)
    sdk.captureException(new Error('after it'))
  })
  await expect.poll(() => page.messages()).toContain('after it')
  expect(await page.messages()).toEqual(browserName === 'webkit' ? ['after it'] : ['awaited', 'after it'])
})

test('only Chromium reports policy violations from before the package has loaded', async () => {
  const page = await openPage({ path: 'no-images' })
  await page.run(async () => {
    await sdk.flush()
    await sdk.wait(300)
    sdk.captureException(new Error('after it'))
  })
  await expect.poll(() => page.messages()).toContain('after it')
  const early = `img-src blocked ${location.origin}/gone/early.png`
  expect(await page.messages()).toEqual(browserName === 'chromium' ? [early, 'after it'] : ['after it'])
})

test('a stack of WebKit lacks functions that end in a call', async () => {
  const page = await openPage({ path: 'mounted' })
  const stack = await page.run(() => {
    'use strict'
    function readShelf(): never {
      throw new Error('empty')
    }
    function openShop(): never {
      return readShelf()
    }
    try {
      return openShop()
    } catch (error) {
      return String((error as Error).stack)
    }
  })
  expect(stack).toContain('readShelf')
  expect(stack.includes('openShop')).toBe(browserName !== 'webkit')
})
