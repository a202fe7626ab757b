import { expect, test } from 'vitest'
import { words } from './testing/browser.ts'
import { onlyException, openPage } from './testing/page.ts'

const digest = /^[0-9A-HJKMNP-TV-Z]{8}$/

// Everything a window hears of, as code that breaks in a page where the application is mounted.
test.for([
  [
    'a throw in a timer',
    "setTimeout(() => { throw new TypeError('late') })",
    'window.error',
    'TypeError',
    'late',
  ],
  [
    'a throw in a click handler',
    "const button = document.body.appendChild(document.createElement('button')); button.onclick = () => { throw new RangeError('pressed') }; button.click()",
    'window.error',
    'RangeError',
    'pressed',
  ],
  ['reportError', "reportError(new Error('handed on'))", 'window.error', 'Error', 'handed on'],
  [
    'a syntax error',
    "document.head.append(Object.assign(document.createElement('script'), { textContent: 'let 1' }))",
    'window.error',
    'SyntaxError',
    words.syntaxError,
  ],
  ['a thrown string', "setTimeout(() => { throw 'just words' })", 'window.error', 'string', 'just words'],
  ['a thrown null', 'setTimeout(() => { throw null })', 'window.error', 'Error', /^null$/],
  [
    'a rejected promise',
    "Promise.reject(new RangeError('nobody awaits'))",
    'unhandledrejection',
    'RangeError',
    'nobody awaits',
  ],
  ['a rejection with a string', "Promise.reject('words')", 'unhandledrejection', 'string', 'words'],
  ['a rejection with nothing', 'Promise.reject()', 'unhandledrejection', 'undefined', 'undefined'],
  ['a rejection with an object', 'Promise.reject({ code: 7 })', 'unhandledrejection', 'Object', '{"code":7}'],
  [
    'an aborted request',
    "fetch('/answer/200', { signal: AbortSignal.abort() })",
    'unhandledrejection',
    'AbortError',
    words.aborted,
  ],
  ['a missing chunk', "import('/gone/chunk.js')", 'chunk', 'TypeError', words.missingChunk],
  [
    'a missing script',
    "document.head.append(Object.assign(document.createElement('script'), { src: '/answer/404?script' }))",
    'resource',
    'ResourceError',
    'script failed to load: ',
  ],
  [
    'a missing style',
    "document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/answer/404' }))",
    'resource',
    'ResourceError',
    'link failed to load: ',
  ],
] as const)('%s is one record', async ([, code, mechanism, type, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run(`${code}; return undefined`).catch(() => {})
  const exception = await onlyException(page)
  expect(exception['errata.mechanism']).toBe(mechanism)
  expect(exception['exception.type']).toBe(type)
  expect(exception['exception.message']).toMatch(message)
  expect(exception['errata.digest']).toMatch(digest)
  expect(exception.severityNumber).toBe(17)
  expect(exception.traceId).toMatch(/^[\da-f]{32}$/)
  expect(exception.spanId).toMatch(/^[\da-f]{16}$/)
  expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  expect(exception['url.full']).toBe(`${location.origin}/stage/mounted`)
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test.for([
  ['a picture that is missing', "document.body.append(Object.assign(new Image(), { src: '/answer/404' }))"],
  [
    'the noise of ResizeObserver',
    "dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))",
  ],
  ['what the application ignores', "setTimeout(() => { throw new Error('third-party widget') })"],
] as const)('%s is no record', async ([, code]) => {
  const page = await openPage({ path: 'mounted', init: "{ ignoreErrors: ['widget'] }" })
  await page.run(code)
  await page.run("setTimeout(() => { throw new Error('the one that counts') }, 300)")
  expect((await onlyException(page))['exception.message']).toBe('the one that counts')
})

test('a handled error is reported with its causes and its own attributes, and its digest is returned', async () => {
  const page = await openPage({ path: 'mounted' })
  const returned = await page.run(`
    const refused = Object.assign(new TypeError('no such book'), { code: 7 })
    const error = new Error('not paid', { cause: new AggregateError([refused, new RangeError('too much')], 'two reasons', { cause: 'bank' }) })
    error.digest = '3141592653'
    const digest = stage.captureException(error, { attributes: { 'order.id': 'A-1', retries: 2, paid: false } })
    return [digest, stage.digestOf(error), stage.captureException(error)]`)
  const exception = await onlyException(page)
  expect(returned).toEqual(Array(3).fill(exception['errata.digest']))
  expect(exception).toMatchObject({
    severityNumber: 13,
    'errata.mechanism': 'manual',
    'errata.given_digest': '3141592653',
    'order.id': 'A-1',
    retries: 2,
    paid: false,
  })
  const causes = JSON.parse(String(exception['errata.cause'])) as {
    type: string
    message: string
    stacktrace: string
  }[]
  expect(causes.map(({ type, message }) => `${type}: ${message}`)).toEqual([
    'AggregateError: two reasons',
    'string: bank',
    'TypeError: no such book',
    'RangeError: too much',
  ])
  expect(causes[2]?.stacktrace).toMatch(words.stack)
})

test('what led to an error goes with it: clicks as selectors, requests, own words; never a text or a value', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(`
    document.querySelector('main').innerHTML = '<button id="buy" class="primary"><b>Buy for Ada Lovelace</b></button>'
    document.querySelector('b').click()
    await stage.flush()
    await fetch('/answer/204?card=4711')
    stage.addBreadcrumb({ kind: 'cart', text: 'added 9780' })
    stage.setUser({ id: 'u-7' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    document.querySelector('b').click()
    stage.captureException(new Error('last'))`)
  const exception = await onlyException(page)
  const crumbs = (
    JSON.parse(String(exception['errata.breadcrumbs'])) as { kind: string; text: string }[]
  ).map(({ kind, text }) => `${kind}: ${text}`)
  expect(crumbs).toEqual(
    expect.arrayContaining(['fetch: GET /answer/204 → 204', 'cart: added 9780', 'click: button#buy.primary']),
  )
  expect(JSON.stringify(exception)).not.toMatch(/Lovelace|4711/)
  expect(exception['user.id']).toBe('u-7')
})

test('what was thrown to harm the monitor is reported, and the page lives on', async () => {
  const page = await openPage({ path: 'mounted' })
  const outcome = await page.run(`
    const hostile = {
      getters: { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 }, get cause() { throw 4 } },
      cyclic: (() => { const a = new Error('a'), b = new Error('b', { cause: a }); a.cause = b; return a })(),
      frozen: Object.freeze(new Error('frozen')),
      nothing: Object.create(null),
      nul: null,
      none: undefined,
      symbol: Symbol('s'),
      big: 10n,
      fun: () => {},
      revoked: (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })(),
      huge: new Error('x'.repeat(10_000_000)),
      surrogate: new Error('\\ud800'),
      text: { toString() { throw 5 }, toJSON() { throw 6 } },
      odd: { name: 7, message: {}, stack: [] },
    }
    const frame = document.body.appendChild(document.createElement('iframe'))
    hostile.foreign = new frame.contentWindow.TypeError('from elsewhere')
    return Object.values(hostile).map((thrown) => stage.captureException(thrown))`)
  expect(new Set(outcome as string[]).size).toBe(15)
  for (const each of outcome as string[]) expect(each).toMatch(digest)
  await expect.poll(async () => (await page.exceptions()).length).toBe(15)
  const exceptions = await page.exceptions()
  expect(new Set(exceptions.map((exception) => exception['errata.digest']))).toEqual(
    new Set(outcome as string[]),
  )
  expect(exceptions.find((exception) => exception['exception.message'] === 'from elsewhere')).toMatchObject({
    'exception.type': 'TypeError',
  })
  for (const exception of exceptions)
    expect(String(exception['exception.message']).length).toBeLessThanOrEqual(1024)
})
