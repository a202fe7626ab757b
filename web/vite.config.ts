// Builds all that a browser runs: the console, the shop to break, and /monitoring.js. `vitest` reads its two projects from here.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { build, type Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserProviderOption } from 'vitest/node'
import type { EngineName } from './monitoring/browsers/launch.ts'
import { engine } from './monitoring/browsers/provider.ts'
import { errata } from './monitoring/vite.ts'
import { receiver } from './monitoring/testing/receiver.ts'
import { scriptTag } from './monitoring/script-build.ts'
import manifest from './package.json' with { type: 'json' }

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const pages = ['index.html', 'demo.html'].map(at).filter((page) => existsSync(page))
const relay = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`

/** Named here: when Vite discovers a dependency while a test runs, it reloads the page of that test. */
const dependencies = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-web',
  '@tanstack/react-router',
  'fast-check',
  'react-router',
  'web-vitals',
]

/** The engines beside Chromium that `npm test` found or installed. */
const others = (['firefox', 'webkit'] as const).flatMap((name) => {
  const program = process.env[name.toUpperCase()]
  return program ? [{ name, program }] : []
})

export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    errata({ service: 'demo-shop', release: manifest.version, include: (path) => path.startsWith('/demo') }),
    shortPaths(),
    scriptTagForm(),
  ],
  // A page's release is the version it was built from.
  define: { 'import.meta.env.RELEASE': JSON.stringify(manifest.version) },
  build: {
    target: 'es2022',
    outDir: at('dist'),
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: pages },
  },
  optimizeDeps: { include: dependencies },
  server: {
    // In development the relay is asked for what only it knows; sources below /monitoring/ are Vite's.
    proxy: Object.fromEntries(
      ['^/monitoring(/v1/\\w+)?$', '^/(api|demo/api)/', '^/demo/broken$', '^/(health|metrics)$'].map(
        (path) => [path, { target: relay }],
      ),
    ),
  },
  // Tests wait for conditions, and on a busy machine a condition takes its time; none waits on purpose.
  test: {
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      inBrowser('chromium', playwright({ launchOptions: chromium() })),
      ...others.map((other) => inBrowser(other.name, engine(other), '**/*.chromium.browser.test.*')),
    ],
  },
})

function inBrowser(
  browser: EngineName,
  provider: BrowserProviderOption,
  ...exclude: string[]
): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [
      receiver(),
      errata({
        service: 'test-app',
        url: '/receiver/ok/boot',
        patience: 300,
        include: (path) => /^\/pages\/.*(entry|mounts|start)$/.test(path),
      }),
    ],
    test: {
      name: browser,
      include: ['**/*.browser.test.{ts,tsx}'],
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider,
        instances: [{ browser }],
      },
    },
  }
}

/** The browser of the machine; where there is none, Playwright's own, if it was installed. */
function chromium(): { executablePath?: string; args?: string[] } {
  const paths = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const executablePath = paths.find((path) => path && existsSync(path))
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium's sandbox refuses to run as root, which containers often are.
    ...(process.getuid?.() === 0 ? { args: ['--no-sandbox'] } : {}),
  }
}

/** The relay serves the shop at /demo; so does the development server. */
function shortPaths(): Plugin {
  return {
    name: 'short-paths',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/demo(?=$|\?)/, '/demo.html')
        next()
      })
    },
  }
}

/** /monitoring.js and its later parts /monitoring/…, beside the pages. */
function scriptTagForm(): Plugin {
  return {
    name: 'script-tag-form',
    apply: (_config, { command }) => command === 'build',
    async closeBundle() {
      await build(scriptTag(at('dist')))
    },
  }
}
