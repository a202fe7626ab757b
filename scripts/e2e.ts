// `npm run e2e`: the journey and the faults alone.
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'
import { runSuite } from './suites.ts'

const CHROMIUM = findBrowser()
const collector = await findCollector(getConfig())
await buildIfStale()
const { failed } = await runSuite('e2e', {
  ...process.env,
  CHROMIUM,
  ...(collector ? { OTELCOL: collector } : {}),
})
process.exit(failed ? 1 : 0)
