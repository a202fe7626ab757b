import { defineConfig } from 'vitest/config'

// No test waits on purpose. On a busy machine, half a second of computing takes more than the default of 5 s.
export default defineConfig({ test: { testTimeout: 60_000 } })
