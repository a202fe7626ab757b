// Vitest reporter of `npm test`: writes a TestReport as JSON into the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'

export type TestCounts = { passed: number; failed: number; skipped: number }

/** `path` is relative to the repository, `tests` the number of its tests, whatever their result. */
export type TestFile = { path: string; seconds: number; tests: number; failures: string[] }

/** A failure is the name of its test, the message, the differences and the stack. */
export type TestReport = TestCounts & { files: TestFile[]; failuresOutsideTests: string[] }

type TestError = { name?: string; message: string; diff?: string; stack?: string }

export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly TestError[]): void {
    const report: TestReport = {
      passed: 0,
      failed: 0,
      skipped: 0,
      files: modules.map(describeFile),
      failuresOutsideTests: errors.map(describeError),
    }
    for (const test of modules.flatMap(({ children }) => [...children.allTests()])) {
      const { state } = test.result()
      report[state === 'pending' ? 'skipped' : state]++
    }
    writeFileSync(process.env['TEST_REPORT'] ?? '', JSON.stringify(report))
  }
}

function describeFile(module: TestModule): TestFile {
  const tests = [...module.children.allTests()]
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return {
    path: relative(import.meta.dirname + '/..', module.moduleId),
    seconds: (setupDuration + collectDuration + duration) / 1000,
    tests: tests.length,
    failures: [
      ...module.errors().map(describeError),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => [test.fullName, ...(test.result().errors ?? []).map(describeError)].join('\n')),
    ],
  }
}

/** The stack of Chromium and Node begins with the message, those of Firefox and WebKit do not have it. */
function describeError({ name = 'Error', message, diff = '', stack = '' }: TestError): string {
  const title = `${name}: ${message}`
  const frames = stack
    .replace(title, '')
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
  return [stripVTControlCharacters(title), stripVTControlCharacters(diff), ...frames]
    .filter((line) => line.trim())
    .join('\n')
}
