// Each process is killed under load. What was acknowledged with 200 is stored afterwards, exactly once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killUnderLoad } from './testing/kill-under-load.ts'
import { startStack, type Stack } from './testing/stack.ts'

const KILLS = 3
const TIMEOUT_MS = 240_000

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

test.for(['otelcol', 'store', 'relay'] as const)(
  'nothing acknowledged is lost or counted twice when the %s is killed',
  { timeout: TIMEOUT_MS },
  async (name) => {
    const { lost, stored, total } = await killUnderLoad(stack, name, KILLS)
    expect(lost, stack.output()).toBe(0)
    // A request without a response may have arrived as well, but nothing is stored twice.
    expect(total).toBe(stored)
  },
)
