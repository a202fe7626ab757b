// Builds what browsers run: console, demo shop and /monitoring.js. Vitest reads its projects from here.

import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { browserProjects } from './monitoring/browsers/test-projects.ts'
import { errata } from './monitoring/build/vite.ts'
import { scriptTag } from './monitoring/build/script-build.ts'
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
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  'axe-core',
  'fast-check',
  'react-router',
  'web-vitals',
]

/** What every screen can do without until its data is shown, and what the list of issues can. */
const LATER = ['query-problem', 'health-status', 'paste-listener', 'incident-drop', 'name-card']
const ISSUES_LATER = ['list-head', 'list-tools', 'bulk-bar', 'change-issues']

/** One chunk: the first script lists the name of every chunk. */
const CHARTS = [
  'figure',
  'line-chart',
  'latency-heatmap',
  'heatmap-area',
  'use-area-selection',
  'vital-names',
]

export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    errata({ service: 'demo-shop', release: manifest.version, include: (path) => path.startsWith('/demo') }),
    shortPaths(),
    screenPaths(),
    scriptTagForm(),
  ],
  // The release of a page is the version it was built from.
  define: { 'import.meta.env.RELEASE': JSON.stringify(manifest.version) },
  // React has the hook that the router brings for React 17.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    target: 'es2022',
    outDir: at('dist'),
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      // What the console starts with is one file: ten that are compressed one by one are 4 % more bytes.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/(react|react-dom|scheduler|web\/monitoring)\//, tags: ['$initial'] },
            { name: 'console', test: /\/(web\/console|@tanstack)\//, tags: ['$initial'] },
            // The list of issues, which most people open first, and what comes after it: one request each.
            { name: 'issues', test: /\/list\/issues-screen\.tsx$/ },
            { name: 'header', test: new RegExp(`/(${LATER.join('|')})\\.tsx$`) },
            { name: 'issues-later', test: new RegExp(`/(${ISSUES_LATER.join('|')})\\.tsx?$`) },
            // What several screens have: each of its files alone would be a request.
            { name: 'parts', test: /\/(web\/console|@tanstack)\//, minShareCount: 4 },
            {
              name: 'charts',
              test: new RegExp(`/(${CHARTS.join('|')})\\.tsx?$`),
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { include: dependencies },
  server: {
    // In development the relay answers these paths; sources below /monitoring/ are Vite's.
    proxy: Object.fromEntries(
      ['^/monitoring(/v1/\\w+)?$', '^/(api|demo/api|login)/', '^/demo/broken$', '^/(health|metrics)$'].map(
        (path) => [path, { target: relay }],
      ),
    ),
  },
  // Tests wait for conditions, which may take long on a busy machine.
  test: {
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      ...browserProjects(process.env),
    ],
  },
})

/** The development server serves the shop at /demo, as the relay does. */
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

/** dist/paths.json: where the relay serves the console. The screens register their paths. */
function screenPaths(): Plugin {
  return {
    name: 'screen-paths',
    apply: 'build',
    async generateBundle() {
      const files = globSync(at('console/features/**/screen.ts')).toSorted()
      type Screens = Record<string, { path: string; alias?: string }>
      const modules = await Promise.all(files.map((file) => import(file) as Promise<Screens>))
      const paths = modules.flatMap((screens) =>
        Object.values(screens).flatMap(({ path, alias }) => (alias ? [path, alias] : [path])),
      )
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(paths) })
    },
  }
}

/** /monitoring.js and its chunks /monitoring/…, beside the pages. */
function scriptTagForm(): Plugin {
  return {
    name: 'script-tag-form',
    apply: (_config, { command }) => command === 'build',
    async closeBundle() {
      await build(scriptTag(at('dist')))
    },
  }
}
