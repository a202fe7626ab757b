// On a busy machine a valid source map is read slowly, not refused.
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { encodeMappings, mapJson } from '../../testing/source-map.ts'
import { storeOfFile } from '../../testing/suite.ts'

const LINES = 150_000

/** Within the time in which the map below is read: half a second and more. */
const READING_MILLISECONDS = 150

/** Longer than the processor time that the map may take. */
const STOPPED_MILLISECONDS = 4_000

const store = storeOfFile()

test.runIf(process.platform === 'linux')(
  'a map whose reading gets no processor time is accepted',
  async () => {
    const lines = Array.from({ length: LINES }, (_, index) => index + 1)
    const map = mapJson({
      sources: ['src/cart.ts'],
      sourcesContent: ['export const price = 1\n'.repeat(LINES)],
      mappings: encodeMappings([lines.map((line) => [line, 0, line, 0])]),
    })
    const threads = countThreads()
    const answer = store.ask('/api/maps?service=shop&release=1.0&file=assets/cart.js', {
      method: 'PUT',
      body: map,
    })
    // The thread that reads maps starts with the first map.
    await vi.waitFor(() => expect(countThreads()).toBeGreaterThan(threads), { timeout: 60_000, interval: 10 })
    await pause(READING_MILLISECONDS)
    store.child.kill('SIGSTOP')
    await pause(STOPPED_MILLISECONDS)
    store.child.kill('SIGCONT')
    expect(await answer).toMatchObject({ status: 201 })
  },
)

function countThreads(): number {
  return readdirSync(`/proc/${store.child.pid}/task`).length
}
