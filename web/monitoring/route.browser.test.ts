import { expect, test } from 'vitest'
import { onlyException, openPage } from './testing/page.ts'

test.for([
  ['its pattern, as the router says', "{ route: () => '/books/$isbn' }", '/books/$isbn'],
  ['its path without ids, where no router says', '{}', '/stage/books/{id}'],
  [
    'its path, where the router fails',
    "{ route: () => { throw new Error('no match') } }",
    '/stage/books/{id}',
  ],
] as const)('a record names the route by %s', async ([, init, route]) => {
  const page = await openPage({ path: 'mounted', init })
  await page.run(
    "history.pushState(null, '', '/stage/books/9780141439600'); stage.captureException(new Error('no such book'))",
  )
  expect(await onlyException(page)).toMatchObject({ 'http.route': route })
})
