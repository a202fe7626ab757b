import { defineConfig } from 'vitest/config'

// Each test file starts a store of its own, which takes both cores of a small machine while it opens.
export default defineConfig({
  test: { pool: 'forks', maxWorkers: 2, testTimeout: 60_000, hookTimeout: 60_000 },
})
