// `npm run screenshots [-- FOLDER]`: the image of the README, and six screens with sample data into FOLDER
// (default: screenshots/, which git ignores) for a person to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, type View } from '../e2e/testing/browser-session.ts'
import { readFallback } from '../e2e/testing/fallback-screen.ts'
import { loadSampleScreens, SAMPLE_SCREENS } from '../e2e/testing/sample/sample-screens.ts'
import { startStack } from '../e2e/testing/stack.ts'
import { findChromium } from './browsers.ts'
import { buildIfStale } from './build.ts'

const [WIDE, MEDIUM, NARROW] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const

/** Both colour schemes and all widths, without all combinations. */
const SCREENSHOTS: (View & { name: string })[] = [
  { name: 'issues', ...WIDE, colorScheme: 'light' },
  { name: 'issue', ...NARROW, colorScheme: 'dark' },
  { name: 'trace', ...WIDE, colorScheme: 'dark' },
  { name: 'release', ...MEDIUM, colorScheme: 'light' },
  { name: 'operation', ...WIDE, colorScheme: 'light' },
  { name: 'status', ...MEDIUM, colorScheme: 'dark' },
]
/** Fonts and animations settle in less. */
const SETTLE_MS = 500

/** The lines of code below a frame of a stack. */
const SOURCE = '[aria-label^="Source around line"]'

const folder = process.argv[2] ?? 'screenshots'
mkdirSync(folder, { recursive: true })
process.env['CHROMIUM'] = findChromium()
await buildIfStale()
const stack = await startStack()
const browser = await openBrowser()
try {
  const fill = await loadSampleScreens(stack.url)
  for (const { name, ...view } of SCREENSHOTS) {
    const { path, selector } = SAMPLE_SCREENS.find((screen) => screen.name === name)!
    await takeScreenshot(fill(path), { file: join(folder, `${name}.png`), selector, ...view })
  }
  const issue = await breakDemo()
  await takeScreenshot(issue, {
    file: '.github/console.png',
    selector: SOURCE,
    ...WIDE,
    colorScheme: 'light',
  })
} finally {
  await browser.close()
  await stack.close()
}

/** Resolves to the path of an issue whose stack shows the line of the source code. */
async function breakDemo(): Promise<string> {
  const { page, close } = await browser.open(`${stack.url}/demo`)
  await page.getByRole('button', { name: 'Throw while rendering' }).click()
  await readFallback(page)
  await page.getByRole('link', { name: /open this very error/i }).click()
  await page.waitForURL(/\/issues\/[0-9a-f]{16}/)
  const { pathname } = new URL(page.url())
  await close()
  return pathname
}

async function takeScreenshot(
  path: string,
  { file, selector, ...view }: View & { file: string; selector: string },
): Promise<void> {
  const { page, close } = await browser.open(stack.url + path, view)
  await page.locator(selector).first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: file })
  await close()
}
