// Only Chromium measures all five, and only there a test has a hand that presses.

import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { openPage, type Page, type Received } from './testing/page.ts'

async function vitalsOf(page: Page): Promise<Received[]> {
  return (await page.records()).filter(({ eventName }) => eventName === 'browser.web_vital')
}

async function namesOf(page: Page): Promise<string[]> {
  return (await vitalsOf(page)).map((vital) => String(vital['browser.web_vital.name'])).sort()
}

const chunk = "performance.getEntriesByType('resource').find(({ name }) => name.includes('pace'))?.name"
const loaded = (page: Page) => page.run(`return ${chunk} !== undefined`)
const painted = (page: Page) =>
  page.run("return performance.getEntriesByName('first-contentful-paint').length > 0")

/** Waits until the library watches and knows of the first paint: it hears of it before whoever asks later. */
async function measuring(page: Page): Promise<void> {
  await expect.poll(() => loaded(page)).toBe(true)
  await expect.poll(() => painted(page)).toBe(true)
  await page.run(`
    await import(${chunk})
    await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
    await new Promise((resolve) => setTimeout(resolve))`)
}

/** Presses something that takes its time until the browser has told of it: only a real press is an interaction, and not every one is timed. */
async function pressSlowly(page: Page): Promise<void> {
  await page.run(`
    const button = document.createElement('button')
    button.textContent = 'Slow'
    button.onclick = () => { for (const end = performance.now() + 60; performance.now() < end;); }
    document.body.append(button)
    globalThis.timed = 0
    new PerformanceObserver((list) => (timed += list.getEntriesByName('click').length)).observe({ type: 'event', buffered: true, durationThreshold: 16 })`)
  const frame = page.document.defaultView?.frameElement
  const button =
    frame && browser.frameLocator(browser.elementLocator(frame)).getByRole('button', { name: 'Slow' })
  await expect
    .poll(
      async () => {
        await button?.click()
        return page.run('await new Promise((resolve) => setTimeout(resolve, 100)); return timed')
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
}

test('each vital of a page leaves once, when the page does, under the route that was loaded', async () => {
  const page = await openPage({
    path: 'mounted',
    init: "{ vitals: true, route: () => location.pathname.replace('mounted', ':page') }",
  })
  await measuring(page)
  await pressSlowly(page)
  await page.run("history.pushState(null, '', '/stage/elsewhere'); await stage.flush()")
  expect(await vitalsOf(page)).toEqual([])
  const session = (await page.records()).find(({ eventName }) => eventName === 'session.start')?.[
    'session.id'
  ]
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB'])
  const vitals = await vitalsOf(page)
  for (const vital of vitals) {
    expect(vital).toMatchObject({
      severityNumber: 9,
      'service.name': 'stage',
      'browser.web_vital.navigation_type': 'navigate',
      'browser.web_vital.rating': expect.stringMatching(/^(good|needs-improvement|poor)$/),
      'browser.web_vital.value': expect.any(Number),
      'browser.web_vital.delta': vital['browser.web_vital.value'],
      'http.route': '/stage/:page',
    })
    if (session) expect(vital['session.id']).toBe(session)
  }
  expect(new Set(vitals.map((vital) => vital['browser.web_vital.id'])).size).toBe(5)
  const slow = vitals.find((vital) => vital['browser.web_vital.name'] === 'INP')
  expect(slow?.['browser.web_vital.value']).toBeGreaterThanOrEqual(56)
})

test('a page that is put away, brought back and left tells its vitals once', async () => {
  const page = await openPage({ path: 'mounted', init: '{ vitals: true }' })
  await measuring(page)
  const changed = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"
  await page.run(
    `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }); ${changed}`,
  )
  // The library ends LCP at a true event only, so that one comes with the true end.
  await expect.poll(() => namesOf(page)).toEqual(['CLS', 'FCP', 'TTFB'])
  await page.run(`
    delete document.visibilityState
    ${changed}
    const bar = document.createElement('div')
    bar.style.height = '200px'
    document.body.prepend(bar)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    stage.captureException(new Error('afterwards'))`)
  await page.leave()
  await expect.poll(async () => (await page.exceptions()).length).toBe(1)
  await expect.poll(() => namesOf(page)).toEqual(['CLS', 'FCP', 'LCP', 'TTFB'])
})

test('what is measured passes beforeSend, and can be dropped there', async () => {
  const beforeSend = "(record) => (record.attributes['browser.web_vital.name'] === 'LCP' ? record : null)"
  const page = await openPage({ path: 'mounted', init: `{ vitals: true, beforeSend: ${beforeSend} }` })
  await measuring(page)
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['LCP'])
})

test('without the option nothing is measured, nor the code for it loaded', async () => {
  const page = await openPage({ path: 'mounted' })
  await expect.poll(() => painted(page)).toBe(true)
  await page.run("await stage.flush(); stage.captureException(new Error('last'))")
  expect(await loaded(page)).toBe(false)
  await page.leave()
  await expect.poll(async () => (await page.exceptions()).length).toBe(1)
  expect(await vitalsOf(page)).toEqual([])
})

test('a script tag measures with the attribute data-vitals', async () => {
  const page = await openPage({ path: 'script-tag-vitals', name: 'tagged-vitals' })
  await measuring(page)
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['CLS', 'FCP', 'LCP', 'TTFB'])
})
