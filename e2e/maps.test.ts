// Source maps from the build to the console: the demo's source code, the built code, and what is missing.
import { beforeAll, expect, test } from 'vitest'
import type { MapsAnswer } from '../contract/maps.ts'
import { getJson, requireOk, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
beforeAll(async () => {
  await waitFor('the maps of the demo', async () => (await readMaps('demo-shop')).maps.length > 2)
})

const readMaps = (service: string): Promise<MapsAnswer> =>
  getJson<MapsAnswer>(`${stack.url}/api/maps?service=${service}`)

test('the first error of the demo shows its line of source code, and the built code beside it', async () => {
  const shop = await browser.open(`${stack.url}/demo`)
  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  await shop.page.getByRole('link', { name: /open this very error/i }).click()
  await shop.page.waitForURL(/\/issues\//)
  const { page } = shop
  const stackSection = page.getByRole('region', { name: 'Stack trace' })
  await stackSection.getByText('demo/book.tsx').first().waitFor()
  expect(
    await stackSection
      .getByRole('group', { name: /^Source around line/ })
      .first()
      .innerText(),
  ).toContain('details[product.id]')
  await page.keyboard.press('m')
  await stackSection
    .getByText(/\/assets\/demo-.*\.js:1:/)
    .first()
    .waitFor()
  expect(new URL(page.url()).searchParams.get('stack')).toBe('built')
  await page.reload()
  await stackSection
    .getByText(/\/assets\/demo-.*\.js:1:/)
    .first()
    .waitFor()
  // The address has which one is chosen, and changes after the click.
  await stackSection.getByRole('radio', { name: 'Raw text' }).click()
  await stackSection
    .getByText(/at .*\/assets\/demo-/)
    .first()
    .waitFor()
  expect(new URL(page.url()).searchParams.get('stack')).toBe('text')
  await stackSection.getByRole('radio', { name: 'Source' }).click()
  await stackSection.getByText('demo/book.tsx').first().waitFor()
  await shop.close()
})

test('a script without a map is named with the command that sends it, and a late map is shown', async () => {
  await putMap('assets/account-B1ffee12.js')
  const digest = await sendError()
  const { issueId } = await eventOf(stack, digest)
  const { page, close } = await browser.open(`${stack.url}/issues/${issueId}`)
  await page.getByText('No source map for cart-C0ffee12.js').click()
  const command = `npx errata upload dist --service checkout-web --release 7.1.0 --url ${stack.url}`
  expect(await page.getByText(command).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Source maps of this release' }).click()
  await page.getByRole('heading', { name: 'Source maps of checkout-web 7.1.0' }).waitFor()
  await page.getByText('1 of 1 file in stack traces has no source map').waitFor()
  expect(await page.getByRole('table', { name: 'Files without a map' }).innerText()).toContain(
    'assets/cart-C0ffee12.js',
  )

  await putMap('assets/cart-C0ffee12.js')
  await page.reload()
  await page.getByText(/2 maps,/).waitFor()
  await page.goBack()
  await page.getByText('The source maps were uploaded after this event').waitFor()
  await page.getByText('src/cart.ts:1:10').first().waitFor()
  expect((await eventOf(stack, digest)).issueId).toBe(issueId)
  await close()
})

const SERVICE = { service: 'checkout-web', release: '7.1.0' }
const SOURCE = 'function total(cart) { return cart.items.length }\n'

async function putMap(file: string): Promise<void> {
  const sources = { sources: ['../src/cart.ts'], sourcesContent: [SOURCE] }
  const answer = await fetch(
    `${stack.url}/api/maps?${new URLSearchParams({ ...SERVICE, file }).toString()}`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 3, ...sources, names: [], mappings: 'AAAA,SAAS' }),
    },
  )
  await requireOk(answer)
}

async function sendError(): Promise<string> {
  const frames = ['t (https://shop.example/assets/cart-C0ffee12.js:1:12)']
  const { digest, body } = exceptionLog({ ...SERVICE, message: 'x is undefined', frames })
  await send(stack.url, body)
  return digest
}
