// Runs vitest in one workspace and reads the report of `test-report.ts`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestReport } from './test-report.ts'

export type TestRun = {
  workspace: string
  /** Arguments for vitest: filters for paths, `--project` and others. */
  args: string[]
  environment: NodeJS.ProcessEnv
  /** `pipe`: the output is printed in one piece at the end, because other runs print as well. */
  output: 'inherit' | 'pipe'
}

/** A run that ends without a report counts as one failed test. */
export async function runVitest({ workspace, args, environment, output }: TestRun): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'test-report.ts')}`]
  const child = spawn('vitest', ['run', '--passWithNoTests', ...reporters, ...args], {
    cwd: workspace,
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...environment, TEST_REPORT: report },
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

function readReport(file: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [], failuresOutsideTests: [] }
  }
}
