// The parts of a page that narrow a list, as a test finds and uses them.
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Screen } from './open-screen.tsx'
import { all } from './page.ts'

export const searchBox = (list = 'issues') => page.getByRole('combobox', { name: `Search ${list}` })

function facetSection(name: string): HTMLElement | undefined {
  const isOf = (section: HTMLElement) =>
    all('h3', section).some((h3) => h3.textContent.startsWith(`${name} `))
  return all('section').findLast(isOf)
}

/** The text of a facet; undefined: it is not there. */
export const facetText = (name: string) => facetSection(name)?.textContent

/** Waits for a link in the facet `name`. */
export async function facetLink(name: string, link: string): Promise<HTMLElement> {
  const find = () => {
    const section = facetSection(name)
    return section && page.elementLocator(section).getByRole('link', { name: link, exact: true }).query()
  }
  await expect.poll(find, { message: `${link} in ${name}` }).toBeTruthy()
  return find() as HTMLElement
}

export async function hasQuery(screen: Screen, name: string, value: string | null): Promise<void> {
  await expect.poll(() => screen.query(name)).toBe(value)
}

export const heatmap = () => page.getByRole('slider', { name: /Traces by start and duration/ })
export const differs = () => page.getByRole('region', { name: 'What differs in the selection' })

/** The number of rows of a list, as `25 of 42` shows it. */
export function totalOf(): number {
  const texts = all('[role=status]').map(({ textContent }) => textContent)
  return Number(texts.flatMap((text) => / of ([\d,]+)/.exec(text)?.[1] ?? [])[0]?.replaceAll(',', ''))
}

/** Nanoseconds, from the top. */
export function durations(): number[] {
  return all('td[class*=duration] data').map((element) => Number(element.getAttribute('value')))
}
