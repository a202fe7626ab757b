// Errors that the window reports, and errors that the application hands to captureException.

import { expect, test } from 'vitest'
import { messages } from '../testing/browser.ts'
import { breadcrumbsOf, causesOf, onlyException, openPage } from '../testing/page.ts'

const digest = /^[0-9A-HJKMNP-TV-Z]{8}$/

type ErrorCase = [
  name: string,
  code: () => unknown,
  mechanism: string,
  type: string,
  message: string | RegExp,
]

test.for<ErrorCase>([
  ['a throw in a timer', () => sdk.failInTask(new TypeError('late')), 'window.error', 'TypeError', 'late'],
  [
    'a throw in a click handler',
    () => {
      const button = document.body.appendChild(document.createElement('button'))
      button.addEventListener('click', () => sdk.fail(new RangeError('clicked')))
      button.click()
    },
    'window.error',
    'RangeError',
    'clicked',
  ],
  ['reportError', () => reportError(new Error('reported')), 'window.error', 'Error', 'reported'],
  [
    'a syntax error',
    () => sdk.add('script', { textContent: 'let 1' }),
    'window.error',
    'SyntaxError',
    messages.syntaxError,
  ],
  ['a thrown string', () => sdk.failInTask('just a string'), 'window.error', 'string', 'just a string'],
  ['a thrown null', () => sdk.failInTask(null), 'window.error', 'Error', /^null$/],
  [
    'a rejected promise',
    () => Promise.reject(new RangeError('nobody awaits')),
    'unhandledrejection',
    'RangeError',
    'nobody awaits',
  ],
  ['a rejection with a string', () => Promise.reject('text'), 'unhandledrejection', 'string', 'text'],
  ['a rejection with nothing', () => Promise.reject(), 'unhandledrejection', 'undefined', 'undefined'],
  [
    'a rejection with an object',
    () => Promise.reject({ code: 7 }),
    'unhandledrejection',
    'Object',
    '{"code":7}',
  ],
  [
    'an aborted request',
    () => fetch('/answer/200', { signal: AbortSignal.abort() }),
    'unhandledrejection',
    'AbortError',
    messages.aborted,
  ],
  ['a missing chunk', () => sdk.importModule('/gone/a.js'), 'chunk', 'TypeError', messages.missingChunk],
  [
    'a missing script',
    () => sdk.add('script', { src: '/answer/404?script' }),
    'resource',
    'ResourceError',
    'script failed to load: ',
  ],
  [
    'a missing style sheet',
    () => sdk.add('link', { rel: 'stylesheet', href: '/answer/404' }),
    'resource',
    'ResourceError',
    'link failed to load: ',
  ],
])('%s is one record', async ([, code, mechanism, type, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run((code) => void code(), code)
  const exception = await onlyException(page)
  expect(exception['errata.mechanism']).toBe(mechanism)
  expect(exception['exception.type']).toBe(type)
  expect(exception['exception.message']).toMatch(message)
  expect(exception['errata.digest']).toMatch(digest)
  expect(exception.severityNumber).toBe(type === 'AbortError' ? 13 : 17)
  expect(exception.traceId).toMatch(/^[\da-f]{32}$/)
  expect(exception.spanId).toMatch(/^[\da-f]{16}$/)
  expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  expect(exception['url.full']).toBe(`${location.origin}/pages/mounted`)
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test.for<[name: string, code: () => unknown]>([
  ['an image that is missing', () => sdk.add('img', { src: '/answer/404' })],
  [
    'a hint of a module that is missing',
    () => sdk.add('link', { rel: 'modulepreload', href: '/answer/404' }),
  ],
  [
    'a message of ResizeObserver',
    () => {
      const message = 'ResizeObserver loop completed with undelivered notifications.'
      dispatchEvent(new ErrorEvent('error', { message }))
    },
  ],
  ['an error of `ignoreErrors`', () => sdk.failInTask(new Error('third-party widget'))],
])('%s is not reported', async ([, code]) => {
  const page = await openPage({ path: 'mounted', init: () => ({ ignoreErrors: ['widget'] }) })
  await page.run((code) => void code(), code)
  await page.run(() => void setTimeout(sdk.fail, 300, new Error('the only record')))
  expect((await onlyException(page))['exception.message']).toBe('the only record')
})

test('a handled error is one record with causes and attributes, and its digest is returned', async () => {
  const page = await openPage({ path: 'mounted' })
  const digests = await page.run(() => {
    const refused = Object.assign(new TypeError('no such book'), { code: 7 })
    const parts = [refused, new RangeError('too much')]
    const cause = new AggregateError(parts, 'two reasons', { cause: 'bank' })
    const error = Object.assign(new Error('not paid', { cause }), { digest: '3141592653' })
    const digest = sdk.captureException(error, {
      attributes: { 'order.id': 'A-1', retries: 2, paid: false },
    })
    return [digest, sdk.digestOf(error), sdk.captureException(error)]
  })
  const exception = await onlyException(page)
  expect(digests).toEqual(Array(3).fill(exception['errata.digest']))
  expect(exception).toMatchObject({
    severityNumber: 13,
    'errata.mechanism': 'manual',
    'errata.given_digest': '3141592653',
    'order.id': 'A-1',
    retries: 2,
    paid: false,
  })
  const causes = causesOf(exception)
  expect(causes.map(({ type, message }) => `${type}: ${message}`)).toEqual([
    'AggregateError: two reasons',
    'string: bank',
    'TypeError: no such book',
    'RangeError: too much',
  ])
  expect(causes[2]?.stacktrace).toMatch(messages.stack)
})

test('breadcrumbs contain selectors of clicks, requests and own entries, but no text or values', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    const main = document.querySelector('main') as Element
    main.innerHTML = '<button id="buy" class="primary"><b>Buy for Ada Lovelace</b></button>'
    const text = main.querySelector('b')
    text?.click()
    await sdk.flush()
    await fetch('/answer/204?card=of-Ms-Hanson')
    sdk.addBreadcrumb({ kind: 'cart', text: 'added 9780' })
    sdk.setUser({ id: 'u-7' })
    await sdk.wait(100)
    text?.click()
    sdk.captureException(new Error('last'))
  })
  const exception = await onlyException(page)
  expect(breadcrumbsOf(exception)).toEqual(
    expect.arrayContaining(['fetch: GET /answer/204 → 204', 'cart: added 9780', 'click: button#buy.primary']),
  )
  expect(JSON.stringify(exception)).not.toMatch(/Lovelace|Hanson/)
  expect(exception['user.id']).toBe('u-7')
})

