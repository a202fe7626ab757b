// Spans of a page, and where its trace goes.

import { expect, test } from 'vitest'
import { openPage, tracingLoaded } from '../testing/page.ts'

test('a page load and its requests are one trace, and an error belongs to it', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  const traceparent = await page.run(async () => {
    const response = await fetch('/answer/200?secret=4711')
    sdk.captureException(new Error('in the page'))
    const { traceparent } = (await response.json()) as Record<string, string>
    await fetch('/answer/502', { method: 'POST', body: 'x' })
    await fetch('/answer/orders/4711').catch(() => {})
    await fetch('http://127.0.0.1:1/refused').catch(() => {})
    return traceparent
  })
  await expect.poll(async () => (await page.spans()).length).toBe(5)
  const spans = await page.spans()
  const load = spans.find(({ name }) => name === 'page load')
  const get = spans.find(({ name }) => name === 'GET /answer/{id}' || name === 'GET /answer/200')
  expect(load).toMatchObject({ kind: 1, 'url.path': '/pages/mounted', 'service.name': 'test-app' })
  expect(load?.parentSpanId ?? '').toBe('')
  for (const span of spans) expect(span.traceId).toBe(load?.traceId)
  for (const span of spans)
    if (span !== load) expect(span).toMatchObject({ parentSpanId: load?.spanId, kind: 3 })
  expect(traceparent).toBe(`00-${load?.traceId}-${get?.spanId}-01`)
  expect(JSON.stringify(spans)).not.toContain('secret')
  expect(spans.find((span) => span['http.response.status_code'] === 502)).toMatchObject({
    'error.type': '502',
    status: { code: 2 },
    'http.request.method': 'POST',
  })
  expect(spans.find((span) => span['url.path'] === '/refused')).toMatchObject({
    'error.type': 'TypeError',
    status: { code: 2 },
  })
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({ traceId: load?.traceId, spanId: load?.spanId })
})

test('only the own origin and origins in propagateTo get a traceparent', async () => {
  const page = await openPage({ path: 'mounted' })
  const requests = await page.run(async () => {
    const requests: [url: string, traceparentLength: number | undefined][] = []
    await sdk.shutdown()
    globalThis.fetch = (input, init) => {
      const request = input instanceof Request ? input : undefined
      const headers = new Headers(init?.headers ?? request?.headers)
      const url = input instanceof Request ? input.url : String(input)
      requests.push([url, headers.get('traceparent')?.length])
      return Promise.resolve(new Response(''))
    }
    sdk.init({
      service: 'test-app',
      url: '/receiver/ok/unused',
      propagateTo: ['https://api.shop.example/', /\.internal\//],
    })
    const urls = [
      '/own',
      'https://api.shop.example/pay',
      'https://evil.example/',
      'https://a.internal/x',
      '/receiver/ok/unused',
      'data:,x',
    ]
    for (const url of urls) await fetch(url)
    await fetch(new Request('/own-request', { headers: { 'x-header': '1' } }))
    await fetch('/own-header', { headers: { traceparent: 'mine' } })
    return requests
  })
  expect(requests).toEqual([
    ['/own', 55],
    ['https://api.shop.example/pay', 55],
    ['https://evil.example/', undefined],
    ['https://a.internal/x', 55],
    ['/receiver/ok/unused', undefined],
    ['data:,x', undefined],
    [`${location.origin}/own-request`, 55],
    ['/own-header', 4],
  ])
})

test('requests of the SDK are not recorded', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  await page.run(async () => {
    for (const message of ['first', 'second']) {
      sdk.captureException(new Error(message))
      await sdk.flush()
    }
    await sdk.wait(2500)
  })
  const spans = await page.spans()
  expect(spans.map(({ name }) => name)).toEqual(['page load'])
  expect(JSON.stringify(await page.exceptions())).not.toContain('POST /receiver')
})

test.for(['server-trace', 'server-timing-sampled'])(
  "%s: the page load continues the server's trace and its decision to sample",
  async (path) => {
    const page = await openPage({ path })
    await tracingLoaded(page)
    await page.leave()
    await expect.poll(async () => (await page.spans()).length).toBe(1)
    expect((await page.spans())[0]).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
  },
)

