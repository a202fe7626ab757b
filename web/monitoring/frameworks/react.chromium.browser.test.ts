// Every error of React 19 is one record, whatever React does, with and without boundary and handlers. Only
// Chromium: React catches the same in all engines; `fallback.browser.test.ts` shows an error of each kind.

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
  [
    'an asynchronous transition outside of a component',
    (error) => {
      const onClick = () =>
        sdk.startTransition(async () => {
          await sdk.wait(20)
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
