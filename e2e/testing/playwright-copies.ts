// Runs events as they are copied for Playwright, with its own test runner.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Event } from '../../contract/issues.ts'
import { renderTest } from '../../contract/playwright/render.ts'
import { chromiumOptions } from './browser-session.ts'

const RUNNER = createRequire(import.meta.url).resolve('@playwright/test/cli')
const OUTPUT_LIMIT = 16 * 1024 * 1024

/** `output` of those that do not reproduce the error: the test, and what the runner prints. */
type Copy = { name: string; isReproduced: boolean; output: string }

type Report = { suites: { file: string; specs: { ok: boolean; tests: { results: Result[] }[] }[] }[] }
type Result = { error?: { message?: string } }

/** At least that many of the copies run as they are, and the error happens in them. */
export async function expectReproduced(
  events: Map<string, Event>,
  { total, least }: { total: number; least: number },
): Promise<void> {
  const copies = await runCopies(events)
  const failed = copies.filter(({ isReproduced }) => !isReproduced)
  const reproduced = total - failed.length
  console.log(`Playwright: ${reproduced} of ${total} reproduced`)
  expect(copies).toHaveLength(total)
  expect(
    reproduced,
    failed.map(({ name, output }) => `${name}\n${output}`).join('\n'),
  ).toBeGreaterThanOrEqual(least)
}

/** By their names. One run for all: the start of the runner takes a second. */
async function runCopies(events: Map<string, Event>): Promise<Copy[]> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-copies-'))
  try {
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
    const config = { use: { launchOptions: chromiumOptions() }, workers: 2, reporter: 'json' }
    writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
    const copies = [...events].map(([name, event], at) => ({
      name,
      file: `copy-${at}.spec.ts`,
      code: renderTest(event) ?? '',
    }))
    for (const { file, code } of copies) writeFileSync(join(folder, file), code)
    const { suites } = await runIn(folder)
    return copies.map(({ name, file, code }) => {
      const specs = suites.filter((suite) => suite.file === file).flatMap((suite) => suite.specs)
      const messages = specs
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .map(({ error }) => error?.message ?? '')
      const isReproduced = specs.length === 1 && specs.every(({ ok }) => ok)
      return { name, isReproduced, output: isReproduced ? '' : [code, ...messages].join('\n') }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The runner ends with 1 where a test fails. Throws with its output where there is no report. */
function runIn(folder: string): Promise<Report> {
  const options = { cwd: folder, maxBuffer: OUTPUT_LIMIT, env: { ...process.env, NODE_ENV: '' } }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [RUNNER, 'test'], options, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Report)
      } catch {
        reject(new Error(`no report: ${stdout}${stderr}`, { cause: error }))
      }
    })
  })
}
