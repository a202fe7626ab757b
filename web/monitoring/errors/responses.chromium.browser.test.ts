// Responses that are thrown or printed instead of errors, and errors that jQuery keeps to itself. Only
// Chromium: nothing here depends on the engine.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

/** What Angular's `HttpClient` rejects with: not an Error. */
function angularError(status: number, path: string) {
  const url = new URL(path, location.origin).href
  const statusText = status === 200 ? 'OK' : 'Internal Server Error'
  const message = `Http failure response for ${url}: ${status} ${statusText}`
  return { name: 'HttpErrorResponse', ok: false, status, statusText, url, message }
}

test('a rejected response is named by its status and path, without query', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => void Promise.reject(await fetch('/answer/502?secret=4711')))
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.type': 'Response',
    'exception.message': '502 Bad Gateway, /answer/502',
    'errata.mechanism': 'unhandledrejection',
    severityNumber: 17,
  })
  expect(JSON.stringify(exception)).not.toContain('4711')
})

test.for([
  [500, '500 Internal Server Error, /api/orders'],
  [200, '200 OK, /api/orders, cannot be read'],
] as const)('a response of Angular that is printed, status %d, is a record', async ([status, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    async (angularError, status) => {
      console.error('ERROR', angularError(status, '/api/orders?secret=4711'))
      await sdk.wait(100)
    },
    angularError,
    status,
  )
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.type': 'HttpErrorResponse',
    'exception.message': message,
    'errata.mechanism': 'console',
    severityNumber: 13,
  })
  expect(JSON.stringify(exception)).not.toContain('4711')
})

test('successful responses and other objects that are printed are not reported', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    console.error('printed', await fetch('/answer/200'), { url: '/x', status: 500 }, { ok: true })
    await sdk.wait(100)
    await sdk.flush()
  })
  expect(await page.exceptions()).toEqual([])
})

test('a mistake in a callback of a Deferred is a record, and jQuery still prints it', async () => {
  const page = await openPage({ path: 'mounted' })
  const printed = await page.run(async () => {
    const printed: string[] = []
    const exceptionHook = (error: Error) => void printed.push(error.message)
    Object.assign(globalThis, { jQuery: { Deferred: { exceptionHook } } })
    await sdk.flush()
    dispatchEvent(new Event('load'))
    const { Deferred } = (globalThis as unknown as { jQuery: { Deferred: { exceptionHook: unknown } } })
      .jQuery
    // jQuery calls it with everything that a callback throws.
    const call = (error: Error) => (Deferred.exceptionHook as typeof exceptionHook)(error)
    call(new TypeError('no such row'))
    call(new Error('thrown for a catch'))
    await sdk.flush()
    await sdk.shutdown()
    return { printed, isRestored: Deferred.exceptionHook === exceptionHook }
  })
  expect(printed).toEqual({ printed: ['no such row', 'thrown for a catch'], isRestored: true })
  expect(await page.messages()).toEqual(['no such row'])
})
