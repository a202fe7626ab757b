// What is pasted into the console opens what it came from; the palette finds by name; searches are saved.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { SearchesAnswer } from '../contract/search.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, post } from './testing/http.ts'
import { sendErrors } from './testing/issues.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog, stacktrace } from './testing/telemetry.ts'

const FRAMES = [
  'searchTotal (https://shop.example/assets/search-a1b2c3d4.js:10:15)',
  'Results (https://shop.example/assets/search-a1b2c3d4.js:20:5)',
]

const { stack, browser } = shareStackWithBrowser()

test('the stack of another build opens its issue, and a digest its occurrence', async () => {
  const { digest, body } = exceptionLog({ service: 'search', message: 'no total', frames: FRAMES })
  await post(`${stack.url}/monitoring`, body)
  const { issueId } = await eventOf(stack, digest)
  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  const built = stacktrace('TypeError', 'no total', FRAMES).replaceAll('a1b2c3d4', 'ffff0000')
  await paste(page, `Uncaught ${built}`)
  await page.waitForURL(`**/issues/${issueId}*`)
  await page.goto(`${stack.url}/status`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill(digest)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/issues/${issueId}?event=${digest}`)
  await close()
})

test('Enter opens what was typed while the list of the palette is loaded', async () => {
  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/palette-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill('operations')
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).pathname).toBe('/status')
  gate.resolve()
  await page.waitForURL('**/operations*')
  await close()
})

test('Ctrl K finds issues and services by their names', async () => {
  const [id] = await sendErrors(stack.url, ['PaletteError'], { service: 'palette-shop', message: 'by name' })
  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill('PaletteErr')
  await option('PaletteError by name palette-shop').click()
  await page.waitForURL(`**/issues/${id}*`)
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill('palette-sh')
  await option('palette-shop service').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/?service=palette-shop')
  await close()
})

test('a search is saved in the list, opened by its name in the palette, and deleted', async () => {
  const service = 'saved-shop'
  await sendErrors(stack.url, ['SavedError', 'OtherSavedError'], { service })
  const { page, close } = await openScreen(browser, `${stack.url}/?service=${service}&q=type:SavedError`)
  await page.getByTitle('Saved searches (S)').waitFor()
  await page.keyboard.press('S')
  await page.getByLabel('Save this search').fill('Saved errors of the shop')
  await page.keyboard.press('Enter')
  await page.getByText('Saved as “Saved errors of the shop”').waitFor()
  const saved = async () => {
    const { searches } = await getJson<SearchesAnswer>(`${stack.url}/api/searches`)
    return searches.filter(({ name }) => name === 'Saved errors of the shop')
  }
  expect(await saved()).toMatchObject([{ list: 'issues', search: `q=type%3ASavedError&service=${service}` }])

  await page.goto(`${stack.url}/status`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill('errors of the shop')
  await page.getByRole('option', { name: /^Saved errors of the shop saved search/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^SavedError/ }).waitFor()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /OtherSavedError/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Saved errors of the shop' }).click()
  await page.getByText('“Saved errors of the shop” deleted').waitFor()
  expect(await saved()).toEqual([])
  await close()
})

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}
