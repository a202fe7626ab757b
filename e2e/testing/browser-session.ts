// A real Chromium, and what its pages print.
import { chromium, type Browser } from 'playwright'

export type BrowserSession = Awaited<ReturnType<typeof openBrowser>>

/** Opens a page and waits until its screen listens to keys. */
export async function openScreen(browser: BrowserSession, url: string): ReturnType<BrowserSession['open']> {
  const view = await browser.open(url)
  await view.page.getByRole('heading', { level: 1 }).waitFor()
  await view.page.waitForLoadState('networkidle').catch(() => {})
  return view
}

export type View = { width?: number; height?: number; colorScheme?: 'light' | 'dark' }

export const chromiumOptions = () => ({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Chromium's sandbox refuses to run as root.
  args: ['--no-sandbox'],
})

/** `browser`: one that runs; it is closed, or left, with the session. */
export async function openBrowser(browser?: Browser) {
  browser ??= await chromium.launch(chromiumOptions())
  return {
    newContext: () => browser.newContext(),
    /** Opens a page without cookies and storage of other pages. */
    async open(url: string, { width = 1440, height = 900, colorScheme = 'light' }: View = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme })
      const page = await context.newPage()
      const lines: string[] = []
      page.on('console', (message) => lines.push(message.text()))
      page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`))
      await page.goto(url)
      return {
        page,
        /** The console of the page, with errors that nothing caught. */
        consoleLines: () => lines,
        consoleText: () => lines.join('\n'),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
