// Options and functions that add to records or choose what is sent. Only Chromium: nothing here depends on
// the engine.

import { expect, test } from 'vitest'
import { breadcrumbsOf, onlyException, openPage, tracingLoaded } from './testing/page.ts'

test('attributes that are set after init are on later records and spans', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  await tracingLoaded(page)
  await page.run(async () => {
    sdk.captureException(new Error('before'))
    sdk.setAttributes({ 'app.tenant': 'north', 'app.plan': 'free' })
    sdk.setAttributes({ 'app.plan': 'paid', 'app.beta': true })
    await fetch('/answer/200')
    sdk.captureException(new Error('after'), { attributes: { 'app.beta': false } })
    sdk.setAttributes({ 'app.tenant': undefined })
    sdk.captureException(new Error('last'))
    await sdk.flush()
  })
  const read = (received: Record<string, unknown>) =>
    ['app.tenant', 'app.plan', 'app.beta'].map((name) => received[name])
  const exceptions = await page.exceptions()
  // They may arrive in several requests, in any order.
  const byMessage = exceptions.map((exception) => [exception['exception.message'], read(exception)])
  expect(Object.fromEntries(byMessage)).toEqual({
    before: [undefined, undefined, undefined],
    after: ['north', 'paid', false],
    last: [undefined, 'paid', true],
  })
  const span = async () =>
    read((await page.spans()).find(({ name }) => String(name).startsWith('GET /answer')) ?? {})
  await expect.poll(span).toEqual(['north', 'paid', true])
})

test.for([
  ['a share', () => ({ tracesSampler: () => 1, tracesSampleRate: 1e-9 }), true],
  ['a boolean', () => ({ tracesSampler: () => false, tracesSampleRate: 1 }), false],
  ['nothing, because it fails', () => ({ tracesSampler: () => sdk.fail('x'), tracesSampleRate: 1 }), true],
] as const)('tracesSampler returns %s', async ([, init, isSampled]) => {
  const page = await openPage({ path: 'mounted', init })
  const headers = await page.run(
    async () => (await (await fetch('/answer/200')).json()) as Record<string, string>,
  )
  expect('traceparent' in headers).toBe(isSampled)
  await page.run(() => sdk.failInTask(new Error('still reported')))
  expect(await onlyException(page)).toMatchObject({ 'exception.message': 'still reported' })
})

test('warnings are breadcrumbs if the option is set, without the members of objects', async () => {
  const texts = async (consoleWarnings: boolean) => {
    const page = await openPage({
      path: 'mounted',
      init: consoleWarnings ? () => ({ consoleWarnings: true }) : () => ({}),
    })
    await page.run(async () => {
      await sdk.flush()
      sdk.addBreadcrumb({ kind: 'test', text: 'a breadcrumb' })
      console.warn('the cart is old', 3, { secret: 1 }, new RangeError('of a range'))
      sdk.captureException(new Error('after it'))
    })
    return breadcrumbsOf(await onlyException(page)).filter((text) => text.startsWith('warning'))
  }
  expect(await texts(true)).toEqual(['warning: the cart is old 3 object RangeError: of a range'])
  expect(await texts(false)).toEqual([])
})

test('prefetches are no breadcrumbs unless they fail', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    await fetch('/answer/200?a', { headers: { 'Next-Router-Prefetch': '1' } })
    await fetch(new Request('/answer/200?b', { headers: { purpose: 'prefetch' } }))
    await fetch('/answer/503', { headers: { 'next-router-prefetch': '1' } })
    await fetch('/answer/201', { headers: { accept: 'text/html' } })
    sdk.captureException(new Error('after them'))
  })
  const trail = breadcrumbsOf(await onlyException(page)).filter((text) => text.startsWith('fetch'))
  expect(trail).toEqual(['fetch: GET /answer/503 → 503', 'fetch: GET /answer/201 → 201'])
})
