// `npm test [-- WORKSPACE [FILTER …]]`: all checks and tests, or those test files of one workspace whose path
// contains one of the filters. The last line counts them.
import { availableParallelism } from 'node:os'
import { StartupError } from '../server/startup-error.ts'
import { installHint } from './browsers.ts'
import { runChecks } from './check.ts'
import { mapConcurrently } from './concurrency.ts'
import { CHROMIUM_RUN, planTests, WORKSPACES, type TestPlan, type Workspace } from './test-runs.ts'
import type { TestCounts, TestFile } from './test-report.ts'
import { runVitest } from './vitest.ts'

const SLOWEST_FILES = 10
/** Of a failure, in the list at the end: message, differences and the first frames. */
const FAILURE_LINES = 30

/** Two runs at a time fill two cores, as most tests wait for processes; more fill the memory. */
const CONCURRENT_RUNS = Math.min(3, Math.max(2, availableParallelism()))

const [name, ...filters] = process.argv.slice(2)
const counts = name === undefined ? await testEverything() : await testWorkspace(name)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed ? 1 : 0)

async function testEverything(): Promise<TestCounts[]> {
  const [checks, tests] = await Promise.all([runChecks(), runTests(WORKSPACES)])
  return [checks, ...tests]
}

async function testWorkspace(workspace: string): Promise<TestCounts[]> {
  const match = WORKSPACES.find((item) => item === workspace)
  if (match === undefined) {
    const names = WORKSPACES.toSorted().join(', ')
    console.error(`There is no workspace ${workspace} with tests. Workspaces are: ${names}.`)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
  const counts = await runTests([match])
  if (counts.every((item) => item.passed + item.failed + item.skipped === 0)) {
    console.error(`No test file of ${workspace} has a path with: ${filters.join(', ')}.`)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
  return counts
}

async function runTests(workspaces: readonly Workspace[]): Promise<TestCounts[]> {
  let plan: TestPlan
  try {
    plan = await planTests(workspaces, filters)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
  const { runs, environment, missingBrowsers } = plan
  const output = runs.length === 1 ? 'inherit' : 'pipe'
  const results = await mapConcurrently(runs, CONCURRENT_RUNS, (run) => {
    console.log([run.workspace, ...run.args, '…'].join(' '))
    return runVitest({ ...run, environment, output })
  })
  const files = runs.flatMap(({ args }, index) => results[index]!.files.map((file) => ({ ...file, args })))
  printSlowest(files)
  for (const { path, args, failures } of files)
    for (const failure of failures) printFailure([path, ...args.filter(isProject)].join(' '), failure)
  for (const [index, { workspace }] of runs.entries())
    for (const failure of results[index]!.failuresOutsideTests) printFailure(`${workspace}, no test`, failure)
  if (missingBrowsers.length === 0) return results
  console.log(`\n${installHint(missingBrowsers)}`)
  // Chromium is always there. It runs the tests of every browser, and some of its own.
  const browserTests = files
    .filter(({ path, args }) => args.includes(CHROMIUM_RUN) && /(?<!\.chromium)\.browser\.test\./.test(path))
    .reduce((total, { tests }) => total + tests, 0)
  return [...results, { passed: 0, failed: 0, skipped: missingBrowsers.length * browserTests }]
}

function printSlowest(files: (TestFile & { args: string[] })[]): void {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES)
  if (slowest.length > 0) console.log('\nSlowest test files:')
  for (const { path, seconds, args } of slowest) {
    console.log([seconds.toFixed(1).padStart(7), 's ', path, ...args.filter(isProject)].join(' '))
  }
}

/** At the end, where it is read: of a long output often the last lines are all that is kept. */
function printFailure(place: string, failure: string): void {
  const lines = failure.split('\n').slice(0, FAILURE_LINES)
  console.log([`\nFailed: ${place}`, ...lines].join('\n    '))
}

function isProject(arg: string): boolean {
  return arg.startsWith('--project')
}

function sum(field: keyof TestCounts): number {
  return counts.reduce((total, item) => total + item[field], 0)
}
