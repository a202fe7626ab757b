// The Vitest projects of the browser tests: one for each browser that `npm test` finds, or Chromium alone.

import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserProviderOption } from 'vitest/node'
import { screenCommands } from '../../console/testing/commands.ts'
import { createPageFiles, receiver } from '../testing/receiver.ts'
import { errata } from '../build/vite.ts'
import { installedByPlaywright, type BrowserName } from './launch.ts'
import { systemBrowser } from './provider.ts'

/** Pages whose application never starts. Other pages have no head snippet. */
const hasSnippet = (path: string) => /^\/pages\/.*(entry|mounts|start)$/.test(path)
/** Long enough for an application to mount, short enough for a test that waits for it. */
const patienceMs = 300

/** Colours that are on their way to another one have no contrast to measure. */
const withoutMotion = { reducedMotion: 'reduce' } as const

const pageFile = createPageFiles()

/** Reads the variables of `findTestBrowsers`. */
export function browserProjects(env: NodeJS.ProcessEnv): TestProjectInlineConfiguration[] {
  const others = (['firefox', 'webkit'] as const).flatMap((name) => {
    const program = env[name.toUpperCase()]
    if (!program) return []
    const provider = program === installedByPlaywright ? playwright() : systemBrowser({ name, program })
    return project(name, provider, '**/*.chromium.browser.test.*')
  })
  const chromium = playwright({ launchOptions: chromiumOptions(env), contextOptions: withoutMotion })
  return [project('chromium', chromium), ...others]
}

function project(
  browser: BrowserName,
  provider: BrowserProviderOption,
  ...exclude: string[]
): TestProjectInlineConfiguration {
  const snippet = { service: 'test-app', url: '/receiver/ok/boot', patience: patienceMs, include: hasSnippet }
  return {
    extends: true,
    plugins: [receiver(pageFile, hasSnippet), errata(snippet)],
    test: {
      name: browser,
      include: ['**/*.browser.test.{ts,tsx}'],
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        commands: screenCommands,
        provider,
        instances: [{ browser }],
      },
    },
  }
}

/** Without the path of an executable Playwright starts its own browser. */
function chromiumOptions(env: NodeJS.ProcessEnv): { executablePath?: string; args?: string[] } {
  const paths = [env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const executablePath = paths.find((path) => path && existsSync(path))
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium's sandbox does not run as root, which is common in containers.
    ...(process.getuid?.() === 0 ? { args: ['--no-sandbox'] } : {}),
  }
}
