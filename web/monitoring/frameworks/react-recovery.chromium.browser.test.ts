// Errors that React recovers from, errors of a fallback, and thrown values that are not errors. Only
// Chromium: React passes them to its handlers, and no event of the browser is involved.

import { expect, test } from 'vitest'
import { breakIn, type Breakage } from '../testing/broken-component.ts'
import { onlyException, openPage } from '../testing/page.ts'

const expected = { 'exception.type': 'TypeError', 'exception.message': 'no such book' }

test('an error that a second rendering does not throw is one warning with that error', async () => {
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

test('if the fallback of a boundary throws, the outer boundary reports that', async () => {
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
