// With React Router and TanStack Router `http.route` is the pattern of the route. Only Chromium: the pattern
// is read from the state of a router, which is the same in all engines.

import { expect, test } from 'vitest'
import { openPage, type Page } from '../testing/page.ts'
import type { RouterName, RouterPage } from '../testing/routers.tsx'

/** Only in code that runs inside a page: see routers.tsx. */
declare const startApplication: RouterPage['startApplication']
declare const application: RouterPage['application']

async function openApplication(router: RouterName): Promise<Page> {
  const page = await openPage({ path: 'routers' })
  await page.run(
    (router, url) => {
      const options = { service: 'test-app', url, tracesSampleRate: 1 }
      Object.assign(globalThis, { application: startApplication(router, options) })
    },
    router,
    page.url,
  )
  await expect.poll(() => page.document.querySelector('#root')?.textContent).not.toBe('')
  return page
}

/** Navigates and returns the route. */
const routeAt = (page: Page, path: string) =>
  page.run(async (path) => {
    await application.navigate(path)
    return application.route()
  }, path)

test('React Router: the pattern at each path', async () => {
  const page = await openApplication('react-router')
  for (const [path, route] of [
    ['/orders', '/orders'],
    ['/orders/4711', '/orders/:id'],
    ['/orders/4711?by=date#top', '/orders/:id'],
    ['/orders/4711/lines/2', '/orders/:id/lines/:line'],
    ['/files/a/b/c.txt', '/files/*'],
    ['/nothing/4711', undefined],
  ] as const)
    expect(await routeAt(page, path), path).toBe(route)
})

test('TanStack Router: the pattern at each path', async () => {
  const page = await openApplication('tanstack')
  for (const [path, route] of [
    ['/orders', '/orders'],
    ['/orders/4711', '/orders/$id'],
    ['/orders/4711?by=date#top', '/orders/$id'],
    ['/files/a/b/c.txt', '/files/$'],
    ['/nothing/4711', undefined],
  ] as const)
    expect(await routeAt(page, path), path).toBe(route)
})

test('React Router with a base name', async () => {
  const page = await openPage({ path: 'routers' })
  await page.run((url) => {
    history.replaceState(null, '', '/shop/orders/4711')
    const started = startApplication('react-router', { service: 'test-app', url }, '/shop')
    Object.assign(globalThis, { application: started })
  }, page.url)
  await expect.poll(() => page.run(() => application.route())).toBe('/shop/orders/:id')
})

test.for([
  ['react-router', '/orders/:id'],
  ['tanstack', '/orders/$id'],
] as const)(
  'records and spans of an application with %s have the pattern, not the path',
  async ([router, pattern]) => {
    const page = await openApplication(router)
    const isRecording = () => application.trace.getTracer('test').startSpan('probe').isRecording()
    await expect.poll(() => page.run(isRecording)).toBe(true)
    await page.run(async () => {
      await application.navigate('/orders/4711')
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
      application.captureException(new Error('in an order'))
      await application.flush()
    })
    await page.leave()
    await expect
      .poll(async () => (await page.spans()).map(({ name }) => name))
      .toContain(`navigation ${pattern}`)
    expect((await page.exceptions()).map((exception) => exception['http.route'])).toEqual([pattern])
  },
)

test.for([
  ['react-router', ['/orders', '/orders/slow/:id']],
  ['tanstack', [undefined, '/orders/slow/$id']],
] as const)('%s names no wrong route while a route is loading', async ([router, routes]) => {
  const page = await openApplication(router)
  expect(await routeAt(page, '/orders')).toBe('/orders')
  await page.run(() => void application.navigate('/orders/slow/7'))
  await expect.poll(() => page.run(() => application.loaders.has('slow'))).toBe(true)
  const whileLoading = await page.run(() => application.route())
  await page.run(() => application.loaders.get('slow')?.())
  await expect.poll(() => page.run(() => application.route())).toBe(routes[1])
  expect(whileLoading).toBe(routes[0])
})

test('with <BrowserRouter>, which has no router object, the application matches patterns', async () => {
  const page = await openApplication('react-router')
  await routeAt(page, '/orders/4711')
  const match = () =>
    ['/orders', '/orders/:id'].find((pattern) => application.matchPath(pattern, location.pathname))
  expect(await page.run(match)).toBe('/orders/:id')
})
