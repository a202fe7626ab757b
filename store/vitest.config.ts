import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Files that use the store of their worker: they run in one process, so that it is started once. */
const shared = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['node_modules/**'] }).filter(
  (file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('sharedStore()'),
)

// A store takes both cores of a small machine while it opens. Tests wait for conditions: what takes 8 s alone
// took more than 60 s beside other suites and a slow disk.
const options = { pool: 'forks', maxWorkers: 2, testTimeout: 180_000, hookTimeout: 180_000 } as const

export default defineConfig({
  test: {
    ...options,
    projects: [
      { extends: true, test: { name: 'own', exclude: [...shared, 'node_modules/**'] } },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
  },
})
