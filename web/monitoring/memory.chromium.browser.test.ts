// What 10,000 errors leave behind in a page: Chromium says how much is still held after everything else was thrown away.

import { cdp } from 'vitest/browser'
import { expect, test } from 'vitest'
import { openPage, type Page } from './testing/page.ts'

const errors = 10_000
/** A record has at least 1000 bytes: one error in twenty that is kept is noticed. */
const bytesPerError = 50

type Measuring = { send(method: string): Promise<unknown> }

test.for(['ok', '503'])(
  `memory is flat over ${errors} errors, with a relay that answers %s`,
  { timeout: 60_000 },
  async (answer) => {
    const page = await openPage({ path: 'mounted', answer, init: '{ keepUnsent: true }' })
    await page.run('globalThis.realNow = Date.now')
    // What is kept at most is there after the first of them.
    await breaks(page, 1000)
    const before = await heldBytes()
    await breaks(page, errors)

    expect((await heldBytes()) - before).toBeLessThan(errors * bytesPerError)
    sessionStorage.clear()
  },
)

/** Every handful a minute goes by, so that none is held back for having said enough. */
async function breaks(page: Page, count: number): Promise<void> {
  await page.run(`
    let passed = 0
    Date.now = () => realNow() + passed
    for (let n = 0; n < ${count}; n++) {
      stage.captureException(new Error('number ' + n + Math.random(), { cause: new Error('x'.repeat(500)) }))
      if (n % 25 === 24) {
        passed += 61_000
        if (n % 500 === 499) await stage.flush(50)
      }
    }
    await stage.flush(500)
    Date.now = realNow`)
}

async function heldBytes(): Promise<number> {
  const session = cdp() as unknown as Measuring
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize
}
