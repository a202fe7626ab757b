// From an error in the demo to its digest on the screen, its occurrence in the console and its trace.
import { expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import { renderTest } from '../contract/playwright/render.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { waitForClient } from './testing/breaks.ts'
import { fallbackSentence, readFallback } from './testing/fallback-screen.ts'
import { getJson, post } from './testing/http.ts'
import { expectReproduced } from './testing/playwright-copies.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

/** The events of the errors of the demo, by their buttons. */
const events = new Map<string, Event>()

test('a digest on the fallback screen opens its occurrence, with its stack and its trace', async () => {
  const shop = await browser.open(`${stack.url}/demo`)
  await waitForClient(shop.page)
  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(stack.url).host))
  expect(digest).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)

  // The browser's console, the log of the relay and the store have the same digest.
  await waitFor('the digest in the browser console', () => shop.consoleText().includes(digest))
  const line = await waitFor('the digest in the log', async () =>
    (await stack.output()).split('\n').find((item) => item.includes(digest)),
  )
  expect(JSON.parse(line)).toMatchObject({
    msg: 'exception received',
    digest,
    service: 'demo-shop',
    level: 60,
  })
  const event = await eventOf(stack, digest)
  expect(event).toMatchObject({ digest, service: 'demo-shop', mechanism: 'react.uncaught', severity: 21 })
  events.set('Throw while rendering', event)
  expect(event.frames.length).toBeGreaterThan(1)
  expect(event.componentStack).toContain('at ')

  // One click opens the console at that occurrence.
  await shop.page.getByRole('link', { name: /open this very error/i }).click()
  await shop.page.waitForURL(new RegExp(`/issues/${event.issueId}`))
  await shop.page.getByRole('heading', { level: 1 }).filter({ hasText: event.type }).waitFor()
  expect(await shop.page.getByLabel('Digest').first().innerText()).toContain(digest)
  expect(await shop.page.getByText(event.message).first().isVisible()).toBe(true)

  // Its trace has the page-load span in which the error occurred.
  const trace = await waitFor('the page-load span', async () => {
    const answer = await getJson<TraceAnswer>(`${stack.url}/api/traces/${event.traceId}`)
    return answer.spans.some(({ spanId }) => spanId === event.spanId) ? answer : undefined
  })
  expect(trace.exceptions).toContainEqual(expect.objectContaining({ digest, spanId: event.spanId }))
  const pageLoad = trace.spans.find(({ spanId }) => spanId === event.spanId)
  // The screen has the link once it has asked for the spans again.
  await shop.page.locator(`a[href*="/traces/${event.traceId}"]`).filter({ visible: true }).last().click()
  await shop.page.waitForURL(new RegExp(`/traces/${event.traceId}`))
  await shop.page.getByRole('treeitem', { name: new RegExp(pageLoad?.name ?? 'no page-load span') }).waitFor()
  await shop.close()
})

const errors = [
  { button: 'Throw in a click handler', mechanism: 'window.error' },
  { button: 'Reject a promise', mechanism: 'unhandledrejection' },
  { button: 'Fail a fetch', mechanism: 'unhandledrejection' },
  { button: 'Load a missing chunk', mechanism: 'chunk' },
]
test.for(errors)(
  '$button: the digest beside the button is the one in the store',
  async ({ button, mechanism }) => {
    const shop = await browser.open(`${stack.url}/demo`)
    await waitForClient(shop.page)
    await shop.page.getByRole('button', { name: button }).click()
    const link = shop.page.getByRole('row', { name: button }).getByRole('link', { name: /console/i })
    const digest = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    const event = await eventOf(stack, digest)
    expect(event).toMatchObject({ digest, mechanism, service: 'demo-shop' })
    events.set(button, event)
    expect(await shop.page.getByRole('button', { name: button }).isVisible()).toBe(true)
    await shop.close()
  },
)

test('an error before React mounts shows the fallback screen', async () => {
  const shop = await browser.open(`${stack.url}/demo?break=boot`)
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(stack.url).host))
  const event = await eventOf(stack, digest)
  expect(event).toMatchObject({ digest, severity: 21 })
  // It does not happen without `boot`, which the copy names.
  expect(renderTest(event)).toMatch(/Not known[^]*- the values in the query of the address\n/)
  await shop.close()
})

test('copied for Playwright, the errors of the demo happen again', async () => {
  await expectReproduced(events, { total: errors.length + 1, least: 5 })
})

test('a server error shows the fallback screen, with the digest of the log and the store', async () => {
  const shop = await browser.open(`${stack.url}/demo/broken`)
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(stack.url).host))
  await waitFor('in the log', async () => (await stack.output()).includes(digest))
  expect(await eventOf(stack, digest)).toMatchObject({
    digest,
    service: 'errata-relay',
  })
  await shop.close()
})

test('a slow request is a long bar in the trace of its page, and no issue', async () => {
  const shop = await browser.open(`${stack.url}/demo`)
  const request = shop.page.waitForRequest(/\/demo\/api\/stock/)
  await shop.page.getByRole('button', { name: 'Slow fetch' }).click()
  const traceId = (await (await request).headerValue('traceparent'))?.split('-')[1] ?? ''
  const trace = await waitFor('the slow span', async () => {
    const answer = await getJson<TraceAnswer>(`${stack.url}/api/traces/${traceId}`)
    return answer.spans.some(({ durationNs, kind }) => kind === 'client' && durationNs > 1e9)
      ? answer
      : undefined
  })
  expect(trace.exceptions).toEqual([])
  await shop.close()
})

test('the page of a digest that has not arrived waits for it, and opens it by itself', async () => {
  const digest = 'W41T1NG0'
  const session = await browser.open(`${stack.url}/d/${digest}`)
  await session.page.getByText(digest).first().waitFor()
  await post(`${stack.url}/monitoring`, exceptionLog({ digest, message: 'late but here' }).body)
  await session.page.waitForURL(/\/issues\//)
  await session.page.getByText('late but here').first().waitFor()
  await session.close()
})
