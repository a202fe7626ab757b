// The application behaves as it does without the SDK when relay, policy, storage or our script fails.

import { expect, test } from 'vitest'
import { openPage, type Page } from './testing/page.ts'

/** Runs in a page: an application that works and breaks, and returns everything that it notices. */
async function application() {
  const events: string[] = []
  const listener = (event: ErrorEvent | PromiseRejectionEvent) => {
    const error = ('reason' in event ? event.reason : event.error) as Error | undefined
    events.push(`${event.type} ${error?.message}`)
    event.preventDefault()
  }
  addEventListener('error', listener)
  addEventListener('unhandledrejection', listener)
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  for (let n = 0; n < 12; n++) {
    setTimeout(() => {
      throw new Error(`thrown ${n}`)
    })
    void Promise.reject(new Error(`rejected ${n}`))
    await wait(5)
  }
  const { status, ok } = await fetch('/answer/404')
  const headers = { 'x-header': '1' }
  const echo = await fetch(new Request('/answer/200', { method: 'POST', body: 'x', headers }))
  const echoed = (await echo.json()) as Record<string, string>
  const refused: unknown = await fetch('http://127.0.0.1:1/').catch((error: Error) => error.name)
  const reason = new TypeError('aborted by the application')
  const aborted: unknown = await fetch('/answer/200', { signal: AbortSignal.abort(reason) }).catch(
    (error: unknown) => error === reason,
  )
  const xhrStatus = await new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/answer/503')
    request.addEventListener('load', () => resolve(request.status))
    request.send()
  })
  try {
    throw reason
  } catch (error) {
    ;(globalThis as { sdk?: typeof sdk }).sdk?.captureException(error)
  }
  history.pushState(null, '', '?step=2')
  const main = document.querySelector('main')
  main?.click()
  await wait(50)
  removeEventListener('error', listener)
  removeEventListener('unhandledrejection', listener)
  return {
    // The order of a timer and a rejection depends on the browser.
    events: events.sort(),
    status,
    ok,
    header: echoed['x-header'],
    refused,
    aborted,
    xhrStatus,
    search: location.search,
    text: main?.textContent,
    stored: Object.keys(localStorage),
  }
}

const unmonitored = openPage({ path: 'unmonitored' }).then((page) => page.run(application))

/** Two requests in the first seconds, and the requests of `flush`. */
const requestLimit = 8

/** A browser sends a request again on each open connection that the relay drops: up to six times. */
async function countBodies(page: Page): Promise<number> {
  return new Set((await page.requests()).map(({ body }) => JSON.stringify(body))).size
}

test.for([
  '500',
  '413',
  '429',
  '503',
  '400',
  'hang',
  'drop',
  'garbage',
  'endless',
  'short',
  'wrong-type',
  'endless-retry-after',
  'redirect-loop',
])('a relay that answers with %s', async (answer) => {
  const page = await openPage({
    path: 'mounted',
    answer,
    init: () => ({ tracesSampleRate: 1, keepUnsent: true }),
  })
  expect(await page.run(application)).toEqual(await unmonitored)
  const hasStatus200 = ['garbage', 'short', 'wrong-type'].includes(answer)
  expect(await page.run((limit) => sdk.flush(limit), hasStatus200 ? 20_000 : 200)).toBe(hasStatus200)
  if (!hasStatus200) expect(await countBodies(page)).toBeLessThanOrEqual(requestLimit)
  expect(page.printed).toEqual([])
  await endsInFallback(page)
})

test('a relay that refuses every connection', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({ tracesSampleRate: 1, url: 'http://127.0.0.1:1/monitoring' }),
  })
  expect(await page.run(application)).toEqual(await unmonitored)
  await endsInFallback(page)
})

test('a Retry-After of three thousand years does not end in a loop of requests', async () => {
  const page = await openPage({ path: 'mounted', answer: 'endless-retry-after' })
  const tries = await page.run(async () => {
    let tries = 0
    // Each request of the SDK makes one.
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      tries++
      return timeout(ms)
    }
    await sdk.flush()
    sdk.captureException(new Error('once'))
    await sdk.wait(500)
    return tries
  })
  expect(tries).toBeLessThanOrEqual(3)
})

test('a policy that forbids sending', async () => {
  const page = await openPage({ path: 'no-connections', init: () => ({ tracesSampleRate: 1 }) })
  await page.run(async () => {
    sdk.captureException(new Error('not sent'))
    await sdk.flush(200)
  })
  expect(page.printed).toEqual([])
  await endsInFallback(page)
})

