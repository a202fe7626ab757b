// Errors before the client chunk has loaded: their records are the same as afterwards.

import { expect, test } from 'vitest'
import { browserName } from './testing/browser.ts'
import { breadcrumbsOf, openHeldPage, openPage, type Page, type Received } from './testing/page.ts'

/** Runs in a page. Some of what it does is only printed or dispatched, as frameworks do. */
async function breakEverything(): Promise<void> {
  const chunk = new TypeError('Failed to fetch dynamically imported module: /assets/help-1.js')
  // Vite's code dispatches the event, and throws; a framework catches and prints.
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: chunk }))
  console.error(chunk)
  const thrown = new RangeError('printed, then thrown')
  setTimeout(() => {
    console.error(thrown)
    throw thrown
  })
  const rejected = new TypeError('rejected, then printed')
  void Promise.reject(rejected)
  setTimeout(() => console.error(rejected))
  console.error('a router:', new Error('printed'))
  void Promise.reject('a text')
  sdk.captureException(new Error('handled'), { attributes: { 'order.id': 'A-1' } })
  const isMissing = new Promise((resolve) =>
    sdk.add('script', { src: '/answer/404?script', onerror: resolve }),
  )
  const root = document.body.appendChild(document.createElement('section'))
  const Broken = () => sdk.fail(new TypeError('in a boundary'))
  sdk
    .createRoot(root, sdk.rootOptions())
    .render(sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Broken)))
  await isMissing
  // What is printed waits for 50 ms.
  await sdk.wait(200)
}

/** By message: mechanism, severity, attribute of the record. */
async function storedBy(page: Page): Promise<Record<string, unknown>> {
  await page.run(() => sdk.flush())
  return Object.fromEntries(
    (await page.exceptions()).map((each) => [
      String(each['exception.message']).replace(/https?:.*\//, ''),
      [each['exception.type'], each['errata.mechanism'], each.severityNumber, each['order.id']],
    ]),
  )
}

const byMessage = (exceptions: Received[], message: string) =>
  exceptions.find((each) => each['exception.message'] === message)

test('each error has the same record as with the client chunk, whatever prints it first', async () => {
  const loaded = await openPage({ path: 'mounted' })
  await loaded.run(() => sdk.flush())
  await loaded.run(breakEverything)
  await expect.poll(async () => Object.keys(await storedBy(loaded)).length).toBe(8)
  const expected = await storedBy(loaded)
  expect(expected).toMatchObject({
    'Failed to fetch dynamically imported module: /assets/help-1.js': ['TypeError', 'chunk', 17, undefined],
    'printed, then thrown': ['RangeError', 'window.error', 17, undefined],
    'rejected, then printed': ['TypeError', 'unhandledrejection', 17, undefined],
    printed: ['Error', 'console', 13, undefined],
    'a text': ['string', 'unhandledrejection', 17, undefined],
    handled: ['Error', 'manual', 13, 'A-1'],
    'in a boundary': ['TypeError', 'react.caught', 17, undefined],
  })

  const early = await openHeldPage()
  await early.run(breakEverything)
  expect(await early.exceptions()).toEqual([])
  await early.release()
  await expect.poll(() => storedBy(early)).toEqual(expected)
})

test('a record has the user, attributes, flags, address and breadcrumbs at its time', async () => {
  const page = await openHeldPage()
  await page.run(async () => {
    sdk.setUser({ id: 'u-1' })
    sdk.setAttributes({ 'app.plan': 'free' })
    sdk.setFlag('checkout', 'old')
    sdk.addBreadcrumb({ kind: 'cart', text: 'before' })
    await fetch('/answer/204')
    await sdk.wait(5)
    setTimeout(() => sdk.fail(new Error('first')))
    await sdk.wait(5)
    sdk.setUser({ id: 'u-2' })
    sdk.setAttributes({ 'app.plan': 'paid' })
    sdk.setFlag('checkout', undefined)
    sdk.addBreadcrumb({ kind: 'cart', text: 'after' })
    history.pushState(null, '', '/pages/elsewhere?secret=1#part')
    await sdk.wait(5)
    sdk.captureException(new Error('second'))
  })
  await page.release()
  await page.run(() => sdk.flush())
  const exceptions = await page.exceptions()
  const [first, second] = ['first', 'second'].map((message) => byMessage(exceptions, message))
  expect(first).toMatchObject({
    'user.id': 'u-1',
    'app.plan': 'free',
    'errata.flag.checkout': 'old',
    'http.route': '/pages/held',
  })
  expect(first?.['url.full']).toMatch(/\/pages\/held\?held-/)
  expect(breadcrumbsOf(first)).toEqual(['cart: before', 'fetch: GET /answer/204 → 204'])
  expect(second).toMatchObject({ 'user.id': 'u-2', 'app.plan': 'paid', 'http.route': '/pages/elsewhere' })
  expect(second?.['errata.flag.checkout']).toBeUndefined()
  expect(second?.['url.full']).toMatch(/\/pages\/elsewhere\?secret=$/)
  expect(breadcrumbsOf(second)).toEqual([
    'cart: before',
    'fetch: GET /answer/204 → 204',
    expect.stringMatching(/^exception: Error /),
    'cart: after',
  ])
})

test('images that are missing do not displace errors, and equal errors are one record', async () => {
  const page = await openHeldPage()
  await page.run(async () => {
    for (let index = 0; index < 150; index++) sdk.add('img', { src: `/answer/404?${index}` })
    const failOften = () => sdk.fail(new Error('in a loop'))
    for (let index = 0; index < 20; index++) setTimeout(failOften)
    await sdk.wait(500)
    sdk.captureException(new Error('the last'))
  })
  await page.release()
  await page.run(() => sdk.flush())
  expect((await page.messages()).toSorted()).toEqual(['in a loop', 'the last'])
})

test('attributes without an end are limited, and neither slow nor lose an error', async () => {
  const page = await openHeldPage()
  await page.run(async () => {
    for (let index = 0; index < 10_000; index++) sdk.setFlag(`flag ${index}`, 'y'.repeat(2_000))
    const hostile = { none: Object.create(null), symbol: Symbol('s'), big: 7n, nan: NaN, list: [[]] }
    sdk.setAttributes({ ...hostile, __proto__: { polluted: true }, constructor: 'a name' } as never)
    const name = 'Broken'.repeat(200)
    const { [name]: Broken } = { [name]: () => sdk.fail(new Error('with a long name')) }
    const root = document.body.appendChild(document.createElement('section'))
    sdk.createRoot(root, sdk.rootOptions()).render(sdk.createElement(Broken as never))
    await sdk.wait(200)
  })
  await page.release()
  await page.run(() => sdk.flush())
  const [exception, ...others] = await page.exceptions()
  expect(others).toEqual([])
  const flags = Object.entries(exception ?? {}).filter(([name]) => name.startsWith('errata.flag.'))
  expect(flags.length).toBeGreaterThan(80)
  expect(flags.length).toBeLessThanOrEqual(100)
  expect(exception).toMatchObject({
    'errata.flag.flag_9999': 'y'.repeat(1_000),
    'exception.message': 'with a long name',
    symbol: 'Symbol(s)',
    big: '7',
    nan: 'NaN',
    constructor: 'a name',
  })
  expect(exception?.['polluted']).toBeUndefined()
  // WebKit leaves such a name out.
  const isNamed = browserName !== 'webkit'
  expect(String(exception?.['errata.react.component_stack']).length > 1_000).toBe(isNamed)
})
