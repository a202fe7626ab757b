// Every screen as the relay serves it: its policy, its scripts, and the pages of paths that do not exist.
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openScreen } from './testing/browser-session.ts'
import { sendIncident } from './testing/incident.ts'
import { fillPath, SCREEN_PATHS } from './testing/screen-paths.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

/** Bytes of the scripts of index.html as a browser gets them, and after gzip -9. */
const BUDGET = { sent: 106_000, gzip: 120_000 }
/** Bytes on the wire, with headers, of all scripts of a first visit: until the list is shown, and in all. */
const LIST_BUDGET = { list: 120_000, all: 150_000 }
/** A page on a busy machine must not stop waiting for its list. */
const LONG_TIMER_MS = 2_000

const { stack, browser } = shareStackWithBrowser()
let values: Record<string, string>
beforeAll(async () => {
  const { issueId, traceId, digest } = await sendIncident(stack.url, 'ScreenError')
  const release = { $service: 'shop-web', $release: '2026.11.3' }
  values = { $id: issueId, $traceId: traceId, $digest: digest, ...release }
})

test.each([...SCREEN_PATHS, '/demo'])('%s follows its policy and prints no error', async (path) => {
  const search = path === '/operations/$service' ? '?operation=click%20Pay%20now' : ''
  const { page, consoleLines, close } = await openScreen(browser, stack.url + fillPath(path, values) + search)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(consoleLines().filter((line) => /security policy|uncaught|error/i.test(line))).toEqual([])
  await close()
})

test('the scripts that every screen waits for are small, and each screen has its own', async () => {
  const html = await (await fetch(stack.url, { headers: { accept: 'text/html' } })).text()
  const scripts = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path)
  expect(scripts.length).toBeGreaterThan(1)
  let gzip = 0
  for (const path of scripts) {
    const identity = await fetch(stack.url + path, { headers: { 'accept-encoding': 'identity' } })
    gzip += gzipSync(await identity.text(), { level: 9 }).length
  }
  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  const sent = await page.evaluate<number, string[]>((paths) => {
    const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const initial = loads.filter(({ name }) => paths.includes(new URL(name).pathname))
    return initial.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  }, scripts)
  expect([sent, sent < BUDGET.sent, gzip, gzip < BUDGET.gzip]).toEqual([sent, true, gzip, true])
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.waitForURL(/\/vitals/)
  await expect.poll(() => requests.filter((url) => /vitals-screen.*\.js$/.test(url))).toHaveLength(1)
  await close()
})

test('a first visit loads few scripts before the list of issues is shown, and few after it', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((longest) => {
    const start = setTimeout
    const later = (run: () => void, ms = 0, ...values: []) =>
      start(run, ms < longest ? ms : 1e6 + ms, ...values)
    Object.assign(globalThis, { setTimeout: later })
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main tbody tr')) return
      observer.disconnect()
      performance.mark('list')
    }).observe(document, { childList: true, subtree: true })
  }, LONG_TIMER_MS)
  await page.goto(stack.url)
  await page.getByRole('combobox', { name: 'Search issues' }).waitFor()
  await page.waitForLoadState('networkidle')
  const loads = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('list')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, transferSize }) => ({
        name: name.replace(/^.*\//, ''),
        isBefore: startTime < mark!.startTime,
        bytes: transferSize,
      }))
  })
  const sum = (rows: typeof loads) => rows.reduce((total, { bytes }) => total + bytes, 0)
  const before = sum(loads.filter(({ isBefore }) => isBefore))
  const all = sum(loads)
  expect(before, JSON.stringify(loads)).toBeGreaterThan(50_000)
  expect(before, JSON.stringify(loads)).toBeLessThanOrEqual(LIST_BUDGET.list)
  expect(all, JSON.stringify(loads)).toBeLessThanOrEqual(LIST_BUDGET.all)
  expect(all).toBeGreaterThan(before)
  await context.close()
})

test('forced colors show the current screen, the current tab and the colors of services', async () => {
  const { page, close } = await openScreen(browser, stack.url)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.locator('main .service').first().waitFor()
  const styles = await page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const style = (selector: string, part?: string) =>
      getComputedStyle(document.querySelector(selector)!, part)
    return {
      screens: [
        style('header nav [aria-current]').borderBottomStyle,
        style('header nav a:not([aria-current])').borderBottomStyle,
      ],
      tabs: [
        style('.tabs [aria-current]').borderBottomStyle,
        style('.tabs a:not([aria-current])').borderBottomStyle,
      ],
      page: style('body').backgroundColor,
      service: style('main .service', '::before').backgroundColor,
    }
  })
  expect([styles.screens, styles.tabs]).toEqual([
    ['solid', 'none'],
    ['solid', 'none'],
  ])
  expect(styles.service).not.toBe(styles.page)
  await close()
})
