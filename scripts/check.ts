// `npm run check`: what can be said of the code without running it.
import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const checks: [what: string, command: string, ...args: string[]][] = [
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check', '.'],
  ...['otlp', 'settings', 'relay', 'store', 'web', 'web/monitoring', 'e2e', 'scripts'].map(
    (folder): [string, string, ...string[]] => [`types of ${folder}`, 'tsc', '-p', folder],
  ),
]

export type Tally = { passed: number; failed: number; skipped: number }

/** Prints what each check that fails has to say. */
export async function check(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const [what, command, ...args] of checks) {
    try {
      await run(command, args, { maxBuffer: 16 << 20 })
      tally.passed++
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      console.error(`${what} failed:\n${stdout}${stderr}`)
      tally.failed++
    }
  }
  console.log(`check: ${tally.passed} passed, ${tally.failed} failed`)
  return tally
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await check()).failed ? 1 : 0
