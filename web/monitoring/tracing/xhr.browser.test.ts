import { expect, test } from 'vitest'
import { breadcrumbsOf, onlyException, openPage } from '../testing/page.ts'

type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  timeout?: number
  /** Called after `send`. */
  sent?: (request: XMLHttpRequest) => void
}

/** Runs in a page: resolves to the body when the request has ended, however it ended. */
function send(address: string, options: RequestOptions = {}): Promise<string> {
  const { method = 'GET', headers = {}, timeout = 0, sent } = options
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeout
    request.addEventListener('loadend', () => resolve(request.responseText))
    request.send(method === 'GET' ? null : '{}')
    sent?.(request)
  })
}

test('requests of XMLHttpRequest are spans, carry the trace, and are breadcrumbs', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  const traceparent = await page.run(async (request) => {
    await sdk.flush()
    const { traceparent } = JSON.parse(await request('/answer/200?secret=4711')) as Record<string, string>
    await request('/answer/503', { method: 'post' })
    await request('http://127.0.0.1:1/refused')
    await request('/answer/200', { method: 'post', sent: (sent) => sent.abort() })
    await request('/receiver/hang/unused', { method: 'post', timeout: 20 })
    sdk.captureException(new Error('after them'))
    return traceparent
  }, send)
  const exception = await onlyException(page)
  expect(breadcrumbsOf(exception).filter((text) => text.startsWith('fetch'))).toEqual([
    'fetch: GET /answer/200 → 200',
    'fetch: POST /answer/503 → 503',
    'fetch: GET http://127.0.0.1:1/refused → NetworkError',
    'fetch: POST /answer/200 → AbortError',
    'fetch: POST /receiver/hang/unused → TimeoutError',
  ])
  await expect.poll(async () => (await page.spans()).length).toBe(6)
  const spans = await page.spans()
  const load = spans.find(({ name }) => name === 'page load')
  for (const span of spans)
    if (span !== load)
      expect(span).toMatchObject({ traceId: load?.traceId, parentSpanId: load?.spanId, kind: 3 })
  const ok = spans.find((span) => span['http.response.status_code'] === 200 && span !== load)
  expect(traceparent).toBe(`00-${ok?.traceId}-${ok?.spanId}-01`)
  expect(spans.find((span) => span['http.response.status_code'] === 503)).toMatchObject({
    'http.request.method': 'POST',
    'error.type': '503',
    status: { code: 2 },
  })
  expect(new Set(spans.map((span) => span['error.type']))).toEqual(
    new Set([undefined, '503', 'AbortError', 'NetworkError', 'TimeoutError']),
  )
  expect(JSON.stringify(spans)).not.toContain('secret')
})

test.for(['load', 'readystatechange', 'error'] as const)(
  'a request is in the breadcrumbs of an error that its listener for %s throws',
  async (type) => {
    const page = await openPage({ path: 'mounted' })
    await page.run(async (type) => {
      await sdk.flush()
      const request = new XMLHttpRequest()
      request[`on${type}`] = () => {
        if (request.readyState === 4) throw new Error('the answer has no rows')
      }
      request.open('GET', type === 'error' ? 'http://127.0.0.1:1/refused' : '/answer/200')
      request.send()
    }, type)
    const trail = breadcrumbsOf(await onlyException(page)).filter((text) => text.startsWith('fetch'))
    expect(trail).toEqual([
      type === 'error'
        ? 'fetch: GET http://127.0.0.1:1/refused → NetworkError'
        : 'fetch: GET /answer/200 → 200',
    ])
  },
)

test('XMLHttpRequest behaves as it does without the SDK, and shutdown restores it', async () => {
  const page = await openPage({ path: 'mounted' })
  const result = await page.run(async (request) => {
    await sdk.flush()
    const Wrapped = XMLHttpRequest
    const headers = { traceparent: 'of the application', 'x-header': '1' }
    const echoed = JSON.parse(await request('/answer/200', { headers })) as Record<string, string>
    const synchronous = new XMLHttpRequest()
    synchronous.open('GET', '/answer/200', false)
    synchronous.send()
    let notOpen
    try {
      new XMLHttpRequest().send()
    } catch (error) {
      notOpen = (error as Error).name
    }
    const late = new XMLHttpRequest()
    await sdk.shutdown()
    const lateHeaders = await new Promise<Record<string, string>>((resolve) => {
      late.addEventListener('load', () => resolve(JSON.parse(late.responseText) as Record<string, string>))
      late.open('GET', '/answer/200')
      late.send()
    })
    return {
      traceparent: echoed['traceparent'],
      header: echoed['x-header'],
      synchronous: synchronous.status,
      notOpen,
      lateIsInstance: late instanceof XMLHttpRequest,
      isWrapped: XMLHttpRequest === Wrapped,
      lateTraceparent: lateHeaders['traceparent'],
      done: XMLHttpRequest.DONE,
    }
  }, send)
  expect(result).toEqual({
    traceparent: 'of the application',
    header: '1',
    synchronous: 200,
    notOpen: 'InvalidStateError',
    lateIsInstance: true,
    isWrapped: false,
    lateTraceparent: undefined,
    done: 4,
  })
})
