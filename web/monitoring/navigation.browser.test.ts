import { expect, test } from 'vitest'
import { openPage, tracing, type Page, type Received } from './testing/page.ts'

const traced = '{ tracesSampleRate: 1 }'

/** The spans of a page that was left, as many as there must be. */
async function spansOf(page: Page, count: number): Promise<Received[]> {
  await page.leave()
  await expect.poll(async () => (await page.spans()).length, { timeout: 8000 }).toBe(count)
  return page.spans()
}

const named = (spans: Received[], name: string) => spans.filter((span) => span.name === name)

test.for([
  ['with the Navigation API', traced],
  ['without it', `(Object.defineProperty(window, 'navigation', { value: undefined }), ${traced})`],
] as const)('a change of the path is a span, and the parent of what follows, %s', async ([, init]) => {
  const page = await openPage({ path: 'mounted', init })
  await tracing(page)
  const traceparent = (await page.run(`
    await fetch('/answer/200')
    history.pushState(null, '', '/stage/orders/4711?by=date')
    const { traceparent } = await (await fetch('/answer/201')).json()
    stage.captureException(new Error('in the order'))
    history.replaceState(null, '', '/stage/orders/4711?by=price')
    history.replaceState({ scrolled: 1 }, '')
    history.pushState(null, '', '#top')
    history.replaceState(null, '', '/stage/basket')
    await new Promise((resolve) => { addEventListener('popstate', resolve, { once: true }); history.back() })
    return traceparent`)) as string
  const spans = await spansOf(page, 6)
  const [load] = named(spans, 'page load')
  const orders = named(spans, 'navigation /stage/orders/{id}')
  expect(spans.map(({ name }) => name).filter((name) => name?.startsWith('navigation'))).toHaveLength(3)
  expect(named(spans, 'navigation /stage/basket')).toHaveLength(1)
  for (const span of spans) expect(span.traceId).toBe(load?.traceId)
  for (const order of orders) {
    expect(order).toMatchObject({
      parentSpanId: load?.spanId,
      kind: 1,
      'url.path': '/stage/orders/4711',
      'http.route': '/stage/orders/{id}',
    })
  }
  expect(load).toMatchObject({ 'http.route': '/stage/mounted' })
  expect(spans.find((span) => span['http.response.status_code'] === 200 && span !== load)?.parentSpanId).toBe(
    load?.spanId,
  )
  const order = orders.find(({ spanId }) => spans.some(({ parentSpanId }) => parentSpanId === spanId))
  const asked = spans.find((span) => span['http.response.status_code'] === 201)
  expect(asked?.parentSpanId).toBe(order?.spanId)
  expect(traceparent).toBe(`00-${load?.traceId}-${asked?.spanId}-01`)
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({ traceId: load?.traceId, spanId: order?.spanId })
  expect(JSON.parse(String(exception?.['errata.breadcrumbs']))).toContainEqual(
    expect.objectContaining({ kind: 'navigation', text: '/stage/mounted → /stage/orders/4711' }),
  )
})

test("a span of the application's own is a child of the navigation it is in, which lasts until it has what it asked for", async () => {
  const page = await openPage({
    path: 'mounted',
    init: "{ tracesSampleRate: 1, route: () => location.pathname.replace(/[^/]+$/, ':page') }",
  })
  await tracing(page)
  await page.run(`
    history.pushState(null, '', '/stage/books')
    stage.trace.getTracer('shop').startSpan('render').end()
    await fetch('/answer/200')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await fetch('/answer/200')`)
  const spans = await spansOf(page, 5)
  const [navigation] = named(spans, 'navigation /stage/:page')
  expect(navigation).toMatchObject({ 'http.route': '/stage/:page', 'url.path': '/stage/books' })
  expect(named(spans, 'render')[0]?.parentSpanId).toBe(navigation?.spanId)
  const requests = spans.filter(({ kind }) => kind === 3)
  expect(requests).toHaveLength(2)
  const ends = requests.map((request) => Number(request['endTimeUnixNano']))
  expect(Number(navigation?.['endTimeUnixNano'])).toBeGreaterThanOrEqual(Math.max(...ends) - 1e6)
})

test('shutdown gives history back as it was', async () => {
  const page = await openPage({
    path: 'mounted',
    init: "(Object.defineProperty(window, 'navigation', { value: undefined }), {})",
  })
  const state = "[Object.hasOwn(history, 'pushState'), Object.hasOwn(history, 'replaceState')]"
  expect(await page.run(`await stage.flush(); return ${state}`)).toEqual([true, true])
  const left = await page.run(`
    const outer = history.pushState
    let calls = 0
    history.pushState = function (...given) { calls++; return outer.apply(this, given) }
    await stage.shutdown()
    history.pushState(null, '', '/stage/after')
    return [calls, location.pathname, ${state}]`)
  expect(left).toEqual([1, '/stage/after', [true, false]])
})
