// Runs the tests of workspaces and counts them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tally } from './check.ts'

/** `inEveryEngine`: those of the tests counted that run once in each browser engine. */
export type SuiteTally = Tally & { inEveryEngine: number }

/** A suite that ends without a report counts as one failure. */
export async function runSuite(workspace: string, env: NodeJS.ProcessEnv): Promise<SuiteTally> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-report-'))
  const report = join(folder, 'report.json')
  console.log(`\n${workspace}`)
  const code = await exitOf(
    'vitest',
    ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    workspace,
    env,
  )
  const tally = read(report)
  rmSync(folder, { recursive: true, force: true })
  // A crash outside of any test still is a failure.
  if (code !== 0 && tally.failed === 0) tally.failed = 1
  return tally
}

function exitOf(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; assertionResults: unknown[] }[]
}

function read(report: string): SuiteTally {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Report
    const everywhere = testResults.filter(({ name }) => /(?<!\.chromium)\.browser\.test\./.test(name))
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      inEveryEngine: everywhere.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, inEveryEngine: 0 }
  }
}
