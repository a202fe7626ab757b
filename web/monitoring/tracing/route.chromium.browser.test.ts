// The option `route`, and the route without it. Only Chromium: paths are strings, the same in all engines.

import { expect, test } from 'vitest'
import type { Options } from '../options.ts'
import { onlyException, openPage } from '../testing/page.ts'

test.for<[name: string, init: () => Partial<Options>, route: string]>([
  ['the pattern of the option `route`', () => ({ route: () => '/books/$isbn' }), '/books/$isbn'],
  ['the path without ids, without the option', () => ({}), '/pages/books/{id}'],
  [
    'the path without ids, where the option throws',
    () => ({
      route: () => {
        throw new Error('no match')
      },
    }),
    '/pages/books/{id}',
  ],
])('http.route is %s', async ([, init, route]) => {
  const page = await openPage({ path: 'mounted', init })
  await page.run(() => {
    history.pushState(null, '', '/pages/books/9780141439600')
    sdk.captureException(new Error('no such book'))
  })
  expect(await onlyException(page)).toMatchObject({ 'http.route': route })
})
