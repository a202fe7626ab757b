// Builds the collector of otel-collector/builder.yaml with Go.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { manifestFile } from './configuration.ts'

export type CollectorResult = { ok: true } | { ok: false; reason: string }

const BUILDER = 'go.opentelemetry.io/collector/cmd/builder@v0.161.0'
/** Ten times what a build takes on two cores with empty caches. */
const BUILD_TIMEOUT_MS = 20 * 60_000
const PROGRESS_INTERVAL_MS = 15_000
/** The last line is the reason of a failure; earlier output is not needed. */
const OUTPUT_LENGTH = 20_000
const REASON_LENGTH = 300

export async function buildCollector(config: Config, target: string): Promise<CollectorResult> {
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(join(dirname(target), 'building-'))
  try {
    console.log('  Building it with Go from otel-collector/builder.yaml: about two minutes …')
    const result = await runBuilder(config, folder)
    if (result.ok) renameSync(join(folder, 'built', 'otelcol-errata'), target)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runBuilder(config: Config, folder: string): Promise<CollectorResult> {
  return new Promise((finish) => {
    const child = spawn('go', ['run', BUILDER, '--config', resolve(manifestFile)], {
      cwd: folder,
      // A static binary does not depend on the C library of the system.
      env: { ...config.environment, CGO_ENABLED: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: BUILD_TIMEOUT_MS,
      detached: true,
    })
    // Go starts compilers in its process group: a signal to the group ends all of them.
    const abort = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
    process.once('exit', abort)
    let output = ''
    const startedAt = Date.now()
    const progress = setInterval(() => {
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      console.log(`  … ${seconds} s: ${describeStep(output)}`)
    }, PROGRESS_INTERVAL_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output = (output + text).slice(-OUTPUT_LENGTH)))
    child.once('error', () => end({ ok: false, reason: 'Go is not installed (no `go` on PATH).' }))
    child.once('exit', (code, signal) => {
      const reason = `Building with Go failed (${signal ?? `exit ${code}`}): ${lastLine(output)}`
      end(code === 0 ? { ok: true } : { ok: false, reason })
    })

    function end(result: CollectorResult): void {
      clearInterval(progress)
      process.off('exit', abort)
      finish(result)
    }
  })
}

function describeStep(output: string): string {
  if (output.includes('Compiling')) return 'compiling'
  if (output.includes('Getting go modules')) return 'downloading its modules'
  return 'downloading the builder'
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, REASON_LENGTH) ?? ''
}
