import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: './testing/shared-stack.ts',
    // Two files mostly wait for the processes of the stack and of the browser, and fit on two cores; more
    // do not.
    maxWorkers: 2,
    // Tests wait for conditions, which may take long on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // As long as Playwright waits for an element.
    expect: { poll: { timeout: 30_000 } },
  },
})
