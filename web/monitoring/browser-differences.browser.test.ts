// Where engines differ in what they tell a page: written down in the README, and noticed here when one of them changes.

import { expect, test } from 'vitest'
import { engine } from './testing/browser.ts'
import { openPage } from './testing/page.ts'

const messagesOf = async (page: Awaited<ReturnType<typeof openPage>>) =>
  (await page.exceptions()).map((exception) => String(exception['exception.message']))

test('of a rejected top-level await WebKit tells nothing', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(`
    const code = "await Promise.reject(new RangeError('awaited'))"
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent: code }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    stage.captureException(new Error('after it'))`)
  await expect.poll(() => messagesOf(page)).toContain('after it')
  expect(await messagesOf(page)).toEqual(engine === 'webkit' ? ['after it'] : ['awaited', 'after it'])
})

test('of what the policy forbade before the package was there only Chromium tells', async () => {
  const page = await openPage({ path: 'no-pictures' })
  await page.run(
    "await stage.flush(); await new Promise((resolve) => setTimeout(resolve, 300)); stage.captureException(new Error('after it'))",
  )
  await expect.poll(() => messagesOf(page)).toContain('after it')
  const early = `img-src blocked ${location.origin}/gone/early.png`
  expect(await messagesOf(page)).toEqual(engine === 'chromium' ? [early, 'after it'] : ['after it'])
})

test('WebKit leaves out of a stack what ended in a call', async () => {
  const page = await openPage({ path: 'mounted' })
  const stack = await page.run(
    "'use strict'; function openShop() { return readShelf() }; function readShelf() { throw new Error('empty') }; try { openShop() } catch (error) { return error.stack }",
  )
  expect(stack).toContain('readShelf')
  expect(String(stack).includes('openShop')).toBe(engine !== 'webkit')
})