test.for<[name: string, change: () => void]>([
  [
    'is full',
    () => {
      for (let size = 2 ** 20; size; size >>= 1)
        try {
          for (let n = 0; ; n++) sessionStorage.setItem(`app${size}-${n}`, 'x'.repeat(size))
        } catch {
          // Full at this size.
        }
    },
  ],
  [
    'is damaged',
    () => {
      sessionStorage.setItem('errata.session', '\0 {')
      sessionStorage.setItem('errata.unsent', '[1, {}, "", "{"')
      sessionStorage.setItem('errata.reloaded', 'never')
    },
  ],
  [
    'has other content',
    () => {
      for (const key of ['session', 'unsent', 'reloaded'])
        sessionStorage.setItem(`errata.${key}`, '[1, {}, "not ours"]')
    },
  ],
  [
    'is forbidden',
    () =>
      Object.defineProperty(globalThis, 'sessionStorage', {
        configurable: true,
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      }),
  ],
])('a storage that %s', async ([, change]) => {
  sessionStorage.clear()
  const page = await openPage({ path: 'mounted' })
  await page.run(() => sdk.shutdown())
  await page.run(change)
  await page.init(() => ({ keepUnsent: true, reloadStale: true }))
  expect(await page.run(application)).toEqual(await unmonitored)
  await expect.poll(async () => (await page.exceptions()).length).toBe(25)
  for (const exception of await page.exceptions()) expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  await endsInFallback(page)
  sessionStorage.clear()
})

test('a script tag whose chunks cannot be loaded still reports', async () => {
  const page = await openPage({ path: 'script-tag-without-chunks', name: 'without-chunks' })
  const digest = await page.run(() =>
    (globalThis as unknown as { errata: typeof sdk }).errata.captureException(new RangeError('alone')),
  )
  const record = async () =>
    (await page.exceptions()).find((exception) => exception['errata.digest'] === digest)
  await expect.poll(record).toMatchObject({
    'exception.type': 'RangeError',
    'exception.message': 'alone',
    'errata.mechanism': 'manual',
  })
})

test('without the chunks, a record has what was thrown, and a loop of errors is limited', async () => {
  const name = 'without-chunks'
  const page = await openPage({ path: 'script-tag-without-chunks', name })
  const earlier = (await page.exceptions()).length
  await page.run(async () => {
    const { errata } = globalThis as unknown as { errata: typeof sdk }
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // Until the chunk has failed, errors are queued.
    await wait(500)
    errata.setUser({ id: 'u-1' })
    errata.setFlag('checkout', 'new')
    errata.captureException(new Error('with attributes'), { attributes: { 'order.id': 'A-1' } })
    void Promise.reject('a text')
    const images = Array.from({ length: 40 }, (_, index) => `<img src="/answer/404?${index}" alt="">`)
    document.body.insertAdjacentHTML('beforeend', images.join(''))
    await wait(300)
    for (let index = 0; index < 60; index++)
      setTimeout(() => {
        throw new Error(`in a loop, ${index}`)
      })
    await wait(300)
  })
  const exceptions = async () => (await page.exceptions()).slice(earlier)
  await expect.poll(async () => (await exceptions()).length).toBeGreaterThanOrEqual(20)
  const stored = await exceptions()
  const byMessage = (message: string) => stored.find((each) => each['exception.message'] === message)
  expect(byMessage('with attributes')).toMatchObject({
    'order.id': 'A-1',
    'errata.flag.checkout': 'new',
    'user.id': 'u-1',
  })
  expect(byMessage('a text')).toMatchObject({
    'exception.type': 'string',
    'errata.mechanism': 'unhandledrejection',
  })
  expect(stored.filter((each) => each['errata.mechanism'] === 'resource')).toEqual([])
  expect(stored.length).toBeLessThanOrEqual(30)
})

test('a script tag that is blocked', async () => {
  const page = await openPage({ path: 'script-tag-blocked' })
  expect(await page.run(() => 'errata' in globalThis)).toBe(false)
  expect(await page.run(application)).toEqual(await unmonitored)
})

/** The fallback screen still appears where React is gone. */
async function endsInFallback(page: Page): Promise<void> {
  await page.run(() => {
    const container = document.body.appendChild(document.createElement('section'))
    const Broken = () => {
      throw new TypeError('no such book')
    }
    sdk.createRoot(container, sdk.rootOptions()).render(sdk.createElement(Broken))
  })
  await expect
    .poll(() => page.document.querySelector('[role=alert]')?.textContent)
    .toMatch(/Application error: .*Digest: \w{8}/)
}
