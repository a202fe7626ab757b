// Every error of React 19 is one record, whatever React does with it: with and without boundary and root handlers.

import type { FunctionComponent } from 'react'
import { expect, test } from 'vitest'
import { messages } from './testing/browser.ts'
import { onlyException, openPage, type Received } from './testing/page.ts'

/** Runs in a page: makes a component that throws `error`. Where that needs a click, it has a button. */
type Breakage = (error: Error) => FunctionComponent

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

type BreakOptions = { boundary?: boolean; rootHandlers?: boolean }

/** Renders the component in a page whose application is mounted, clicks its button, and waits for the record. */
async function breakIn(
  make: Breakage,
  { boundary = false, rootHandlers = true }: BreakOptions = {},
): Promise<Received> {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    async (make, boundary, rootHandlers) => {
      const broken = sdk.createElement(make(new TypeError('no such book')))
      const container = document.body.appendChild(document.createElement('section'))
      const root = sdk.createRoot(container, rootHandlers ? sdk.rootOptions() : undefined)
      const content = boundary ? sdk.createElement(sdk.ErrorBoundary, null, broken) : broken
      root.render(sdk.createElement('div', null, content))
      // An uncaught error leaves the container empty, and the screen beside it.
      const isRendered = () => container.firstChild ?? document.querySelector('[role=alert]')
      for (let tries = 0; tries < 200 && !isRendered(); tries++) await sdk.wait(10)
      await sdk.wait(10)
      container.querySelector<HTMLButtonElement>('button:not([role=alert] *)')?.click()
    },
    make,
    boundary,
    rootHandlers,
  )
  return onlyException(page)
}

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

test('an error that React recovers from by rendering again is one warning, with the error itself', async () => {
  const exception = await breakIn((error) => {
    let broken = true
    return () => {
      if (broken) {
        broken = false
        throw error
      }
      return 'shop'
    }
  })
  expect(exception).toMatchObject({
    ...expected,
    'errata.mechanism': 'react.recoverable',
    severityNumber: 13,
  })
})

test.for<[name: string, make: Breakage, type: string, message: string]>([
  ['hydrating to another text', () => () => 'client', 'Error', 'ydrat'],
  [
    'throwing while hydrating',
    (error) => {
      let broken = true
      return () => {
        if (broken) {
          broken = false
          throw error
        }
        return 'server'
      }
    },
    'TypeError',
    'no such book',
  ],
])('%s is one warning', async ([, make, type, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run((make) => {
    const container = document.body.appendChild(document.createElement('section'))
    container.innerHTML = '<p>server</p>'
    const component = sdk.createElement(make(new TypeError('no such book')))
    sdk.hydrateRoot(container, sdk.createElement('p', null, component), sdk.rootOptions())
  }, make)
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.type': type,
    'errata.mechanism': 'react.recoverable',
    severityNumber: 13,
  })
  expect(exception['exception.message']).toContain(message)
})

test("where a boundary's own fallback throws, the outer boundary reports that", async () => {
  const exception = await breakIn(
    (error) => {
      const Broken = () => {
        throw new Error('first')
      }
      const fallback = () => {
        throw error
      }
      return () => sdk.createElement(sdk.ErrorBoundary, { fallback }, sdk.createElement(Broken))
    },
    { boundary: true },
  )
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
})

test.for([
  ['a string', 'string', 'a string'],
  [null, 'null', 'null'],
  [undefined, 'undefined', 'undefined'],
  [{ code: 7 }, 'Object', '{"code":7}'],
] as const)('%s thrown while rendering is one record', async ([thrown, type, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run((thrown) => {
    const container = document.body.appendChild(document.createElement('section'))
    const Broken = () => {
      throw thrown
    }
    sdk
      .createRoot(container, sdk.rootOptions())
      .render(sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Broken)))
  }, thrown)
  expect(await onlyException(page)).toMatchObject({
    'exception.type': type,
    'exception.message': message,
    'errata.mechanism': 'react.caught',
    severityNumber: 17,
  })
})
