// A real browser before the house, in sentences.
import { chromium, type Browser, type Page } from 'playwright'

export type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** One Chromium for a test file; `visit` opens a page of a person who was never here before. */
export async function openBrowser() {
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  return {
    async visit(
      url: string,
      options: { width?: number; height?: number; colorScheme?: 'light' | 'dark' } = {},
    ) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
        colorScheme: options.colorScheme ?? 'light',
      })
      const page = await context.newPage()
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`))
      await page.goto(url)
      return { page, said: () => said.join('\n'), lines: () => said, leave: () => context.close() }
    },
    close: () => browser.close(),
  }
}

/** The promised sentence, word for word. */
export function fallbackSentence(host: string): string {
  return `Application error: a client-side or server-side exception has occurred while loading ${host} (see the browser console or server logs for more information)`
}

/** What a person reads on the fallback screen: the sentence and the digest. */
export async function readFallback(page: Page): Promise<{ sentence: string; digest: string }> {
  const alert = page.getByRole('alert')
  await alert.waitFor()
  const text = await alert.innerText()
  const digest = /Digest:\s*([0-9A-HJKMNP-TV-Z]{8})/.exec(text)?.[1] ?? ''
  const sentence = await page.getByText('Application error:').innerText()
  return { sentence: sentence.trim(), digest }
}
