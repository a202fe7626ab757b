import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    // Each file starts a stack of its own: engine, collector, relay and a browser. Two of them mostly wait
    // for each other's processes and fit on two cores; more do not.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As long as Playwright waits for an element.
    expect: { poll: { timeout: 30_000 } },
  },
})
