import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** These files open the engine itself, of which a process has one, and need a process each. */
const OPENS_ENGINE = /\bopen\w*(?:Engine|Store)\(|\bstartClickhouseStandIn\(|\brestore\(/

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['node_modules/**'] })
const own = files.filter((file) => OPENS_ENGINE.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))

// A store takes both cores of a small machine while it opens. Tests wait for conditions: what takes 8 s alone
// took more than 60 s beside other suites and a slow disk.
const options = {
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
} as const

export default defineConfig({
  test: {
    ...options,
    projects: [
      { extends: true, test: { name: 'own', include: own } },
      // In one process for each worker, which shares a store: see `sharedStore`.
      { extends: true, test: { name: 'shared', exclude: [...own, 'node_modules/**'], isolate: false } },
    ],
  },
})
