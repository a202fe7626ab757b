import { expect, test } from 'vitest'
import { openPage, tracing, type Page } from './testing/page.ts'

async function open(router: 'react-router' | 'tanstack', basename = ''): Promise<Page> {
  const page = await openPage({ path: 'routers' })
  const options = `{ service: 'stage', url: '/receiver/ok/${page.name}', tracesSampleRate: 1 }`
  await page.run(`start('${router}', ${options}, '${basename}')`)
  await expect.poll(() => page.run('return root.textContent')).not.toBe('')
  return page
}

/** Goes there and says which route is shown. */
const routeAt = (page: Page, path: string) => page.run(`await stage.go('${path}'); return stage.route()`)

test.for([
  ['/orders', '/orders'],
  ['/orders/4711', '/orders/:id'],
  ['/orders/4711?by=date#top', '/orders/:id'],
  ['/orders/4711/lines/2', '/orders/:id/lines/:line'],
  ['/files/a/b/c.txt', '/files/*'],
  ['/nothing/4711', undefined],
] as const)('React Router at %s', async ([path, route]) => {
  expect(await routeAt(await open('react-router'), path)).toBe(route)
})

test.for([
  ['/orders', '/orders'],
  ['/orders/4711', '/orders/$id'],
  ['/orders/4711?by=date#top', '/orders/$id'],
  ['/files/a/b/c.txt', '/files/$'],
  ['/nothing/4711', undefined],
] as const)('TanStack Router at %s', async ([path, route]) => {
  expect(await routeAt(await open('tanstack'), path)).toBe(route)
})

test('React Router below a path of its own', async () => {
  const page = await openPage({ path: 'routers' })
  await page.run(`
    history.replaceState(null, '', '/shop/orders/4711')
    start('react-router', { service: 'stage', url: '/receiver/ok/${page.name}' }, '/shop')`)
  await expect.poll(() => page.run('return stage.route()')).toBe('/shop/orders/:id')
})

test.for([
  ['react-router', '/orders/:id'],
  ['tanstack', '/orders/$id'],
] as const)(
  'records and spans of an application with %s say the pattern, never the path',
  async ([router, pattern]) => {
    const page = await open(router)
    await tracing(page)
    await page.run(`
    await stage.go('/orders/4711')
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
    stage.captureException(new Error('in an order'))
    await stage.flush()`)
    await page.leave()
    await expect
      .poll(async () => (await page.spans()).map(({ name }) => name), { timeout: 8000 })
      .toContain(`navigation ${pattern}`)
    expect((await page.exceptions()).map((exception) => exception['http.route'])).toEqual([pattern])
  },
)

test.for([
  ['react-router', ['/orders', '/orders/slow/:id']],
  ['tanstack', [undefined, '/orders/slow/$id']],
] as const)('%s, asked while the next place is loaded, names no wrong one', async ([router, routes]) => {
  const page = await open(router)
  expect(await routeAt(page, '/orders')).toBe('/orders')
  await page.run("globalThis.going = stage.go('/orders/slow/7'); return undefined")
  await expect.poll(() => page.run("return stage.gates.has('slow')")).toBe(true)
  const before = await page.run('return stage.route()')
  await page.run("stage.open('slow'); await going")
  expect([before, await page.run('return stage.route()')]).toEqual(routes)
})

test('with <BrowserRouter>, which has no router to ask, patterns are matched by hand', async () => {
  const page = await open('react-router')
  await routeAt(page, '/orders/4711')
  const line = "['/orders', '/orders/:id'].find((pattern) => stage.matchPath(pattern, location.pathname))"
  expect(await page.run(`return ${line}`)).toBe('/orders/:id')
})
