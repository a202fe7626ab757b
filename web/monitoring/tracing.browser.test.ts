import { expect, test } from 'vitest'
import { openPage, tracing } from './testing/page.ts'

const other = location.origin.replace('localhost', '127.0.0.1')

test('a page load and its requests are one trace, and an error belongs to it', async () => {
  const page = await openPage({ path: 'mounted', init: '{ tracesSampleRate: 1 }' })
  const answered = (await page.run(`
    const before = await fetch('/answer/200?secret=4711')
    stage.captureException(new Error('in the page'))
    const { traceparent } = await before.json()
    await fetch('/answer/502', { method: 'POST', body: 'x' })
    await fetch('/answer/orders/4711').catch(() => {})
    await fetch('http://127.0.0.1:1/refused').catch(() => {})
    return { traceparent }`)) as { traceparent: string }
  await expect.poll(async () => (await page.spans()).length, { timeout: 8000 }).toBe(5)
  const spans = await page.spans()
  const load = spans.find(({ name }) => name === 'page load')
  const get = spans.find(({ name }) => name === 'GET /answer/{id}' || name === 'GET /answer/200')
  expect(load).toMatchObject({ kind: 1, 'url.path': '/stage/mounted', 'service.name': 'stage' })
  expect(load?.parentSpanId ?? '').toBe('')
  for (const span of spans) expect(span.traceId).toBe(load?.traceId)
  for (const span of spans)
    if (span !== load) expect(span).toMatchObject({ parentSpanId: load?.spanId, kind: 3 })
  expect(answered.traceparent).toBe(`00-${load?.traceId}-${get?.spanId}-01`)
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

test('the trace goes along to the own origin and where it was allowed to, nowhere else', async () => {
  const page = await openPage({ path: 'mounted', init: `{ propagateTo: ['https://api.shop.example/'] }` })
  const outcome = await page.run(`
    const asked = []
    await stage.shutdown()
    const real = fetch
    globalThis.fetch = async (input, init) => { asked.push([String(input.url ?? input), new Headers(init?.headers ?? input.headers).get('traceparent')?.length]); return new Response('') }
    stage.init({ service: 'stage', url: '/receiver/ok/unused', propagateTo: ['https://api.shop.example/', /\\.internal\\//] })
    for (const url of ['/own', 'https://api.shop.example/pay', 'https://evil.example/', 'https://a.internal/x', '/receiver/ok/unused', 'data:,x']) await fetch(url)
    await fetch(new Request('/own-request', { headers: { 'x-kept': '1' } }))
    await fetch('/own-given', { headers: { traceparent: 'mine' } })
    return asked`)
  expect(outcome).toEqual([
    ['/own', 55],
    ['https://api.shop.example/pay', 55],
    ['https://evil.example/', undefined],
    ['https://a.internal/x', 55],
    ['/receiver/ok/unused', undefined],
    ['data:,x', undefined],
    [`${location.origin}/own-request`, 55],
    ['/own-given', 4],
  ])
})

test("the monitor's own requests are never watched", async () => {
  const page = await openPage({ path: 'mounted', init: '{ tracesSampleRate: 1 }' })
  await page.run(
    "stage.captureException(new Error('one')); await stage.flush(); stage.captureException(new Error('two')); await stage.flush(); await new Promise((resolve) => setTimeout(resolve, 2500))",
  )
  const spans = await page.spans()
  expect(spans.map(({ name }) => name)).toEqual(['page load'])
  expect(JSON.stringify(await page.exceptions())).not.toContain('POST /receiver')
})

test.for(['server-trace', 'server-timing-sampled'])(
  "the server's trace is continued, and its decision kept: %s",
  async (path) => {
    const page = await openPage({ path, init: '{ tracesSampleRate: 0 }' })
    await tracing(page)
    await page.leave()
    await expect.poll(async () => (await page.spans()).length, { timeout: 8000 }).toBe(1)
    expect((await page.spans())[0]).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
  },
)

test('what the server decided not to sample is not, and its trace goes on all the same', async () => {
  const page = await openPage({ path: 'server-timing-unsampled', init: '{ tracesSampleRate: 1 }' })
  const { traceparent } = (await page.run(`
    const answer = await (await fetch('/answer/200')).json()
    stage.captureException(new Error('errors are never sampled'))
    await stage.flush()
    return answer`)) as { traceparent: string }
  expect(traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-00$/)
  await page.leave()
  await expect.poll(async () => (await page.exceptions()).length).toBe(1)
  expect((await page.exceptions())[0]).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c' })
  expect(await page.spans()).toEqual([])
})

test("spans of the application join the page's trace, and an error inside one belongs to it", async () => {
  const page = await openPage({ path: 'mounted', init: '{ tracesSampleRate: 1 }' })
  await tracing(page)
  await page.run(
    "stage.trace.getTracer('shop').startActiveSpan('pay', (span) => { stage.captureException(new Error('declined')); span.end() })",
  )
  await expect
    .poll(async () => (await page.spans()).map(({ name }) => String(name)).toSorted(), { timeout: 8000 })
    .toEqual(['page load', 'pay'])
  const pay = (await page.spans()).find(({ name }) => name === 'pay')
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({ traceId: pay?.traceId, spanId: pay?.spanId })
})

test('what a request answers or throws reaches the application as it is', async () => {
  const page = await openPage({ path: 'mounted', init: '{ tracesSampleRate: 1 }' })
  const outcome = await page.run(`
    const heard = new Promise((resolve) => addEventListener('unhandledrejection', (event) => resolve(event.reason.name), { once: true }))
    void fetch('${other.replace(/:\d+/, ':1')}/')
    const body = await (await fetch('/answer/200', { headers: { 'x-own': '1' } })).json()
    const wrong = await fetch('http://').catch((error) => error.name)
    return [await heard, body['x-own'], wrong]`)
  expect(outcome).toEqual(['TypeError', '1', 'TypeError'])
})

test('flush says whether spans were taken, too', async () => {
  const outcomes = await Promise.all(
    ['ok', '500'].map(async (answer) => {
      const page = await openPage({ path: 'mounted', answer, init: '{ tracesSampleRate: 1 }' })
      await tracing(page)
      return page.run("stage.trace.getTracer('shop').startSpan('pay').end(); return stage.flush()")
    }),
  )
  expect(outcomes).toEqual([true, false])
})

test('whether a page is sampled follows from its trace id alone, so that every part of a trace decides the same', async () => {
  const page = await openPage({ path: 'mounted' })
  const headers = (await page.run(`
    const headers = []
    await stage.shutdown()
    globalThis.fetch = async (input, init) => (headers.push(new Headers(init?.headers).get('traceparent')), new Response(''))
    for (let page = 0; page < 60; page++) {
      stage.init({ service: 'stage', url: '/receiver/ok/unused', tracesSampleRate: 0.3 })
      await fetch('/own')
      await stage.shutdown()
    }
    return headers`)) as string[]
  const [ids, flags] = [
    headers.map((header) => header.slice(3, 35)),
    headers.map((header) => header.slice(-2)),
  ]
  expect(new Set(ids).size).toBe(60)
  expect(flags).toEqual(ids.map((id) => (Number.parseInt(id.slice(24), 16) / 2 ** 32 < 0.3 ? '01' : '00')))
  expect(new Set(flags).size).toBe(2)
})
