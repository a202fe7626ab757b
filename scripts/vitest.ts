// Runs vitest in one workspace and reads its JSON report.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

export type TestCounts = { passed: number; failed: number; skipped: number }

/**
 * `path` is relative to the repository, `tests` the number of its tests, whatever their result. `failures`:
 * messages, each after the name of its test.
 */
export type TestFile = { path: string; seconds: number; tests: number; failures: string[] }

type TestResult = TestCounts & { files: TestFile[] }

export type TestRun = {
  workspace: string
  /** Arguments for vitest: filters for paths, `--project` and others. */
  args: string[]
  environment: NodeJS.ProcessEnv
  /** `pipe`: the output is printed in one piece at the end, because other runs print as well. */
  output: 'inherit' | 'pipe'
}

/** The part of vitest's JSON report that is read here. Times are milliseconds since 1970. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    /** Of a file that could not be read as tests. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** A run that ends without a report counts as one failed test. */
export async function runVitest({ workspace, args, environment, output }: TestRun): Promise<TestResult> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn('vitest', ['run', '--passWithNoTests', ...reporters, ...args], {
    cwd: workspace,
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...environment },
    stdio: ['ignore', output, output],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status) => resolve(status ?? 1))
  })
  process.stdout.write(Buffer.concat(chunks))
  const result = readReport(report)
  rmSync(folder, { recursive: true, force: true })
  // A crash outside of any test still is a failure.
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function readReport(file: string): TestResult {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      files: report.testResults.map(({ name, startTime, endTime, message, assertionResults }) => ({
        path: relative(process.cwd(), name),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.length,
        failures: [
          ...(message ? [message] : []),
          ...assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) => [fullName, ...(failureMessages ?? [])].join('\n')),
        ],
      })),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [] }
  }
}
