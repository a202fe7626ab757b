// Errors that a page prints with `console.error`. Only Chromium: the wrapper is the same in all engines.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

test('a printed Error is one record if nothing else reports it, and stays in the console', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    const error = new TypeError('caught by a router')
    console.error('The router caught:', error)
    console.error(error)
    await sdk.wait(100)
    await sdk.flush()
  })
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.message': 'caught by a router',
    'errata.mechanism': 'console',
    severityNumber: 13,
  })
  expect(page.printed.map(([first]) => String(first))).toEqual([
    'The router caught:',
    'TypeError: caught by a router',
  ])
})

test('an Error that is printed and reported has one record, in either order', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    const before = new Error('printed, then thrown')
    setTimeout(() => {
      console.error(before)
      throw before
    })
    const after = new Error('rejected, then printed')
    void Promise.reject(after)
    setTimeout(() => console.error(after))
    const handled = new Error('printed, then handled')
    console.error(handled)
    sdk.captureException(handled)
    await sdk.wait(150)
    await sdk.flush()
  })
  const mechanisms = (await page.exceptions()).map((each) => String(each['errata.mechanism']))
  expect(mechanisms.toSorted()).toEqual(['manual', 'unhandledrejection', 'window.error'])
})

test('strings are not reported, `consoleErrors: false` disables it, shutdown restores it', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ consoleErrors: false }) })
  await page.run(async () => {
    console.error(new Error('switched off'))
    await sdk.wait(100)
    await sdk.shutdown()
  })
  await page.init()
  const restored = await page.run(async () => {
    console.error('a text', { code: 1 }, null)
    const wrapper = console.error
    await sdk.wait(100)
    await sdk.shutdown()
    console.error(new Error('after shutdown'))
    await sdk.wait(100)
    return console.error !== wrapper
  })
  expect(restored).toBe(true)
  expect(await page.exceptions()).toEqual([])
})

test('a beforeSend that prints errors does not loop', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({
      beforeSend(record) {
        console.error(new Error(`inside beforeSend, ${Math.random()}`))
        return record
      },
    }),
  })
  await page.run(async () => {
    sdk.captureException(new Error('the first'))
    await sdk.wait(1000)
    await sdk.flush()
  })
  expect(await page.exceptions()).toHaveLength(1)
})
