// Every error of React 19 is one record, whatever React does, with and without boundary and handlers. Only
// Chromium: React catches the same in all engines; `fallback.browser.test.ts` shows an error of each kind.

import { expect, test } from 'vitest'
import { messages } from '../testing/browser.ts'
import { breakIn, type Breakage } from '../testing/broken-component.ts'

const breakages: [name: string, make: Breakage][] = [
  ['rendering', (error) => () => sdk.fail(error)],
  [
    'an effect',
    (error) => () => {
      sdk.useEffect(() => sdk.fail(error), [])
      return 'shop'
    },
  ],
  ['a ref', (error) => () => sdk.createElement('i', { ref: (element) => element && sdk.fail(error) })],
  [
    'a cleanup',
    (error) => {
      const WithCleanup = () => {
        sdk.useEffect(() => () => sdk.fail(error), [])
        return 'shop'
      }
      return () => {
        const [removed, setRemoved] = sdk.useState(false)
        const onClick = () => setRemoved(true)
        return sdk.createElement('button', { onClick }, removed ? 'removed' : sdk.createElement(WithCleanup))
      }
    },
  ],
  [
    'a transition',
    (error) => () => {
      const [, start] = sdk.useTransition()
      return sdk.button(() => start(() => sdk.fail(error)))
    },
  ],
  [
    'an asynchronous transition',
    (error) => () => {
      const [, start] = sdk.useTransition()
      return sdk.button(() => start(() => sdk.failLater(error)))
    },
  ],
  [
    'an action state',
    (error) => () => {
      const [, act] = sdk.useActionState(() => sdk.failLater(error), null)
      return sdk.button(() => sdk.startTransition(act))
    },
  ],
  [
    'a form action',
    (error) => () => {
      const action = () => sdk.failLater(error)
      return sdk.createElement('form', { action }, sdk.createElement('button', null, 'start'))
    },
  ],
  [
    'a rejected promise of use()',
    (error) => {
      let promise: Promise<string> | undefined
      const Used = () => sdk.use((promise ??= Promise.reject(error)))
      return () => sdk.createElement(sdk.Suspense, { fallback: 'wait' }, sdk.createElement(Used))
    },
  ],
  [
    'a lazy component that cannot be loaded',
    (error) => {
      const Lazy = sdk.lazy(() => Promise.reject(error))
      return () => sdk.createElement(sdk.Suspense, { fallback: 'wait' }, sdk.createElement(Lazy))
    },
  ],
]
/** Those that React 19 reports also to a root without handlers. */
const synchronous = breakages.slice(0, 5)

const expected = { 'exception.type': 'TypeError', 'exception.message': 'no such book' }
const digest = /^[0-9A-HJKMNP-TV-Z]{8}$/

const settings = [
  { where: 'that nothing catches', mechanism: 'react.uncaught', severityNumber: 21 },
  { where: 'inside a boundary', boundary: true, mechanism: 'react.caught', severityNumber: 17 },
]
const cases = breakages.flatMap(([name, make]) => settings.map((setting) => ({ name, make, ...setting })))

test.for(cases)(
  '$name $where is one record',
  async ({ make, boundary = false, mechanism, severityNumber }) => {
    const exception = await breakIn(make, { boundary })
    expect(exception).toMatchObject({ ...expected, 'errata.mechanism': mechanism, severityNumber })
    expect(exception['exception.stacktrace']).toMatch(messages.stack)
    expect(exception['errata.digest']).toMatch(digest)
  },
)

const plainRoots = synchronous.flatMap(([name, make]) => [
  { name, make, boundary: false, where: 'reaches the window', mechanism: 'window.error' },
  { name, make, boundary: true, where: 'is reported by the boundary', mechanism: 'react.caught' },
])

test.for(plainRoots)('$name $where of a root without handlers', async ({ make, boundary, mechanism }) => {
  const exception = await breakIn(make, { boundary, rootHandlers: false })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': mechanism, severityNumber: 17 })
})

test.for<[name: string, make: Breakage, mechanism: string]>([
  ['an event handler', (error) => () => sdk.button(() => sdk.fail(error)), 'window.error'],
  [
    'a timer of an effect',
    (error) => () => {
      sdk.useEffect(() => sdk.failInTask(error), [])
      return 'shop'
    },
    'window.error',
  ],
  [
    'an asynchronous event handler',
    (error) => () => sdk.button(() => sdk.failLater(error)),
    'unhandledrejection',
  ],
  [
    'an asynchronous function of an effect',
    (error) => () => {
      sdk.useEffect(() => void sdk.failLater(error), [])
      return 'shop'
    },
    'unhandledrejection',
  ],
  [
    'a transition outside of a component',
    (error) => () => sdk.button(() => sdk.startTransition(() => sdk.fail(error))),
    'window.error',
  ],
  [
    'an asynchronous transition outside of a component',
    (error) => () => sdk.button(() => sdk.startTransition(() => sdk.failLater(error))),
    'window.error',
  ],
])('%s reaches the window although there is a boundary', async ([, make, mechanism]) => {
  const exception = await breakIn(make, { boundary: true })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': mechanism, severityNumber: 17 })
})
