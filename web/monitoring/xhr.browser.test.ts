import { expect, test } from 'vitest'
import { onlyException, openPage } from './testing/page.ts'

const ask = `
  const ask = (address, { method = 'GET', headers = {}, timeout = 0, then = () => {} } = {}) => new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeout
    request.onloadend = () => resolve(request.responseText)
    request.send(method === 'GET' ? null : '{}')
    then(request)
  })`

test('requests of XMLHttpRequest are spans of the page, hand its trace on and lead up to an error', async () => {
  const page = await openPage({ path: 'mounted', init: '{ tracesSampleRate: 1 }' })
  const traceparent = await page.run(`${ask}
    await stage.flush()
    const { traceparent } = JSON.parse(await ask('/answer/200?secret=4711'))
    await ask('/answer/503', { method: 'post' })
    await ask('http://127.0.0.1:1/refused')
    await ask('/answer/200', { method: 'post', then: (request) => request.abort() })
    await ask('/receiver/hang/unused', { method: 'post', timeout: 20 })
    stage.captureException(new Error('after them'))
    return traceparent`)
  const exception = await onlyException(page)
  const crumbs = JSON.parse(String(exception['errata.breadcrumbs'])) as { kind: string; text: string }[]
  expect(crumbs.filter(({ kind }) => kind === 'fetch').map(({ text }) => text)).toEqual([
    'GET /answer/200 → 200',
    'POST /answer/503 → 503',
    'GET http://127.0.0.1:1/refused → NetworkError',
    'POST /answer/200 → AbortError',
    'POST /receiver/hang/unused → TimeoutError',
  ])
  await expect.poll(async () => (await page.spans()).length, { timeout: 8000 }).toBe(6)
  const spans = await page.spans()
  const load = spans.find(({ name }) => name === 'page load')
  for (const span of spans)
    if (span !== load)
      expect(span).toMatchObject({ traceId: load?.traceId, parentSpanId: load?.spanId, kind: 3 })
  const got = spans.find((span) => span['http.response.status_code'] === 200 && span !== load)
  expect(traceparent).toBe(`00-${got?.traceId}-${got?.spanId}-01`)
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

test('what XMLHttpRequest does stays as it was, and shutdown gives the browser its own back', async () => {
  const page = await openPage({ path: 'mounted' })
  const outcome = await page.run(`${ask}
    await stage.flush()
    const watched = XMLHttpRequest
    const own = JSON.parse(await ask('/answer/200', { headers: { traceparent: 'mine', 'x-own': '1' } }))
    const synchronous = new XMLHttpRequest()
    synchronous.open('GET', '/answer/200', false)
    synchronous.send()
    let refused
    try { new XMLHttpRequest().send() } catch (error) { refused = error.name }
    const late = new XMLHttpRequest()
    await stage.shutdown()
    const { traceparent } = await new Promise((resolve) => {
      late.onload = () => resolve(JSON.parse(late.responseText))
      late.open('GET', '/answer/200')
      late.send()
    })
    return [own.traceparent, own['x-own'], synchronous.status, refused, late instanceof XMLHttpRequest, XMLHttpRequest === watched, typeof traceparent, XMLHttpRequest.DONE]`)
  expect(outcome).toEqual(['mine', '1', 200, 'InvalidStateError', true, false, 'undefined', 4])
})
