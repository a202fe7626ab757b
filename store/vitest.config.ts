import { defineConfig } from 'vitest/config'

// Each test file starts a store of its own, which takes both cores of a small machine while it opens. Tests
// wait for conditions: what takes 8 s alone took more than 60 s beside other suites and a slow disk.
export default defineConfig({
  test: { pool: 'forks', maxWorkers: 2, testTimeout: 180_000, hookTimeout: 180_000 },
})
