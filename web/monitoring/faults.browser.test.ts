// What can never happen to a page: whatever becomes of the relay, the policy, the storage or our own script, it is as without us.

import { afterEach, expect, test } from 'vitest'
import { openPage, type Page } from './testing/page.ts'

// An application that works and breaks, and writes down what it noticed.
const application = `
  const noticed = []
  const hear = (event) => { noticed.push(event.type + ' ' + (event.reason ?? event.error)?.message); event.preventDefault() }
  addEventListener('error', hear)
  addEventListener('unhandledrejection', hear)
  const own = new TypeError('mine')
  const later = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))
  for (let n = 0; n < 12; n++) {
    setTimeout(() => { throw new Error('thrown ' + n) })
    void Promise.reject(new Error('rejected ' + n))
    await later(5)
  }
  const { status, ok } = await fetch('/answer/404')
  const echoed = await (await fetch(new Request('/answer/200', { method: 'POST', body: 'x', headers: { 'x-own': '1' } }))).json()
  const refused = await fetch('http://127.0.0.1:1/').catch((error) => error.name)
  const aborted = await fetch('/answer/200', { signal: AbortSignal.abort(own) }).catch((error) => error === own)
  const asked = await new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/answer/503')
    request.onload = () => resolve(request.status)
    request.send()
  })
  try { throw own } catch (error) { globalThis.stage?.captureException(error) }
  history.pushState(null, '', '?step=2')
  document.querySelector('main').click()
  await later(50)
  removeEventListener('error', hear)
  removeEventListener('unhandledrejection', hear)
  // In which order a timer and a rejection come is the engine's affair.
  noticed.sort()
  return { noticed, status, ok, own: echoed['x-own'], refused, aborted, asked, at: location.search, shown: document.querySelector('main').textContent, kept: Object.keys(localStorage) }`

const unwatched = openPage({ path: 'unwatched' }).then((page) => page.run(application))

// What a broken relay holds open in one page must not slow down the next.
afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))

/** Two requests in the first seconds, what flush asks for in addition, and those that a browser sends again by itself where a connection broke. */
const requestLimit = 10

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
  'lies',
  'forever',
  'circle',
])('a relay that answers with %s', async (answer) => {
  const page = await openPage({ path: 'mounted', answer, init: '{ tracesSampleRate: 1, keepUnsent: true }' })
  expect(await page.run(application)).toEqual(await unwatched)
  const taken = ['garbage', 'short', 'lies'].includes(answer)
  expect(await page.run('return stage.flush(200)')).toBe(taken)
  if (!taken) expect((await page.bodies()).length).toBeLessThanOrEqual(requestLimit)
  expect(page.printed).toEqual([])
  await endsInFallback(page)
})

test('a relay that refuses every connection', async () => {
  const page = await openPage({
    path: 'mounted',
    init: "{ tracesSampleRate: 1, url: 'http://127.0.0.1:1/monitoring' }",
  })
  expect(await page.run(application)).toEqual(await unwatched)
  await endsInFallback(page)
})

test('a relay that wants to be asked again in three thousand years is not asked without end', async () => {
  const page = await openPage({ path: 'mounted', answer: 'forever' })
  const tries = await page.run(`
    let tries = 0
    const timeout = AbortSignal.timeout
    AbortSignal.timeout = (ms) => (tries++, timeout.call(AbortSignal, ms))
    await stage.flush()
    stage.captureException(new Error('once'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    return tries`)
  expect(tries).toBeLessThanOrEqual(3)
})

test('a policy that forbids to send', async () => {
  const page = await openPage({ path: 'no-connections', init: '{ tracesSampleRate: 1 }' })
  await page.run("stage.captureException(new Error('kept inside')); await stage.flush(200)")
  expect(page.printed).toEqual([])
  await endsInFallback(page)
})

const storages = {
  'is full':
    "for (let size = 2 ** 20; size; size >>= 1) try { for (let n = 0; ; n++) sessionStorage.setItem('own' + size + n, 'x'.repeat(size)) } catch {}",
  'is damaged':
    "for (const [key, value] of [['session', '\\0 {'], ['unsent', '[1, {}, \"\", \"{\"'], ['reloaded', 'never']]) sessionStorage.setItem('errata.' + key, value)",
  'is of another make':
    "for (const key of ['session', 'unsent', 'reloaded']) sessionStorage.setItem('errata.' + key, '[1, {}, \"not ours\"]')",
  'is forbidden':
    "Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get() { throw new DOMException('forbidden', 'SecurityError') } })",
}
test.for(Object.entries(storages))('a storage that %s', async ([, spoil]) => {
  sessionStorage.clear()
  const page = await openPage({ path: 'mounted' })
  await page.run(
    `await stage.shutdown(); ${spoil}; stage.init({ service: 'stage', url: '/receiver/ok/${page.name}', tracesSampleRate: 0, keepUnsent: true, reloadStale: true })`,
  )
  expect(await page.run(application)).toEqual(await unwatched)
  await expect.poll(async () => (await page.exceptions()).length).toBe(25)
  for (const exception of await page.exceptions()) expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  await endsInFallback(page)
  sessionStorage.clear()
})

test('a script of ours that may not load the rest of itself still tells', async () => {
  const page = await openPage({ path: 'script-tag-alone', name: 'alone' })
  const digest = await page.run("return errata.captureException(new RangeError('all alone'))")
  const mine = async () =>
    (await page.exceptions()).filter((exception) => exception['errata.digest'] === digest)
  await expect.poll(async () => (await mine()).length).toBe(1)
  expect((await mine())[0]).toMatchObject({
    'exception.type': 'RangeError',
    'exception.message': 'all alone',
    'errata.mechanism': 'manual',
  })
})

test('a script of ours that is blocked leaves the page as it is', async () => {
  const page = await openPage({ path: 'script-tag-blocked' })
  expect(await page.run('return typeof errata')).toBe('undefined')
  expect(await page.run(application)).toEqual(await unwatched)
})

/** The screen still appears where React is gone. */
async function endsInFallback(page: Page): Promise<void> {
  await page.run(`
    const place = document.body.appendChild(document.createElement('section'))
    const Broken = () => { throw new TypeError('no such book') }
    stage.createRoot(place, stage.rootOptions()).render(stage.createElement(Broken))`)
  await expect
    .poll(() => page.document.querySelector('[role=alert]')?.textContent)
    .toMatch(/Application error: .*Digest: \w{8}/)
}
