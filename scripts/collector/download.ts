// Downloads the official collector and checks it against the checksum of its release.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Got } from './build.ts'

export const officialVersion = '0.161.0'
// No internet must be noticed before it annoys; a slow line may take its time with 90 MB.
const reachableWithin = 5_000
const downloadedWithin = 10 * 60_000

/** Writes the binary to `target`. */
export async function downloadCollector(config: Config, target: string): Promise<Got> {
  const file = `otelcol-contrib_${officialVersion}_${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}.tar.gz`
  const release = `${config.releases}/v${officialVersion}`
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(join(dirname(target), 'downloading-'))
  try {
    const sums = await text(`${release}/opentelemetry-collector-releases_otelcol-contrib_checksums.txt`)
    const wanted = sums
      .split('\n')
      .find((line) => line.trimEnd().endsWith(` ${file}`))
      ?.split(/\s+/)[0]
    if (!wanted)
      return {
        ok: false,
        reason: `The official release has nothing for ${process.platform} on ${process.arch}.`,
      }
    console.log(`  Downloading the official ${file} …`)
    const archive = await bytes(`${release}/${file}`)
    if (createHash('sha256').update(archive).digest('hex') !== wanted)
      return { ok: false, reason: `The checksum of ${file} is not the published one: not used.` }
    writeFileSync(join(folder, file), archive)
    execFileSync('tar', ['-xzf', file, 'otelcol-contrib'], { cwd: folder, stdio: 'ignore' })
    chmodSync(join(folder, 'otelcol-contrib'), 0o755)
    renameSync(join(folder, 'otelcol-contrib'), target)
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: `The official release cannot be downloaded here (${wordsOf(error)}).` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function text(url: string): Promise<string> {
  return (await answerOf(url, reachableWithin)).text()
}

async function bytes(url: string): Promise<Buffer> {
  return Buffer.from(await (await answerOf(url, downloadedWithin)).arrayBuffer())
}

async function answerOf(url: string, within: number): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(within) })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return response
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error
    ? error.cause.message || String((error.cause as NodeJS.ErrnoException).code)
    : error.message
}