test('a click has the selector of its control, its role, and which of several it is', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    const main = document.querySelector('main') as Element
    main.innerHTML =
      '<div role="tab" class="md:w-1/2 a b c d e" aria-label="Hopper"><i>Hopper</i></div>' +
      '<input type="checkbox" name="Hopper" value="Hopper"><label class="x">Hopper</label>' +
      '<label class="x">Hopper</label><a id="1st" href="/Hopper" onclick="return false">Hopper</a>'
    for (const element of main.querySelectorAll<HTMLElement>('i,input,label:last-of-type,a')) element.click()
    sdk.captureException(new Error('last'))
  })
  const exception = await onlyException(page)
  const clicks = breadcrumbsOf(exception).filter((text) => text.startsWith('click'))
  const selectors = clicks.map((text) => text.replace('click: ', ''))
  expect(selectors).toEqual([
    'div[role=tab].md\\:w-1\\/2.a.b.c',
    'input[type=checkbox]',
    'label.x (2 of 2)',
    'a#\\31 st',
  ])
  const namesOf = (selectors: string[]) =>
    selectors.map((selector) => document.querySelector(selector.replace(/ \(.*/, ''))?.localName)
  expect(await page.run(namesOf, selectors)).toEqual(['div', 'input', 'label', 'a'])
  expect(JSON.stringify(exception)).not.toContain('Hopper')
})

test('a TypeError of another realm keeps its type', async () => {
  const page = await openPage({ path: 'mounted' })
  const digest = await page.run(() => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const { TypeError } = frame.contentWindow as Window & typeof globalThis
    return sdk.captureException(new TypeError('from elsewhere'))
  })
  expect(await onlyException(page)).toMatchObject({
    'errata.digest': digest,
    'exception.type': 'TypeError',
    'exception.message': 'from elsewhere',
  })
})
