// What reaches the window beside plain errors: modules, other realms, workers, several errors at once.

import { expect, test } from 'vitest'
import { messages } from '../testing/browser.ts'
import { causesOf, onlyException, openPage, type Received } from '../testing/page.ts'

async function exceptionOf(code: () => unknown): Promise<Received> {
  const page = await openPage({ path: 'mounted' })
  await page.run((code) => void code(), code)
  return onlyException(page)
}

type WindowCase = [name: string, code: () => unknown, mechanism: string, type: string, message: string]

test.for<WindowCase>([
  [
    'a throw in a module',
    () => sdk.add('script', { type: 'module', textContent: "throw new RangeError('in a module')" }),
    'window.error',
    'RangeError',
    'in a module',
  ],
  [
    'a module with a missing import',
    () => sdk.add('script', { type: 'module', textContent: "import '/gone/part.js'" }),
    'resource',
    'ResourceError',
    'inline module',
  ],
  [
    'a module that is not a script',
    () => sdk.add('script', { type: 'module', src: '/answer/200' }),
    'resource',
    'ResourceError',
    'script failed to load: ',
  ],
  [
    'a missing chunk whose error is handled too late',
    () => {
      const chunk = sdk.importModule('/gone/late.js')
      addEventListener('unhandledrejection', () => void chunk.catch(() => {}), { once: true })
    },
    'chunk',
    'TypeError',
    messages.missingChunk,
  ],
  [
    'an error of another realm',
    () => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const { TypeError } = frame.contentWindow as Window & typeof globalThis
      sdk.failInTask(new TypeError('elsewhere'))
    },
    'window.error',
    'TypeError',
    'elsewhere',
  ],
  [
    'a rejection of another realm',
    () => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const { RangeError } = frame.contentWindow as Window & typeof globalThis
      void Promise.reject(new RangeError('elsewhere'))
    },
    'unhandledrejection',
    'RangeError',
    'elsewhere',
  ],
  [
    'a DOMException by its name',
    () => setTimeout(() => document.createElement('input').attachShadow({ mode: 'open' })),
    'window.error',
    'NotSupportedError',
    messages.noShadow,
  ],
  [
    'a rejected DOMException',
    () => Promise.reject(new DOMException('the quota is exceeded', 'QuotaExceededError')),
    'unhandledrejection',
    'QuotaExceededError',
    'the quota is exceeded',
  ],
  [
    'a script of another origin, with the reason why the browser hides it',
    () => dispatchEvent(new ErrorEvent('error', { message: 'Script error.' })),
    'window.error',
    'Error',
    'crossorigin',
  ],
  [
    'an error in a React root without handlers',
    () => {
      const container = document.body.appendChild(document.createElement('section'))
      const Broken = () => sdk.fail(new TypeError('no such book'))
      sdk.createRoot(container).render(sdk.createElement(Broken))
    },
    'window.error',
    'TypeError',
    'no such book',
  ],
  [
    'an error of a worker that the application reports',
    () => {
      const code = new Blob(["throw new RangeError('in a worker')"])
      const worker = new Worker(URL.createObjectURL(code))
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        sdk.captureException(event, { handled: false })
      })
    },
    'manual',
    'RangeError',
    'in a worker',
  ],
  [
    'an error that a worker sends as a message',
    () => {
      const code = new Blob(["postMessage(new TypeError('sent', { cause: 'inner' }))"])
      const worker = new Worker(URL.createObjectURL(code))
      worker.addEventListener('message', (event) => reportError(event.data))
    },
    'window.error',
    'TypeError',
    'sent',
  ],
])('%s is one record', async ([, code, mechanism, type, message]) => {
  const exception = await exceptionOf(code)
  expect(exception).toMatchObject({
    'errata.mechanism': mechanism,
    'exception.type': type,
    severityNumber: 17,
  })
  expect(exception['exception.message']).toContain(message)
  expect(exception['errata.digest']).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
})

test('several errors at once are one record that names each of them', async () => {
  const exception = await exceptionOf(
    () =>
      void Promise.any([
        Promise.reject(new RangeError('first')),
        Promise.reject(new DOMException('second', 'DataError')),
      ]),
  )
  expect(exception).toMatchObject({
    'errata.mechanism': 'unhandledrejection',
    'exception.type': 'AggregateError',
    severityNumber: 17,
  })
  expect(causesOf(exception).map(({ type, message }) => `${type}: ${message}`)).toEqual([
    'RangeError: first',
    'DataError: second',
  ])
})

test('the stack of a worker error is its position in the worker', async () => {
  const exception = await exceptionOf(() => {
    const code = new Blob(["\n\nthrow new RangeError('in a worker')"])
    const worker = new Worker(URL.createObjectURL(code))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      sdk.captureException(event)
    })
  })
  expect(exception['exception.stacktrace']).toMatch(/at blob:.*:3:\d+/)
})
