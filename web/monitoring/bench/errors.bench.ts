// What 10,000 errors leave in the memory of a page, with a relay that accepts them and one that does not.

import { join } from 'node:path'
import type { Page } from 'playwright'
import { writeTable } from '../../../scripts/bench/table.ts'
import type * as Sdk from '../index.ts'
import { buildSdk } from './build.ts'
import { openMeter, usedHeap } from './meter.ts'

const errors = 10_000
/** A record has at least 1000 bytes: one leaked in twenty is noticed. */
const bytesPerError = 50

const built = await buildSdk('errors')
const meter = await openMeter()
const rows: string[][] = []
for (const status of [200, 503]) {
  const { tab, session, close } = await meter.open(built)
  await tab.route('**/taken', (route) => route.fulfill({ status, json: {} }))
  // Queues and lists are full after these.
  await captureErrors(tab, 1000)
  const start = await usedHeap(session)
  await captureErrors(tab, errors)
  const grown = (await usedHeap(session)) - start
  await close()
  rows.push([String(status), (start / 1e6).toFixed(1), (grown / 1000).toFixed(0)])
  if (grown > errors * bytesPerError) process.exitCode = 1
}
await meter.close()
const head = ['status of the relay', 'heap after 1,000, MB', 'growth, KB']
writeTable(join(import.meta.dirname, 'README.md'), `Memory over ${errors} errors`, head, rows)

/** A minute passes for every 25 errors, so that each is a record. */
async function captureErrors(tab: Page, count: number): Promise<void> {
  await tab.evaluate(async (count) => {
    const { sdk } = globalThis as unknown as { sdk: typeof Sdk }
    sdk.init({ service: 'bench', url: '/taken', tracesSampleRate: 0, keepUnsent: true })
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
