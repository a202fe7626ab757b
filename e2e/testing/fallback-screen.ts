// The screen that a user sees when the application fails.
import type { Page } from 'playwright'

/** The sentence that the public interface promises, word for word. */
export function fallbackSentence(host: string): string {
  return (
    'Application error: a client-side or server-side exception has occurred while loading ' +
    `${host} (see the browser console or server logs for more information)`
  )
}

/** Waits for the screen. `digest` is empty where it shows none. */
export async function readFallback(page: Page): Promise<{ sentence: string; digest: string }> {
  const alert = page.getByRole('alert').filter({ hasText: 'Application error:' })
  await alert.waitFor()
  const text = await alert.innerText()
  const digest = /Digest:\s*([0-9A-HJKMNP-TV-Z]+)/.exec(text)?.[1] ?? ''
  const sentence = await page.getByText('Application error:').innerText()
  return { sentence: sentence.trim(), digest }
}
