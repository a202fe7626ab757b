// A recording that the SDK of Sentry makes of a page whose styles scripts insert, as libraries for CSS in
// JavaScript do: the page at the error has all of them. Needs npm's registry.
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { getJson } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
let server: StaticServer

beforeAll(async () => {
  server = await serveApplication(join(await buildExample('sentry-sdks', 'e2e/testing'), 'dist'), stack.url)
}, EXAMPLE_TIMEOUT_MS)
afterAll(() => server?.close())

/** Colors of all texts, by their ids. */
async function colorsOf(page: Page): Promise<Record<string, readonly string[]>> {
  const entries = await page.locator('p').evaluateAll((elements) =>
    elements.map((element) => {
      const { color, backgroundColor, paddingLeft } = getComputedStyle(element)
      return [element.id, [color, backgroundColor, paddingLeft]] as const
    }),
  )
  return Object.fromEntries(entries)
}

test('the page at the error has the styles that scripts have inserted, changed and adopted', async () => {
  const recorded = await browser.open(`${server.url}/replay.html?relay=${stack.url}`)
  await recorded.page.waitForFunction(() => /^[\da-f]{32}$/.test(document.title), null, { timeout: 60_000 })
  const id = await recorded.page.title()
  const expected = await colorsOf(recorded.page)
  expect(Object.keys(expected)).toHaveLength(8)
  const address = `${stack.url}/api/events/${id}/snapshot`
  await waitFor('the snapshot', () => getJson(address).catch(() => undefined))
  await recorded.close()
  const shown = await browser.open(`${address}/frame`)
  expect(await colorsOf(shown.page)).toEqual(expected)
  await shown.close()
})
