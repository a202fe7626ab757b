// Every screen that is registered, with data: heading, title, colours, layout, accessibility.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'
import type { ScreenDefinition } from './define-screen.ts'

const { data } = await playRecording('servers')
const { issue, trace, digest } = data as Record<'issue' | 'trace' | 'digest', string>

const VALUES: Record<string, string> = {
  '/issues/$id': `/issues/${issue}`,
  '/traces/$traceId': `/traces/${trace}`,
  '/d/$digest': `/d/${digest}`,
  '/releases/$service/$release': '/releases/shop/2026.11.3',
  '/operations/$service': `/operations/shop-api?operation=${encodeURIComponent('GET /api/quote')}`,
}
const modules = import.meta.glob<Record<string, ScreenDefinition<string, object>>>(
  '../features/**/screen.ts',
  { eager: true },
)
const paths = Object.values(modules).flatMap((module) => Object.values(module).map(({ path }) => path))
const themes = ['light', 'dark'] as const
const views = [...paths, '/nothing'].flatMap((path) => themes.map((theme) => ({ path, theme })))

test.for(views)(
  '$path, $theme: has a heading, fits four widths and is accessible',
  async ({ path, theme }) => {
    const screen = await openScreen(VALUES[path] ?? path, { theme })
    expect(VALUES[path] ?? path).not.toContain('$')
    await screen.settled()
    await expect.poll(() => document.title).toMatch(/^\S.* · Errata$/)
    expect(all('h1').length).toBe(1)
    const { backgroundColor, color } = getComputedStyle(document.body)
    expect(brightness(backgroundColor) > brightness(color)).toBe(theme === 'light')
    await expectAccessible()
    // 320 pixels: 1280 at 400 %.
    for (const width of [390, 360, 320]) {
      await page.viewport(width, 844)
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
      await expect.poll(() => cutMenuEntries(width)).toEqual([])
      // The narrow layout has the colours of the wide one.
      if (width === 390 && theme === 'light') await expectAccessible()
    }
  },
)

/** The entries of the header that are partly outside of the window. */
function cutMenuEntries(width: number): string[] {
  const entries = all('#root > header nav > :is(a, button)').filter((entry) => entry.checkVisibility())
  const isCut = ({ left, right }: DOMRect) => left < 0 || right > width
  return entries.filter((entry) => isCut(entry.getBoundingClientRect())).map(({ textContent }) => textContent)
}

test.each(themes)('the palette is accessible, %s', async (theme) => {
  await openScreen('/status', { width: 360, height: 780, theme })
  await press('{Control>}k{/Control}')
  await shown(page.getByRole('listbox'))
  await expectAccessible()
})

test('/issues is the list of issues, with its filters', async () => {
  const screen = await openScreen('/issues?service=shop')
  await expect.poll(() => screen.url().pathname + screen.url().search).toBe('/?service=shop')
  await select('tbody tr a')
})

function brightness(color: string): number {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
}
