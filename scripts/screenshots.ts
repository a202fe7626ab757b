// `npm run screenshots [-- folder]`: pictures of every screen with a day's data, and the one in the README.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openHouse } from '../e2e/house.ts'
import { openBrowser } from '../e2e/page.ts'
import { liveSampleDay } from '../e2e/sample.ts'
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'

const folder = process.argv[2]
process.env['CHROMIUM'] = findBrowser()
await buildIfStale()
const house = await openHouse()
const browser = await openBrowser()
try {
  const paths = await liveSampleDay(house.url)
  await shoot('/', '.github/console.png', 1440, 'light')
  if (folder) {
    mkdirSync(folder, { recursive: true })
    const screens = { ...paths, fallback: '/demo/broken' }
    for (const [name, path] of Object.entries(screens))
      for (const width of [1440, 390])
        for (const scheme of ['light', 'dark'] as const)
          await shoot(path, join(folder, `${name}-${width}-${scheme}.png`), width, scheme)
  }
} finally {
  await browser.close()
  await house.close()
}

async function shoot(
  path: string,
  file: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const { page, leave } = await browser.visit(house.url + path, {
    width,
    height: width === 390 ? 844 : 900,
    colorScheme,
  })
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(500)
  await page.screenshot({ path: file })
  await leave()
}
