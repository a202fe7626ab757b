// Builds the collector of otel-collector/builder.yaml with Go.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { manifestFile } from './configuration.ts'

export type Got = { ok: true } | { ok: false; reason: string }

const builder = 'go.opentelemetry.io/collector/cmd/builder@v0.161.0'
// Longer than any build seen (two minutes on two cores with empty caches); shorter than a user's patience.
const longestBuild = 20 * 60_000
const everySeconds = 15

/** Writes the binary to `target`. */
export async function buildCollector(config: Config, target: string): Promise<Got> {
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(join(dirname(target), 'building-'))
  try {
    console.log('  Building it with Go from otel-collector/builder.yaml: about two minutes …')
    const built = await go(config, folder, ['run', builder, '--config', resolve(manifestFile)])
    if (built.ok) renameSync(join(folder, 'built', 'otelcol-errata'), target)
    return built
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function go(config: Config, folder: string, args: string[]): Promise<Got> {
  return new Promise((finish) => {
    // Static, so that the binary also runs where the C library is another one.
    const child = spawn('go', args, {
      cwd: folder,
      env: { ...config.environment, CGO_ENABLED: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestBuild,
      detached: true,
    })
    // Go starts compilers of its own: they are one group, and none of them outlives us.
    const leave = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
    process.once('exit', leave)
    let said = ''
    const began = Date.now()
    const progress = setInterval(
      () => console.log(`  … ${Math.round((Date.now() - began) / 1000)} s: ${stage(said)}`),
      everySeconds * 1000,
    )
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said = (said + text).slice(-20_000)))
    child.once('error', () => end({ ok: false, reason: 'Go is not installed (no `go` on PATH).' }))
    child.once('exit', (code, signal) =>
      end(
        code === 0
          ? { ok: true }
          : { ok: false, reason: `Building with Go failed (${signal ?? `exit ${code}`}): ${lastLine(said)}` },
      ),
    )

    function end(got: Got): void {
      clearInterval(progress)
      process.off('exit', leave)
      finish(got)
    }
  })
}

/** What the builder is at, from what it printed last. */
function stage(said: string): string {
  if (said.includes('Compiling')) return 'compiling'
  if (said.includes('Getting go modules')) return 'getting its modules'
  return 'getting the builder'
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
}
