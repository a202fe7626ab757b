// `npm test [-- WORKSPACE [FILTER …]]`: all checks and tests, or those test files of one workspace whose path
// contains one of the filters. The last line counts them.
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { startVitest, type TestModule, type Vitest } from 'vitest/node'
import { StartupError } from '../server/startup-error.ts'
import type { BrowserName } from '../web/monitoring/browsers/launch.ts'
import { findChromium, findTestBrowsers, installHint } from './browsers.ts'
import { buildIfStale } from './build.ts'
import { runChecks } from './check.ts'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'

type Counts = { passed: number; failed: number; skipped: number }

/** By workspace, the name of its projects for vitest. */
const PROJECTS = {
  contract: '@errata/contract',
  e2e: '@errata/e2e',
  otlp: '@errata/otlp',
  relay: '@errata/relay',
  scripts: 'scripts',
  server: '@errata/server',
  store: '@errata/store',
  web: '@errata/web*',
}
const SLOWEST_FILES = 10
/** At a time. Tests wait for processes: one file more than processors keeps all of them busy. */
const FILES = availableParallelism() + 1

const [name, ...filters] = process.argv.slice(2)
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  if (name === undefined) await Promise.all([runTests(), runChecks().then(add)])
  else await testWorkspace(name)
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  counts.failed++
}
const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exit(counts.failed ? 1 : 0)

async function testWorkspace(workspace: string): Promise<void> {
  if (!(workspace in PROJECTS)) {
    const names = Object.keys(PROJECTS).join(', ')
    throw new StartupError(`There is no workspace ${workspace} with tests. Workspaces are: ${names}.`)
  }
  await runTests(PROJECTS[workspace as keyof typeof PROJECTS])
  if (Object.values(counts).every((count) => count === 0))
    throw new StartupError(`No test file of ${workspace} has a path with: ${filters.join(', ')}.`)
}

async function runTests(project?: string): Promise<void> {
  const missing = await prepare()
  const vitest = await startVitest('test', filters, {
    watch: false,
    passWithNoTests: true,
    maxWorkers: FILES,
    ...(project === undefined ? {} : { project }),
  })
  const modules = vitest.state.getTestModules()
  for (const test of modules.flatMap(({ children }) => [...children.allTests()])) {
    const { state } = test.result()
    counts[state === 'pending' ? 'skipped' : state]++
  }
  // Vitest reports a crash outside of any test, in a hook or an import, only so.
  if (process.exitCode && counts.failed === 0) counts.failed = 1
  printSlowest(modules)
  if (missing.length > 0) {
    console.log(`\n${installHint(missing)}`)
    counts.skipped += missing.length * countTestsOfEveryBrowser(vitest)
  }
  await vitest.close()
}

/** Installs and builds what the tests need, and returns the browsers that are missing. */
async function prepare(): Promise<BrowserName[]> {
  let missingBrowsers: BrowserName[] = []
  if (needs('web') || needs('e2e')) process.env['CHROMIUM'] = findChromium()
  if (needs('web')) {
    const { missing, variables } = await findTestBrowsers()
    Object.assign(process.env, variables)
    missingBrowsers = missing
  }
  if (needs('e2e')) {
    const collector = await findCollector(getConfig())
    if (collector) process.env['OTELCOL'] = collector
    await buildIfStale()
  }
  return missingBrowsers
}

function needs(workspace: string): boolean {
  return name === undefined || name === workspace
}

/** Chromium is always available: it runs the tests of every browser, and some of its own. */
function countTestsOfEveryBrowser(vitest: Vitest): number {
  return vitest.state
    .getTestModules()
    .filter(({ project }) => project.name.endsWith('chromium)'))
    .filter(({ moduleId }) => !moduleId.includes('.chromium.'))
    .reduce((total, { children }) => total + [...children.allTests()].length, 0)
}

function printSlowest(modules: TestModule[]): void {
  const files = modules.map((module) => {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    const path = relative('.', module.moduleId)
    return {
      seconds: (setupDuration + collectDuration + duration) / 1000,
      path,
      project: module.project.name,
    }
  })
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES)
  if (slowest.length > 0) console.log('\nSlowest test files:')
  for (const { seconds, path, project } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path} ${path.includes('.browser.') ? project : ''}`)
}

function add({ passed, failed }: Pick<Counts, 'passed' | 'failed'>): void {
  counts.passed += passed
  counts.failed += failed
}
