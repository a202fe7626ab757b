// What 10,000 errors leave in memory. Only Chromium tells the heap size after a garbage collection.

import { cdp } from 'vitest/browser'
import { expect, test } from 'vitest'
import { openPage, type Page } from './testing/page.ts'

const errors = 10_000
/** A record has at least 1000 bytes: one leaked in twenty is noticed. */
const bytesPerError = 50

type DevTools = { send(method: string): Promise<unknown> }

test.for(['ok', '503'])(
  `memory is flat over ${errors} errors, with a relay that answers %s`,
  { timeout: 60_000 },
  async (answer) => {
    const page = await openPage({ path: 'mounted', answer, init: () => ({ keepUnsent: true }) })
    // Queues and lists are full after these.
    await captureErrors(page, 1000)
    const heapBytes = await usedHeap()
    await captureErrors(page, errors)

    expect((await usedHeap()) - heapBytes).toBeLessThan(errors * bytesPerError)
    sessionStorage.clear()
  },
)

/** A minute passes for every 25 errors, so that each is a record. */
async function captureErrors(page: Page, count: number): Promise<void> {
  await page.run(async (count) => {
    const now = Date.now
    let elapsed = 0
    Date.now = () => now() + elapsed
    for (let n = 0; n < count; n++) {
      const cause = new Error('x'.repeat(500))
      sdk.captureException(new Error(`number ${n}${Math.random()}`, { cause }))
      if (n % 25 === 24) {
        elapsed += 61_000
        if (n % 500 === 499) await sdk.flush(50)
      }
    }
    await sdk.flush(500)
    Date.now = now
  }, count)
}

async function usedHeap(): Promise<number> {
  const session = cdp() as unknown as DevTools
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize
}
