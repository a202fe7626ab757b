// Navigations without a page load are spans.

import { expect, test } from 'vitest'
import type { Options } from '../options.ts'
import { breadcrumbsOf, openPage, tracingLoaded, type Page, type Received } from '../testing/page.ts'

/** The spans of a page that is left now, as many as there must be. */
async function spansAfterLeaving(page: Page, count: number): Promise<Received[]> {
  await page.leave()
  await expect.poll(async () => (await page.spans()).length).toBe(count)
  return page.spans()
}

const spansNamed = (spans: Received[], name: string) => spans.filter((span) => span.name === name)

test.for<[name: string, init: () => Partial<Options>]>([
  ['with the Navigation API', () => ({ tracesSampleRate: 1 })],
  [
    'without it',
    () => {
      Object.defineProperty(window, 'navigation', { value: undefined })
      return { tracesSampleRate: 1 }
    },
  ],
])('a change of the path is a span, and the parent of what follows, %s', async ([, init]) => {
  const page = await openPage({ path: 'mounted', init })
  await tracingLoaded(page)
  const traceparent = await page.run(async () => {
    await fetch('/answer/200')
    history.pushState(null, '', '/pages/orders/4711?by=date')
    const { traceparent } = (await (await fetch('/answer/201')).json()) as Record<string, string>
    sdk.captureException(new Error('in the order'))
    history.replaceState(null, '', '/pages/orders/4711?by=price')
    history.replaceState({ scrolled: 1 }, '')
    history.pushState(null, '', '#top')
    history.replaceState(null, '', '/pages/basket')
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true })
      history.back()
    })
    return traceparent
  })
  const spans = await spansAfterLeaving(page, 6)
  const [load] = spansNamed(spans, 'page load')
  const orders = spansNamed(spans, 'navigation /pages/orders/{id}')
  expect(spans.map(({ name }) => name).filter((name) => name?.startsWith('navigation'))).toHaveLength(3)
  expect(spansNamed(spans, 'navigation /pages/basket')).toHaveLength(1)
  for (const span of spans) expect(span.traceId).toBe(load?.traceId)
  for (const order of orders) {
    expect(order).toMatchObject({
      parentSpanId: load?.spanId,
      kind: 1,
      'url.path': '/pages/orders/4711',
      'http.route': '/pages/orders/{id}',
    })
  }
  expect(load).toMatchObject({ 'http.route': '/pages/mounted' })
  expect(spans.find((span) => span['http.response.status_code'] === 200 && span !== load)?.parentSpanId).toBe(
    load?.spanId,
  )
  const order = orders.find(({ spanId }) => spans.some(({ parentSpanId }) => parentSpanId === spanId))
  const request = spans.find((span) => span['http.response.status_code'] === 201)
  expect(request?.parentSpanId).toBe(order?.spanId)
  expect(traceparent).toBe(`00-${load?.traceId}-${request?.spanId}-01`)
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({ traceId: load?.traceId, spanId: order?.spanId })
  expect(breadcrumbsOf(exception)).toContain('navigation: /pages/mounted → /pages/orders/4711')
})

test('a navigation is the parent of other spans, and lasts until its requests have ended', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({
      tracesSampleRate: 1,
      route: () => location.pathname.replace(/[^/]+$/, ':page'),
    }),
  })
  await tracingLoaded(page)
  await page.run(async () => {
    history.pushState(null, '', '/pages/books')
    sdk.trace.getTracer('shop').startSpan('render').end()
    await fetch('/answer/200')
    await sdk.wait(20)
    await fetch('/answer/200')
  })
  const spans = await spansAfterLeaving(page, 5)
  const [navigation] = spansNamed(spans, 'navigation /pages/:page')
  expect(navigation).toMatchObject({ 'http.route': '/pages/:page', 'url.path': '/pages/books' })
  expect(spansNamed(spans, 'render')[0]?.parentSpanId).toBe(navigation?.spanId)
  const requests = spans.filter(({ kind }) => kind === 3)
  expect(requests).toHaveLength(2)
  const ends = requests.map((request) => Number(request['endTimeUnixNano']))
  expect(Number(navigation?.['endTimeUnixNano'])).toBeGreaterThanOrEqual(Math.max(...ends) - 1e6)
})

test('shutdown restores history, even below another wrapper', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => {
      Object.defineProperty(window, 'navigation', { value: undefined })
      return {}
    },
  })
  const wrapped = () => ['pushState', 'replaceState'].filter((name) => Object.hasOwn(history, name))
  await page.run(() => sdk.flush())
  expect(await page.run(wrapped)).toEqual(['pushState', 'replaceState'])
  const result = await page.run(async () => {
    const ofSdk = history.pushState.bind(history)
    let calls = 0
    history.pushState = (...parameters) => {
      calls++
      ofSdk(...parameters)
    }
    await sdk.shutdown()
    history.pushState(null, '', '/pages/after')
    return { calls, path: location.pathname }
  })
  expect(result).toEqual({ calls: 1, path: '/pages/after' })
  expect(await page.run(wrapped)).toEqual(['pushState'])
})
