// Vitest provider for system browsers, for which Playwright has no driver. The page reports through Vitest's
// own socket.

import { playwright } from '@vitest/browser-playwright'
import type { BrowserProviderOption } from 'vitest/node'
import { openBrowser, type Browser } from './launch.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    __vitest_viewport(): void
  }
}

/** Tests that need a real click cannot run here; they are named `*.chromium.browser.test.ts`. */
export function systemBrowser(browser: Browser): BrowserProviderOption {
  const { serverFactory } = playwright()
  return {
    name: 'system-browser',
    supportedBrowser: [browser.name],
    options: {},
    serverFactory,
    providerFactory(project) {
      // The runner sizes its frame; the window cannot be resized from here.
      project.browser?.registerCommand('__vitest_viewport', () => {})
      const sessions = new Map<string, () => Promise<void>>()
      return {
        name: 'system-browser',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(sessionId, url) {
          await sessions.get(sessionId)?.()
          sessions.set(sessionId, await openBrowser(browser, url))
        },
        async close() {
          await Promise.all([...sessions.values()].map((close) => close()))
          sessions.clear()
        },
      }
    },
  }
}
