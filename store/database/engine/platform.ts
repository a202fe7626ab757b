// Reports why this machine cannot run the embedded engine: its library would end the process silently.
import { readFileSync } from 'node:fs'
import { StartupError } from '../../../server/startup-error.ts'

export type Platform = {
  platform: string
  arch: string
  /** False where the C library is musl, as on Alpine. */
  hasGlibc: boolean
  /** The kernel's names of the processor's features; undefined if they are unknown. */
  flags: string[] | undefined
}

const ALTERNATIVE = 'or set CLICKHOUSE_URL to a ClickHouse server, which needs no embedded engine'

/** All of the library is compiled with AVX (its build has ENABLE_AVX=1, ENABLE_AVX2=0). */
const NEEDED_FLAG = 'avx'

/** Throws a `StartupError` that names what is missing. */
export function checkPlatform({ platform, arch, hasGlibc, flags }: Platform = thisPlatform()): void {
  const reason = missing()
  if (reason !== null) throw new StartupError(`The embedded engine ${reason}, ${ALTERNATIVE}.`)

  function missing(): string | null {
    if (platform !== 'linux' && platform !== 'darwin')
      return `has no build for ${platform}: run the store in WSL2 or a container`
    if (arch !== 'x64' && arch !== 'arm64') return `has no build for ${arch}: use an x64 or arm64 machine`
    if (platform === 'linux' && !hasGlibc)
      return 'needs glibc and this system has musl (Alpine): use a Debian-based image'
    if (platform === 'linux' && arch === 'x64' && flags?.includes(NEEDED_FLAG) === false)
      return `needs a processor with ${NEEDED_FLAG.toUpperCase()}: use a newer machine`
    return null
  }
}

function thisPlatform(): Platform {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return {
    platform: process.platform,
    arch: process.arch,
    hasGlibc: report.header?.glibcVersionRuntime !== undefined,
    flags: processorFlags(),
  }
}

function processorFlags(): string[] | undefined {
  try {
    return /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.trim().split(' ')
  } catch {
    // Without /proc the engine is tried.
    return undefined
  }
}
