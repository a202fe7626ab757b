import { defineConfig } from 'vitest/config'

// Tests wait for conditions, and on a busy machine a condition takes its time; none waits on purpose.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
