// What reaches the window beside plain errors: modules, other realms, workers, several errors at once.

import { expect, test } from 'vitest'
import { words } from './testing/browser.ts'
import { onlyException, openPage, type Received } from './testing/page.ts'

async function breakIn(code: string): Promise<Received> {
  const page = await openPage({ path: 'mounted' })
  await page.run(`${code}; return undefined`).catch(() => {})
  return onlyException(page)
}

const moduleOf = (code: string) =>
  `document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent: ${JSON.stringify(code)} }))`
const workerOf = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`
const frame = "const { contentWindow: foreign } = document.body.appendChild(document.createElement('iframe'))"

test.for([
  [
    'a throw in a module',
    moduleOf("throw new RangeError('in a module')"),
    'window.error',
    'RangeError',
    'in a module',
  ],
  [
    'a module whose part is missing',
    moduleOf("import '/gone/part.js'"),
    'resource',
    'ResourceError',
    'inline module',
  ],
  [
    'a module that is no script',
    "document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '/answer/200' }))",
    'resource',
    'ResourceError',
    'script failed to load: ',
  ],
  [
    'a missing chunk that is dealt with too late',
    "const part = import('/gone/late.js'); addEventListener('unhandledrejection', () => part.catch(() => {}), { once: true })",
    'chunk',
    'TypeError',
    words.missingChunk,
  ],
  [
    'an error of another realm',
    `${frame}; setTimeout(() => { throw new foreign.TypeError('afar') })`,
    'window.error',
    'TypeError',
    'afar',
  ],
  [
    'a rejection of another realm',
    `${frame}; Promise.reject(new foreign.RangeError('afar'))`,
    'unhandledrejection',
    'RangeError',
    'afar',
  ],
  [
    'a DOMException by its name',
    "setTimeout(() => document.createElement('input').attachShadow({ mode: 'open' }))",
    'window.error',
    'NotSupportedError',
    words.noShadow,
  ],
  [
    'a rejected DOMException',
    "Promise.reject(new DOMException('no room', 'QuotaExceededError'))",
    'unhandledrejection',
    'QuotaExceededError',
    'no room',
  ],
  [
    'a script of another origin, with the reason why it is empty',
    "dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))",
    'window.error',
    'Error',
    'crossorigin',
  ],
  [
    'an error of a worker that is handed on',
    `const worker = ${workerOf("throw new RangeError('far below')")}; worker.onerror = (event) => { event.preventDefault(); stage.captureException(event, { handled: false }) }`,
    'manual',
    'RangeError',
    'far below',
  ],
  [
    'an error that a worker sends',
    `const worker = ${workerOf("postMessage(new TypeError('sent up', { cause: 'below' }))")}; worker.onmessage = (event) => reportError(event.data)`,
    'window.error',
    'TypeError',
    'sent up',
  ],
] as const)('%s is one record', async ([, code, mechanism, type, message]) => {
  const exception = await breakIn(code)
  expect(exception).toMatchObject({
    'errata.mechanism': mechanism,
    'exception.type': type,
    severityNumber: 17,
  })
  expect(exception['exception.message']).toContain(message)
  expect(exception['errata.digest']).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
})

test('several errors at once are one record that names each of them', async () => {
  const exception = await breakIn(
    "Promise.any([Promise.reject(new RangeError('first')), Promise.reject(new DOMException('second', 'DataError'))])",
  )
  expect(exception).toMatchObject({
    'errata.mechanism': 'unhandledrejection',
    'exception.type': 'AggregateError',
    severityNumber: 17,
  })
  const causes = JSON.parse(String(exception['errata.cause'])) as { type: string; message: string }[]
  expect(causes.map(({ type, message }) => `${type}: ${message}`)).toEqual([
    'RangeError: first',
    'DataError: second',
  ])
})

test("a worker's error says where in the worker it was", async () => {
  const exception = await breakIn(
    `const worker = ${workerOf("\n\nthrow new RangeError('far below')")}; worker.onerror = (event) => { event.preventDefault(); stage.captureException(event) }`,
  )
  expect(exception['exception.stacktrace']).toMatch(/at blob:.*:3:\d+/)
})
