// `npm test`: every check and every test, and one line at the end that counts them.
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'
import { check, type Tally } from './check.ts'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'
import { findEngines } from './engines.ts'
import { runSuite } from './suites.ts'

const suites = ['otlp', 'settings', 'relay', 'store', 'web', 'scripts', 'e2e']

const tallies: Tally[] = []
try {
  tallies.push(await check())
  const CHROMIUM = findBrowser()
  const { engines, leftOut, variables } = await findEngines()
  const collector = await findCollector(getConfig())
  await buildIfStale()
  for (const suite of suites) {
    const { inEveryEngine, ...tally } = await runSuite(suite, {
      ...process.env,
      CHROMIUM,
      ...variables,
      ...(collector ? { OTELCOL: collector } : {}),
    })
    tallies.push(tally, {
      passed: 0,
      failed: 0,
      skipped: (leftOut.length * inEveryEngine) / (engines.length + 1),
    })
  }
  if (leftOut.length)
    console.log(
      `\nLeft out, because it could not be installed or does not open a page here: ${leftOut.join(', ')}.`,
    )
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
