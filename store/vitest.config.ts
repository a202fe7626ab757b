import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** These files open the engine itself, of which a process has one, and need a process each. */
const OPENS_ENGINE = /\bopen\w*(?:Engine|Store)\(|\bstartClickhouseStandIn\(|\brestore\(/

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['node_modules/**'] })
const own = files.filter((file) => OPENS_ENGINE.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))

// Tests wait for conditions. A deletion that takes 60 s alone took more than 180 s beside other work.
const options = {
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 600_000,
  hookTimeout: 600_000,
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
