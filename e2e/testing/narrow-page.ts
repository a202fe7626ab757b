// The parts of a page of the console that narrow a list, as a test finds and uses them.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { waitFor } from './wait-for.ts'

export const searchBox = (page: Page, list = 'issues') =>
  page.getByRole('combobox', { name: `Search ${list}` })
export const facet = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 3, name: new RegExp(`^${name} `) }) })
    .last()
export const strip = (page: Page) => page.getByRole('slider', { name: /Traces by start and duration/ })
export const differs = (page: Page) => page.getByRole('region', { name: 'What differs in the selection' })
export const queryOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export async function waitForQuery(page: Page, name: string, value: string | null): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get(name) === value)
}

/** The number of the first row, as `25 of 42` says it. */
export async function totalOf(page: Page): Promise<number> {
  const text = await page.getByRole('status').filter({ hasText: / of / }).textContent()
  return Number(/ of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
}

/** Nanoseconds, from the top. */
export function durationsOf(table: Locator): Promise<number[]> {
  return table
    .locator('td[class*=duration] data')
    .evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('value'))))
}

/** Drags over the newest and slowest traces. Resolves to the total before. */
export async function selectSlow(page: Page): Promise<number> {
  const plot: Locator = strip(page)
  await plot.waitFor()
  const all = await waitFor('the total', async () => (await totalOf(page)) || undefined)
  const box = (await plot.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.93, box.y + 3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 3, box.y + 10, { steps: 3 })
  await page.mouse.up()
  await page.waitForURL((url) => url.searchParams.has('started') && url.searchParams.has('minDurationNs'))
  expect(queryOf(page, 'maxDurationNs')).toBeNull()
  return all
}
