// Lets Vitest run the browser tests in an engine that nothing drives: the page itself reports over Vitest's own socket.

import { playwright } from '@vitest/browser-playwright'
import type { BrowserProviderOption } from 'vitest/node'
import { openEngine, type Engine } from './launch.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    __vitest_viewport(): void
  }
}

/** Tests that need a hand (clicks that count as a person's) cannot run here: they are called `*.chromium.browser.test.ts`. */
export function engine(opened: Engine): BrowserProviderOption {
  const { serverFactory } = playwright()
  return {
    name: 'engine',
    supportedBrowser: [opened.name],
    options: {},
    serverFactory,
    providerFactory(project) {
      // The runner gives its frame this size by itself; a window it cannot change here.
      project.browser?.registerCommand('__vitest_viewport', () => {})
      const open = new Map<string, () => Promise<void>>()
      return {
        name: 'engine',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(sessionId, url) {
          await open.get(sessionId)?.()
          open.set(sessionId, await openEngine(opened, url))
        },
        async close() {
          await Promise.all([...open.values()].map((close) => close()))
          open.clear()
        },
      }
    },
  }
}
