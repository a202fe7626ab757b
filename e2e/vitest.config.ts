import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: './testing/shared-stack.ts',
    // Two files mostly wait for the processes of the stack and of the browser, and fit on two cores; more
    // do not.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As long as Playwright waits for an element.
    expect: { poll: { timeout: 30_000 } },
  },
})
