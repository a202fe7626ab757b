// `npm run screenshots [-- FOLDER]`: the README's image, and every screen with sample data into FOLDER.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, type BrowserSession, type View } from '../e2e/testing/browser-session.ts'
import { loadSampleDay } from '../e2e/testing/sample-data.ts'
import { startStack } from '../e2e/testing/stack.ts'
import { findChromium } from './browsers.ts'
import { buildIfStale } from './build.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
/** Fonts and animations settle in less. */
const SETTLE_MS = 500

const folder = process.argv[2]
process.env['CHROMIUM'] = findChromium()
await buildIfStale()
const stack = await startStack()
const browser = await openBrowser()
try {
  const paths = await loadSampleDay(stack.url)
  await takeScreenshot(browser, '/', { file: '.github/console.png', ...SIZES[0]!, colorScheme: 'light' })
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const [name, path] of Object.entries({ ...paths, fallback: '/demo/broken' }))
      for (const size of SIZES)
        for (const colorScheme of ['light', 'dark'] as const) {
          const file = join(folder, `${name}-${size.width}-${colorScheme}.png`)
          await takeScreenshot(browser, path, { file, ...size, colorScheme })
        }
  }
} finally {
  await browser.close()
  await stack.close()
}

async function takeScreenshot(
  session: BrowserSession,
  path: string,
  { file, ...view }: View & { file: string },
) {
  const { page, close } = await session.open(stack.url + path, view)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: file })
  await close()
}
