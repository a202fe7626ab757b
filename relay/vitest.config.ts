import { defineConfig } from 'vitest/config'

// Tests wait for conditions, and on a busy machine a condition takes its time; none waits on purpose.
// Files share a worker: no part of the relay has state outside of `startRelay`. A worker costs 0.7 s.
export default defineConfig({ test: { isolate: false, testTimeout: 60_000, hookTimeout: 60_000 } })
