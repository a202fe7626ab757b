// Web vitals as records. Only Chromium measures all five, and only its driver can click here.

import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { openPage, type Page } from '../testing/page.ts'
import { chunkUrls, isPainted, vitalsMeasured, vitalsOf } from '../testing/vitals.ts'

async function namesOf(page: Page): Promise<string[]> {
  return (await vitalsOf(page)).map((vital) => String(vital['browser.web_vital.name'])).sort()
}

/** Adds a slow button, and clicks it until the browser has measured it. */
async function clickSlowly(page: Page): Promise<void> {
  await page.run(() => {
    const button = document.createElement('button')
    button.textContent = 'Slow'
    button.addEventListener('click', () => {
      for (const end = performance.now() + 60; performance.now() < end;);
    })
    document.body.append(button)
  })
  await clickButton(page, 'Slow')
}

/** Only a real click counts, and not every one. */
async function clickButton(page: Page, name: string): Promise<void> {
  await page.run(() => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('click').length) document.body.dataset['measured'] = 'true'
    })
    observer.observe({ type: 'event', buffered: true, durationThreshold: 16 })
  })
  const frame = page.document.defaultView?.frameElement as Element
  const button = browser.frameLocator(browser.elementLocator(frame)).getByRole('button', { name })
  const clickIsMeasured = async () => {
    await button.click()
    await page.run(() => sdk.wait(100))
    return page.document.querySelector('[data-measured]') !== null
  }
  await expect.poll(clickIsMeasured).toBe(true)
}

test('each vital is sent once, when the page closes, with the route that was loaded', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({ vitals: true, route: () => location.pathname.replace('mounted', ':page') }),
  })
  await vitalsMeasured(page)
  await clickSlowly(page)
  await page.run(async () => {
    history.pushState(null, '', '/pages/elsewhere')
    await sdk.flush()
  })
  expect(await vitalsOf(page)).toEqual([])
  const start = (await page.records()).find(({ eventName }) => eventName === 'session.start')
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb'])
  const vitals = await vitalsOf(page)
  for (const vital of vitals) {
    expect(vital).toMatchObject({
      severityNumber: 9,
      'service.name': 'test-app',
      'browser.web_vital.navigation_type': 'navigate',
      'browser.web_vital.rating': expect.stringMatching(/^(good|needs-improvement|poor)$/),
      'browser.web_vital.value': expect.any(Number),
      'browser.web_vital.delta': vital['browser.web_vital.value'],
      'http.route': '/pages/:page',
    })
    if (start) expect(vital['session.id']).toBe(start['session.id'])
  }
  expect(new Set(vitals.map((vital) => vital['browser.web_vital.id'])).size).toBe(5)
  const interaction = vitals.find((vital) => vital['browser.web_vital.name'] === 'inp')
  expect(interaction?.['browser.web_vital.value']).toBeGreaterThanOrEqual(56)
})

test('an interaction is measured on a page that closes before the browser is idle', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => {
      globalThis.requestIdleCallback = () => 0
      return { vitals: true }
    },
  })
  await vitalsMeasured(page)
  await clickSlowly(page)
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb'])
})

test('a page that is hidden, shown and closed sends each vital once', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ vitals: true }) })
  await vitalsMeasured(page)
  await page.run(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  // The library finishes LCP only at an event of the browser.
  await expect.poll(() => namesOf(page)).toEqual(['cls', 'fcp', 'ttfb'])
  await page.run(async () => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    const bar = document.createElement('div')
    bar.style.height = '200px'
    document.body.prepend(bar)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    sdk.captureException(new Error('afterwards'))
  })
  await page.leave()
  await expect.poll(() => page.messages()).toEqual(['afterwards'])
  await expect.poll(() => namesOf(page)).toEqual(['cls', 'fcp', 'lcp', 'ttfb'])
})

test('INP and LCP have their element and phases, and no text of the page', async () => {
  const page = await openPage({ path: 'slow-button', init: () => ({ vitals: true }) })
  await vitalsMeasured(page)
  await clickButton(page, 'hunter2')
  await page.leave()
  await expect.poll(() => namesOf(page)).toContain('inp')
  expect(JSON.stringify(await page.requests())).not.toContain('hunter2')
  const vitals = await vitalsOf(page)
  for (const [name, phases] of [
    ['inp', ['input_delay', 'processing', 'presentation']],
    ['lcp', ['time_to_first_byte', 'load_delay', 'load_duration', 'render_delay']],
  ] as const) {
    const vital = vitals.find((vital) => vital['browser.web_vital.name'] === name)!
    expect(vital['errata.vital.element']).toMatch(/button\.pay$/)
    const times = phases.map((phase) => Number(vital[`errata.vital.phase.${phase}`]))
    const total = times.reduce((sum, time) => sum + time)
    expect(total).toBeCloseTo(Number(vital['browser.web_vital.value']), 0)
  }
  const interaction = vitals.find((vital) => vital['browser.web_vital.name'] === 'inp')!
  expect(interaction['errata.vital.phase.processing']).toBeGreaterThanOrEqual(85)
})

test('beforeSend can drop a vital', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({
      vitals: true,
      beforeSend: (record) => (record.attributes['browser.web_vital.name'] === 'lcp' ? record : null),
    }),
  })
  await vitalsMeasured(page)
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['lcp'])
})

test('without the option nothing is measured and the library is not loaded', async () => {
  const page = await openPage({ path: 'mounted' })
  await expect.poll(() => page.run(isPainted)).toBe(true)
  await page.run(async () => {
    await sdk.flush()
    sdk.captureException(new Error('last'))
  })
  expect(await page.run(chunkUrls)).toEqual([])
  await page.leave()
  await expect.poll(() => page.messages()).toEqual(['last'])
  expect(await vitalsOf(page)).toEqual([])
})

test('a script tag measures with the attribute data-vitals', async () => {
  const page = await openPage({ path: 'script-tag-vitals', name: 'tagged-vitals' })
  await vitalsMeasured(page)
  await page.leave()
  await expect.poll(() => namesOf(page)).toEqual(['cls', 'fcp', 'lcp', 'ttfb'])
})