test('a page that the server does not sample sends errors but no spans and no traceparent', async () => {
  const page = await openPage({
    path: 'server-timing-unsampled',
    init: () => ({ tracesSampleRate: 1 }),
  })
  const traceparent = await page.run(async () => {
    const { traceparent } = (await (await fetch('/answer/200')).json()) as Record<string, string>
    sdk.captureException(new Error('errors are never sampled'))
    await sdk.flush()
    return traceparent
  })
  // A header that says 00 would make the server drop its own errors.
  expect(traceparent).toBeUndefined()
  await page.leave()
  await expect.poll(async () => (await page.exceptions()).length).toBe(1)
  expect((await page.exceptions())[0]).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c' })
  expect(await page.spans()).toEqual([])
})

test("spans of the application join the page's trace, and an error inside one belongs to it", async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  await tracingLoaded(page)
  await page.run(() => sdk.setUser({ id: 'u-42' }))
  await page.run(() =>
    sdk.trace.getTracer('shop').startActiveSpan('pay', (span) => {
      sdk.captureException(new Error('declined'))
      span.end()
    }),
  )
  await expect
    .poll(async () => (await page.spans()).map(({ name }) => String(name)).toSorted())
    .toEqual(['page load', 'pay'])
  const pay = (await page.spans()).find(({ name }) => name === 'pay')
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({ traceId: pay?.traceId, spanId: pay?.spanId })
  expect(pay).toMatchObject({ 'user.id': 'u-42', 'session.id': exception?.['session.id'] })
})

test('responses and errors of requests reach the application unchanged', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  const result = await page.run(async () => {
    const rejection = new Promise<string>((resolve) =>
      addEventListener('unhandledrejection', (event) => resolve((event.reason as Error).name), {
        once: true,
      }),
    )
    void fetch('http://127.0.0.1:1/')
    const response = await fetch('/answer/200', { headers: { 'x-header': '1' } })
    const body = (await response.json()) as Record<string, string>
    const invalid: unknown = await fetch('http://').catch((error: Error) => error.name)
    return { rejection: await rejection, header: body['x-header'], invalid }
  })
  expect(result).toEqual({ rejection: 'TypeError', header: '1', invalid: 'TypeError' })
})

test('members of a request that a copy would lose reach the next wrapper', async () => {
  const page = await openPage()
  await page.run(() => sdk.shutdown())
  const marks = await page.run(async () => {
    const marks: unknown[] = []
    const original = globalThis.fetch
    globalThis.fetch = (input, init) => {
      marks.push(Reflect.get(init ?? {}, 'mark'))
      return original(input, init)
    }
    sdk.init({ service: 'marks', url: '/receiver/ok/marks', tracesSampleRate: 1 })
    await fetch('/answer/200', Object.defineProperty({}, 'mark', { value: 'framework' }))
    await sdk.shutdown()
    globalThis.fetch = original
    return marks
  })
  expect(marks).toContain('framework')
})

test('flush is true only when spans were accepted too', async () => {
  const results = await Promise.all(
    ['ok', '500'].map(async (answer) => {
      const page = await openPage({ path: 'mounted', answer, init: () => ({ tracesSampleRate: 1 }) })
      await tracingLoaded(page)
      return page.run(() => {
        sdk.trace.getTracer('shop').startSpan('pay').end()
        return sdk.flush()
      })
    }),
  )
  expect(results).toEqual([true, false])
})

test('sampling depends only on the trace id, so that every process decides the same', async () => {
  const page = await openPage({ path: 'mounted' })
  const pages = await page.run(async () => {
    const pages: { traceId: string; header: string | null }[] = []
    await sdk.shutdown()
    let header: string | null = null
    globalThis.fetch = (_input, init) => {
      header = new Headers(init?.headers).get('traceparent')
      return Promise.resolve(new Response(''))
    }
    for (let page = 0; page < 60; page++) {
      let traceId = ''
      sdk.init({
        service: 'test-app',
        url: '/receiver/ok/unused',
        tracesSampleRate: 0.3,
        beforeSend(record) {
          traceId = record.traceId
          return null
        },
      })
      await fetch('/own')
      sdk.captureException(new Error('reveals the trace id'))
      await sdk.flush()
      await sdk.shutdown()
      pages.push({ traceId, header })
    }
    return pages
  })
  expect(new Set(pages.map(({ traceId }) => traceId)).size).toBe(60)
  for (const { traceId, header } of pages) {
    const sampled = Number.parseInt(traceId.slice(24), 16) / 2 ** 32 < 0.3
    if (sampled) expect(header).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
    else expect(header).toBeNull()
  }
  expect(new Set(pages.map(({ header }) => header === null)).size).toBe(2)
})
