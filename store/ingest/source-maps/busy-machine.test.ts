// On a busy machine a valid source map is read slowly, not refused.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceMap } from '../../testing/small-map.ts'
import { startStore, type TestStore } from '../../testing/store.ts'

/** Longer than any map may use the processor. */
const STOPPED_MILLISECONDS = 6_000
const RUNNING_MILLISECONDS = 250

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('a map is accepted although the store gets no processor time for seconds', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => index + 1)
  const map = sourceMap({
    sources: { 'src/cart.ts': 'const price = 1\n'.repeat(100_000) },
    mappings: lines.map((line) => ({ generated: [line, 1], source: 0, original: [line, 1] })),
  })
  let isAnswered = false
  const answer = store
    .ask('/api/maps?service=shop&release=1.0&file=assets/cart.js', {
      method: 'PUT',
      body: JSON.stringify(map),
    })
    .finally(() => (isAnswered = true))
  while (!isAnswered) {
    store.child.kill('SIGSTOP')
    await pause(STOPPED_MILLISECONDS)
    store.child.kill('SIGCONT')
    await pause(RUNNING_MILLISECONDS)
  }
  expect(await answer).toMatchObject({ status: 201 })
})
