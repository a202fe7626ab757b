// The whole journey, as a newcomer walks it: break the shop, read the screen, follow its digest to the occurrence and its trace.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, TraceAnswer } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { fallbackSentence, openBrowser, readFallback, type Visitor } from './page.ts'
import { exceptionLog, post } from './telemetry.ts'

let house: House
let browser: Visitor
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

test('a digest on the screen opens that very occurrence, with its stack and its trace', async () => {
  const shop = await browser.visit(`${house.url}/demo`)
  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(house.url).host))
  expect(digest).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)

  // The same digest in the browser's console, in the relay's log and in the store.
  await until('the digest in the browser console', () => shop.said().includes(digest))
  const line = await until('the digest in the log', () =>
    house
      .output()
      .split('\n')
      .find((one) => one.includes(digest)),
  )
  expect(JSON.parse(line)).toMatchObject({
    msg: 'exception received',
    digest,
    service: 'demo-shop',
    level: 60,
  })
  const event = await until('the digest in the store', () => ask<Event>(`${house.url}/api/events/${digest}`))
  expect(event).toMatchObject({ digest, service: 'demo-shop', mechanism: 'react.uncaught', severity: 21 })
  expect(event.frames.length).toBeGreaterThan(1)
  expect(event.componentStack).toContain('at ')

  // One click later: the console at that occurrence.
  await shop.page.getByRole('link', { name: /open this very error/i }).click()
  await shop.page.waitForURL(new RegExp(`/issues/${event.issueId}`))
  await shop.page.getByRole('heading', { level: 1 }).filter({ hasText: event.type }).waitFor()
  expect(await shop.page.getByLabel('Digest').first().innerText()).toContain(digest)
  expect(await shop.page.getByText(event.message).first().isVisible()).toBe(true)

  // And its trace, with the page-load span that it happened in.
  const trace = await until('the page-load span', async () => {
    const found = await ask<TraceAnswer>(`${house.url}/api/traces/${event.traceId}`)
    return found.spans.some(({ spanId }) => spanId === event.spanId) ? found : undefined
  })
  expect(trace.exceptions).toContainEqual(expect.objectContaining({ digest, spanId: event.spanId }))
  const pageLoad = trace.spans.find(({ spanId }) => spanId === event.spanId)
  await shop.page.getByRole('link', { name: /trace/i }).filter({ visible: true }).last().click()
  await shop.page.waitForURL(new RegExp(`/traces/${event.traceId}`))
  await shop.page.getByRole('treeitem', { name: new RegExp(pageLoad?.name ?? 'no page-load span') }).waitFor()
  await shop.leave()
})

const ways = [
  { button: 'Throw in a click handler', mechanism: 'window.error' },
  { button: 'Reject a promise', mechanism: 'unhandledrejection' },
  { button: 'Fail a fetch', mechanism: 'unhandledrejection' },
  { button: 'Load a missing chunk', mechanism: 'chunk' },
]
test.for(ways)(
  '$button: the digest beside the button is the stored occurrence',
  async ({ button, mechanism }) => {
    const shop = await browser.visit(`${house.url}/demo`)
    await shop.page.getByRole('button', { name: button }).click()
    const link = shop.page.getByRole('row', { name: button }).getByRole('link', { name: /console/i })
    const digest = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    const event = await until('stored', () => ask<Event>(`${house.url}/api/events/${digest}`))
    expect(event).toMatchObject({ digest, mechanism, service: 'demo-shop' })
    expect(await shop.page.getByRole('button', { name: button }).isVisible()).toBe(true)
    await shop.leave()
  },
)

test('an error before React mounts paints the same screen', async () => {
  const shop = await browser.visit(`${house.url}/demo?break=boot`)
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(house.url).host))
  expect(await until('stored', () => ask<Event>(`${house.url}/api/events/${digest}`))).toMatchObject({
    digest,
    severity: 21,
  })
  await shop.leave()
})

test('a failure of the server paints the same screen, with a digest that the log and the store know', async () => {
  const shop = await browser.visit(`${house.url}/demo/broken`)
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(house.url).host))
  await until('in the log', () => house.output().includes(digest))
  expect(await until('stored', () => ask<Event>(`${house.url}/api/events/${digest}`))).toMatchObject({
    digest,
    service: 'errata-relay',
  })
  await shop.leave()
})

test('a slow request is a long bar in the trace of its page, and no issue', async () => {
  const shop = await browser.visit(`${house.url}/demo`)
  const asked = shop.page.waitForRequest(/\/demo\/api\/stock/)
  await shop.page.getByRole('button', { name: 'Slow fetch' }).click()
  const traceId = (await (await asked).headerValue('traceparent'))?.split('-')[1] ?? ''
  const trace = await until('the slow span', async () => {
    const found = await ask<TraceAnswer>(`${house.url}/api/traces/${traceId}`)
    return found.spans.some(({ durationNs, kind }) => kind === 'client' && durationNs > 1e9)
      ? found
      : undefined
  })
  expect(trace.exceptions).toEqual([])
  await shop.leave()
})

test('a digest that has not arrived yet is awaited, and the page changes by itself', async () => {
  const digest = 'W41T1NG0'
  const person = await browser.visit(`${house.url}/d/${digest}`)
  await person.page.getByText(digest).first().waitFor()
  await post(`${house.url}/monitoring`, exceptionLog({ digest, message: 'late but here' }).body)
  await person.page.waitForURL(/\/issues\//)
  await person.page.getByText('late but here').first().waitFor()
  await person.leave()
})
