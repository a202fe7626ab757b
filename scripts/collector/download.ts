// Downloads the official collector and compares it with the published checksum.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { CollectorResult } from './build.ts'

export const officialVersion = '0.161.0'
const CHECKSUMS = 'opentelemetry-collector-releases_otelcol-contrib_checksums.txt'

/** Without internet the next step (building) begins after this time. */
const CHECKSUM_TIMEOUT_MS = 5_000
/** 90 MB on a slow connection. */
const ARCHIVE_TIMEOUT_MS = 10 * 60_000

export async function downloadCollector(config: Config, target: string): Promise<CollectorResult> {
  const file = archiveName()
  const release = `${config.releases}/v${officialVersion}`
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(join(dirname(target), 'downloading-'))
  try {
    const checksums = await get(`${release}/${CHECKSUMS}`, CHECKSUM_TIMEOUT_MS)
    const line = String(checksums)
      .split('\n')
      .find((item) => item.trimEnd().endsWith(` ${file}`))
    if (line === undefined) {
      const platform = `${process.platform} on ${process.arch}`
      return { ok: false, reason: `The official release has no build for ${platform}.` }
    }
    console.log(`  Downloading the official ${file} …`)
    const archive = await get(`${release}/${file}`, ARCHIVE_TIMEOUT_MS)
    if (createHash('sha256').update(archive).digest('hex') !== line.split(/\s+/)[0])
      return {
        ok: false,
        reason: `The checksum of ${file} differs from the published checksum: the file is not used.`,
      }
    writeFileSync(join(folder, file), archive)
    execFileSync('tar', ['-xzf', file, 'otelcol-contrib'], { cwd: folder, stdio: 'ignore' })
    chmodSync(join(folder, 'otelcol-contrib'), 0o755)
    renameSync(join(folder, 'otelcol-contrib'), target)
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: `The official release cannot be downloaded here (${describe(error)}).` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Named after the platform and the processor of this machine. */
export function archiveName(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  return `otelcol-contrib_${officialVersion}_${process.platform}_${architecture}.tar.gz`
}

async function get(url: string, timeoutMs: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** `fetch` puts the reason into the cause of its error. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error.cause instanceof Error)) return error.message
  return error.cause.message || String((error.cause as NodeJS.ErrnoException).code)
}
