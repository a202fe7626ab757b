// Says in one sentence why this machine cannot run the embedded engine, before the engine's library ends the process without a word.
import { readFileSync } from 'node:fs'
import { Unstartable } from '../unstartable.ts'

export type Machine = {
  platform: string
  arch: string
  /** False on Alpine and its like, whose C library is musl. */
  hasGlibc: boolean
  /** What the processor can do, in the kernel's words; undefined where nobody says. */
  flags: string[] | undefined
}

const ELSEWHERE = 'or set CLICKHOUSE_URL to a ClickHouse server, which needs no embedded engine'

/** The library is compiled with AVX throughout (its own build says ENABLE_AVX=1, ENABLE_AVX2=0); code for newer processors it chooses as it runs. */
const NEEDED_FLAG = 'avx'

/** Throws the sentence. */
export function checkMachine({ platform, arch, hasGlibc, flags }: Machine = thisMachine()): void {
  if (platform !== 'linux' && platform !== 'darwin')
    throw new Unstartable(
      `The embedded engine has no build for ${platform}: run the store in WSL2 or a container, ${ELSEWHERE}.`,
    )
  if (arch !== 'x64' && arch !== 'arm64')
    throw new Unstartable(
      `The embedded engine has no build for ${arch}: use an x64 or arm64 machine, ${ELSEWHERE}.`,
    )
  if (platform === 'linux' && !hasGlibc)
    throw new Unstartable(
      `The embedded engine needs glibc and this system has musl (Alpine): use a Debian-based image, ${ELSEWHERE}.`,
    )
  if (platform === 'linux' && arch === 'x64' && flags?.includes(NEEDED_FLAG) === false)
    throw new Unstartable(
      `The embedded engine needs a processor with ${NEEDED_FLAG.toUpperCase()}: use a newer machine, ${ELSEWHERE}.`,
    )
}

function thisMachine(): Machine {
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
    // No /proc to read: let the engine try.
    return undefined
  }
}
