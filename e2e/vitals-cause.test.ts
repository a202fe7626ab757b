// What made an interaction slow: the function and the line of the source code, on the screen of web vitals.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VitalCause, VitalCausesAnswer } from '../contract/vitals.ts'
import { findTestBrowsers } from '../scripts/browsers.ts'
import { openFirefox } from './testing/firefox.ts'
import { getJson } from './testing/http.ts'
import { serveSlowPage } from './testing/slow-page.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const SERVICE = 'slow-page'
const SOURCE = readFileSync(join(import.meta.dirname, 'testing/slow-page/src/totals.ts'), 'utf8')
const LINE = SOURCE.split('\n').findIndex((line) => line.includes('function priceOf')) + 1

const { stack, browser } = shareStackWithBrowser()
let server: Awaited<ReturnType<typeof serveSlowPage>>
beforeAll(async () => {
  server = await serveSlowPage({ url: stack.url, service: SERVICE, release: '1.0.0' })
})
afterAll(() => server?.close())

/** Clicks the slow button, waits until the browser has measured it, and leaves the page. */
async function visit(page: Page): Promise<void> {
  const isEntry = (type: string, name: string) =>
    page.waitForFunction(
      ({ type, name }) =>
        new Promise<true>((resolve) => {
          new PerformanceObserver((list) => {
            if (list.getEntries().some((entry) => entry.name.includes(name))) resolve(true)
          }).observe({ type, buffered: true })
        }),
      { type, name },
    )
  await isEntry('resource', 'pace')
  await isEntry('largest-contentful-paint', '')
  await page.locator('button.total').click()
  await isEntry('event', 'click')
  // The page sends its vitals when it ends.
  await page.goto('about:blank')
}

async function causeOf(route: string, vital: string): Promise<VitalCause> {
  return waitFor(`the cause of ${vital}`, async () => {
    const query = new URLSearchParams({ range: '1h', service: SERVICE, route, vital })
    return (await getJson<VitalCausesAnswer>(`${stack.url}/api/vitals/causes?${query}`)).causes[0]
  })
}

test('a slow click has its function and line of the source code, on the screen too', async () => {
  // The position is in characters from the start of the file: a comment is in front of the code.
  expect(server.code.indexOf('\n')).toBeLessThan(server.code.indexOf('data-sum'))
  const { page, close } = await browser.open(`${server.url}/totals`)
  await visit(page)
  const interaction = await causeOf('/totals', 'INP')
  expect(interaction).toEqual({
    service: SERVICE,
    route: '/totals',
    name: 'INP',
    views: 1,
    p75: expect.any(Number),
    element: '#root>button.total',
    phase: { name: 'processing', share: expect.any(Number) },
    script: {
      function: 'priceOf',
      file: 'src/totals.ts',
      line: LINE,
      column: 17,
      isMapped: true,
      share: expect.any(Number),
      views: 1,
    },
  })
  expect(interaction.script!.share).toBeGreaterThan(0.5)
  expect(await causeOf('/totals', 'LCP')).toMatchObject({
    element: '#root>img.hero',
    url: `${server.url}/hero.svg`,
    phase: { share: expect.any(Number) },
  })

  await page.goto(`${stack.url}/vitals?range=1h&service=${SERVICE}&vital=INP`)
  const row = page.getByRole('table', { name: 'Web vitals by route' }).getByRole('row', { name: '/totals' })
  await row.getByText('processing').waitFor()
  expect(await row.innerText()).toMatch(
    new RegExp(
      `INP \\d+ ms: \\d+ % in priceOf \\(src/totals.ts:${LINE}\\) · processing · #root>button.total`,
    ),
  )
  await close()
})

test('without long animation frames, as in Firefox and Safari, the script is left out', async () => {
  const { page, close } = await browser.open('about:blank')
  await page.addInitScript(() => {
    const types = PerformanceObserver.supportedEntryTypes.filter((type) => type !== 'long-animation-frame')
    Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: types })
  })
  await page.goto(`${server.url}/without-frames`)
  await visit(page)
  const cause = await causeOf('/without-frames', 'INP')
  expect(cause).toMatchObject({ element: '#root>button.total', phase: { name: 'processing' } })
  expect(cause).not.toHaveProperty('script')
  await close()
})

test('a real click in Firefox has its element and its phase, and no script', async ({ skip }) => {
  const program = process.env['FIREFOX'] || (await findTestBrowsers()).variables['FIREFOX']
  skip(!program, 'no Firefox')
  const firefox = await openFirefox(program!)
  const isEntry = (type: string, name: string) =>
    firefox.evaluate(`new Promise((resolve) =>
      new PerformanceObserver((list) => {
        if (list.getEntries().some((entry) => entry.name.includes('${name}'))) resolve(true)
      }).observe({ type: '${type}', buffered: true }))`)
  await firefox.goto(`${server.url}/in-firefox`)
  await isEntry('resource', 'pace')
  await isEntry('largest-contentful-paint', '')
  await firefox.click('button.total')
  await isEntry('event', 'click')
  await firefox.goto('about:blank')
  const cause = await causeOf('/in-firefox', 'INP')
  expect(cause).toMatchObject({ element: '#root>button.total', phase: { name: 'processing' } })
  expect(cause).not.toHaveProperty('script')
  await firefox.close()
})
