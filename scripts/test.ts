// `npm test`: every check and every test, and one line at the end that counts them.
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'
import { check, type Tally } from './check.ts'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'
import { runSuite } from './suites.ts'

const suites = ['otlp', 'relay', 'store', 'web', 'scripts', 'e2e']

const tallies: Tally[] = []
try {
  tallies.push(await check())
  const CHROMIUM = findBrowser()
  const collector = await findCollector(getConfig())
  await buildIfStale()
  for (const suite of suites)
    tallies.push(await runSuite(suite, { ...process.env, CHROMIUM, ...(collector ? { OTELCOL: collector } : {}) }))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  tallies.push({ passed: 0, failed: 1, skipped: 0 })
}

const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed ? 1 : 0)

function sum(what: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[what], 0)
}
