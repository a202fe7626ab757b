// Every error of React 19 is one record, whatever React does, with and without boundary and handlers.

import { expect, test } from 'vitest'
import { messages } from '../testing/browser.ts'
import { breakIn, type Breakage } from '../testing/broken-component.ts'

const breakages: [name: string, make: Breakage][] = [
  [
    'rendering',
    (error) => () => {
      throw error
    },
  ],
  [
    'an effect',
    (error) => () => {
      sdk.useEffect(() => {
        throw error
      }, [])
      return 'shop'
    },
  ],
  [
    'a ref',
    (error) => () =>
      sdk.createElement('i', {
        ref(element: Element | null) {
          if (element) throw error
        },
      }),
  ],
  [
    'a cleanup',
    (error) => {
      const WithCleanup = () => {
        sdk.useEffect(
          () => () => {
            throw error
          },
          [],
        )
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
      const onClick = () =>
        start(() => {
          throw error
        })
      return sdk.createElement('button', { onClick }, 'start')
    },
  ],
  [
    'an asynchronous transition',
    (error) => () => {
      const [, start] = sdk.useTransition()
      const onClick = () =>
        start(async () => {
          await sdk.wait(20)
          throw error
        })
      return sdk.createElement('button', { onClick }, 'start')
    },
  ],
  [
    'an action state',
    (error) => () => {
      const [, act] = sdk.useActionState(async () => {
        await sdk.wait(20)
        throw error
      }, null)
      return sdk.createElement('button', { onClick: () => sdk.startTransition(act) }, 'start')
    },
  ],
  [
    'a form action',
    (error) => () => {
      const action = async () => {
        await sdk.wait(20)
        throw error
      }
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

test.for(breakages)('%s that nothing catches is one fatal record', async ([, make]) => {
  const exception = await breakIn(make)
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.uncaught', severityNumber: 21 })
  expect(exception['exception.stacktrace']).toMatch(messages.stack)
  expect(exception['errata.digest']).toMatch(digest)
})

test.for(breakages)('%s inside a boundary is one record', async ([, make]) => {
  const exception = await breakIn(make, { boundary: true })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
  expect(exception['exception.stacktrace']).toMatch(messages.stack)
  expect(exception['errata.digest']).toMatch(digest)
})

test.for(synchronous)('%s reaches the window of a root without handlers', async ([, make]) => {
  const exception = await breakIn(make, { rootHandlers: false })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'window.error', severityNumber: 17 })
})

test.for(synchronous)('%s is reported by the boundary of a root without handlers', async ([, make]) => {
  const exception = await breakIn(make, { boundary: true, rootHandlers: false })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
})

test.for<[name: string, make: Breakage, mechanism: string]>([
  [
    'an event handler',
    (error) => {
      const onClick = () => {
        throw error
      }
      return () => sdk.createElement('button', { onClick }, 'start')
    },
    'window.error',
  ],
  [
    'a timer of an effect',
    (error) => () => {
      sdk.useEffect(() => {
        setTimeout(() => {
          throw error
        })
      }, [])
      return 'shop'
    },
    'window.error',
  ],
  [
    'an asynchronous event handler',
    (error) => {
      const onClick = async () => {
        await sdk.wait(20)
        throw error
      }
      return () => sdk.createElement('button', { onClick: () => void onClick() }, 'start')
    },
    'unhandledrejection',
  ],
  [
    'an asynchronous function of an effect',
    (error) => {
      const load = async () => {
        await sdk.wait(20)
        throw error
      }
      return () => {
        sdk.useEffect(() => void load(), [])
        return 'shop'
      }
    },
    'unhandledrejection',
  ],
  [
    'a transition outside of a component',
    (error) => {
      const onClick = () =>
        sdk.startTransition(() => {
          throw error
        })
      return () => sdk.createElement('button', { onClick }, 'start')
    },
    'window.error',
  ],
])('%s reaches the window although there is a boundary', async ([, make, mechanism]) => {
  const exception = await breakIn(make, { boundary: true })
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': mechanism, severityNumber: 17 })
})

test('an asynchronous transition outside a component reaches the window too', async () => {
  const exception = await breakIn(
    (error) => {
      const onClick = () =>
        sdk.startTransition(async () => {
          await sdk.wait(20)
          throw error
        })
      return () => sdk.createElement('button', { onClick }, 'start')
    },
    { boundary: true },
  )
  expect(exception).toMatchObject({ 'errata.mechanism': 'window.error', severityNumber: 17 })
  const title = `${String(exception['exception.type'])}: ${String(exception['exception.message'])}`
  // React passes `reportError` to the promise.
  expect(title).toMatch(messages.reportedError)
})
